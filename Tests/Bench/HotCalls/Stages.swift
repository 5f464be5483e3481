import Analysis
import BuiltInGrammars
import Bytes
import Decoding
import ForeignFormats
import GrammarLanguage
import Rendering
import TraceFormat

/// What a capture passes on its way to output, each stage by itself.
struct Stages {
  private let lexicon: Lexicon
  private let secrets: SecretFinder
  private let names: NameSource
  private let batches: [FrameBatch]
  private let frames: Int

  init(_ batches: [FrameBatch]) throws {
    lexicon = try Lexicon(
      BuiltInGrammar.all.map { entry in
        GrammarFile(
          builtIn: entry.name, file: entry.file, labelCount: entry.labelCount, text: entry.text)
      })
    secrets = SecretFinder(lexicon)
    names = NameSource(lexicon)
    self.batches = batches
    frames = batches.reduce(0) { $0 + $1.frames.count }
  }

  /// A capture's frames, read before anything is timed.
  static func batches(of path: String) throws(TraceError) -> [FrameBatch] {
    var batches: [FrameBatch] = []
    var batch = FrameBatch()
    var reader = try openFrames(path: path)
    while try reader.read(into: &batch) { batches.append(batch) }
    return batches
  }

  /// Times the reading of both files.
  func timeReading(pcap: String, trace: String, into table: inout CallTable) throws {
    for (name, path) in [("PcapReader.read, a frame", pcap), ("TraceReader.read, a frame", trace)] {
      var batch = FrameBatch()
      try table.time(name, calls: frames) {
        var reader = try openFrames(path: path)
        var sum: UInt64 = 0
        while try reader.read(into: &batch) { sum &+= UInt64(batch.bytes.count) }
        return sum
      }
    }
  }

  /// Times the stages of a story as text, of a list of frames, and of everything as JSON.
  func timeStages(into table: inout CallTable) {
    let look = TextOptions(
      columns: .unbounded(), typeface: Typeface(isUTF8: true, hasColour: false))
    let story = fastest(keepingFrames: false) {
      StoryText(look, names: names, secrets: secrets)
    }
    table.add("Decoder.decode, a frame", calls: frames, nanoseconds: story.decoding)
    table.add("Analyzer.examine, an entry", calls: story.entries, nanoseconds: story.examining)
    table.add("StoryText.write, an entry", calls: story.entries, nanoseconds: story.writing)

    let list = fastest(keepingFrames: true) { FrameText(look, names: names, secrets: secrets) }
    table.add("Decoder.decode for lists, a frame", calls: frames, nanoseconds: list.decoding)
    table.add("FrameText.write, a frame", calls: frames, nanoseconds: list.writing)

    var options = JSONOptions()
    let exchanges = fastest(keepingFrames: false) {
      StoryJSON(options, names: names, secrets: secrets)
    }
    table.add("StoryJSON.write, an entry", calls: exchanges.entries, nanoseconds: exchanges.writing)
    options.details = [.frames, .fields]
    let fields = fastest(keepingFrames: true) {
      StoryJSON(options, names: names, secrets: secrets)
    }
    table.add("StoryJSON.write with fields, a frame", calls: frames, nanoseconds: fields.writing)
  }

  /// Nanoseconds in all batches, by stage.
  private struct Times {
    var decoding = Double.infinity
    var examining = Double.infinity
    var writing = Double.infinity
    var entries = 0
  }

  /// The stages' fastest passes. A renderer is made anew for each.
  private func fastest<R: Renderer & ~Copyable>(
    keepingFrames: Bool, _ make: () -> R
  ) -> Times {
    var best = Times()
    for _ in 0..<CallTable.passes {
      var renderer = make()
      let times = pass(&renderer, keepingFrames: keepingFrames)
      best.decoding = min(best.decoding, times.decoding)
      best.examining = min(best.examining, times.examining)
      best.writing = min(best.writing, times.writing)
      best.entries = times.entries
    }
    return best
  }

  private func pass<R: Renderer & ~Copyable>(
    _ renderer: inout R, keepingFrames: Bool
  ) -> Times {
    let clock = ContinuousClock()
    var options = Decoder.Options()
    options.keepsFrames = keepingFrames
    var decoder = Decoder(options: options)
    var analyzer = Analyzer(lexicon: lexicon, secrets: secrets)
    var story = Story()
    var out = ByteBuffer(capacity: 1 << 20)
    var times = Times(decoding: 0, examining: 0, writing: 0)
    renderer.open(
      Opening(
        file: "hot.pcap", description: TraceDescription(format: "pcap"), label: "",
        start: batches.first?.frames.first?.time),
      into: &out)
    for batch in batches {
      let start = clock.now
      decoder.decode(batch, into: &story)
      let decoded = clock.now
      analyzer.examine(story)
      let examined = clock.now
      renderer.write(
        story, findings: analyzer.findings, outcomes: analyzer.outcomes, into: &out)
      let written = clock.now
      times.decoding += CallTable.nanoseconds(decoded - start)
      times.examining += CallTable.nanoseconds(examined - decoded)
      times.writing += CallTable.nanoseconds(written - examined)
      times.entries += story.entries.count
      story.clear()
      out.clear()
    }
    return times
  }

  /// Times the dissection of one long answer to SELECT.
  func timeDissection(into table: inout CallTable) {
    var decoder = Decoder(options: Decoder.Options())
    var story = Story()
    if let batch = batches.first { decoder.decode(batch, into: &story) }
    let chosen = story.entries.lazy.compactMap { entry -> Step? in
      guard case .step(let step, _) = entry, case .exchange(let exchange) = step.content,
        exchange.command.range.count > 5, exchange.answer.range.count > 40,
        story.bytes[exchange.command.range.lowerBound + 1] == 0xA4
      else { return nil }
      return step
    }.first
    guard let step = chosen else { return }
    var dissector = Dissector(lexicon)
    var dissection = Dissection()
    let calls = 2000
    table.time("Dissector.dissect, SELECT with its FCI", calls: calls) {
      var nodes = 0
      for _ in 0..<calls {
        dissector.dissect(step, in: story, into: &dissection)
        nodes += dissection.answer.tree.nodes.count
      }
      return UInt64(nodes)
    }
  }
}
