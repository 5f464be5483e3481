import Analysis
import Decoding
import Testing
import TraceFormat

@testable import Rendering

/// Reading and telling on two threads write what one thread writes, byte for byte.
@Suite struct ThreadTests {
  /// Enough frames for many chapters: visits with a payment application, a card number, a wrong CRC,
  /// a chain; and each third one stays in the field beyond a chapter's end.
  private static let script: String = {
    var lines: [String] = []
    for visit in 0..<240 {
      lines.append(ScriptedReader.activated)
      for command in 0..<(visit == 150 ? 2_200 : 2 + visit % 3) {
        lines += [
          ">a \(command % 2 == 0 ? "02" : "03")00B2010C00",
          "<a \(command % 2 == 0 ? "02" : "03")700A5A084761739001010010\(visit % 2 == 0 ? "9000" : "6283")",
        ]
      }
      if visit % 7 == 0 { lines.append("> 50005700") }
      if visit % 3 == 0 { lines.append("off") }
    }
    return lines.joined(separator: "\n")
  }()

  private func told<R: Renderer & ~Copyable>(
    threads: Bool, frames: Bool = false, by renderer: consuming R
  ) throws -> (text: String, facts: Narration.Facts) {
    var options = Decoder.Options()
    options.keepsFrames = frames
    let narration = Narration(
      options: options, lexicon: try Known.lexicon(), secrets: try Known.secrets(),
      usesThreads: threads
    ) { _ in "pcap" }
    var reader: any FrameReader = ScriptedReader(Self.script, batchSize: 700)
    var bytes: [UInt8] = []
    let facts = try narration.tell(&reader, file: "x", isLive: false, renderer: &renderer) { run in
      for index in run.indices { bytes.append(run[index]) }
    }
    return (String(decoding: bytes, as: UTF8.self), facts)
  }

  @Test func theStory() throws {
    let options = TextOptions(
      columns: .terminal(80), typeface: Typeface(isUTF8: true, hasColour: false))
    let names = try Known.names()
    let secrets = try Known.secrets()
    let one = try told(threads: false, by: StoryText(options, names: names, secrets: secrets))
    let two = try told(threads: true, by: StoryText(options, names: names, secrets: secrets))
    #expect(one.text.utf8.count > 50_000)
    #expect(one.text == two.text)
    #expect(one.facts.hasMasked == two.facts.hasMasked)
  }

  @Test func frames() throws {
    let options = TextOptions(
      columns: .terminal(80), typeface: Typeface(isUTF8: true, hasColour: false))
    let names = try Known.names()
    let secrets = try Known.secrets()
    let one = try told(
      threads: false, frames: true, by: FrameText(options, names: names, secrets: secrets))
    let two = try told(
      threads: true, frames: true, by: FrameText(options, names: names, secrets: secrets))
    #expect(one.text.split(separator: "\n").count > 8_000)
    #expect(one.text == two.text)
    #expect(two.facts.hasMasked)
  }

  @Test(arguments: [false, true]) func objects(asDocument: Bool) throws {
    var options = JSONOptions()
    options.isDocument = asDocument
    options.details = [.visits, .exchanges, .frames, .fields]
    let names = try Known.names()
    let secrets = try Known.secrets()
    let one = try told(
      threads: false, frames: true, by: StoryJSON(options, names: names, secrets: secrets))
    let two = try told(
      threads: true, frames: true, by: StoryJSON(options, names: names, secrets: secrets))
    #expect(one.text == two.text)
    #expect(one.facts.summary == two.facts.summary)
  }

  @Test func aRefusedWriteEndsBoth() throws {
    let narration = Narration(
      options: .init(), lexicon: try Known.lexicon(), secrets: try Known.secrets()
    ) { _ in "pcap" }
    for allowed in [0, 1, 2, 4] {
      var renderer = VisitTable(
        Typeface(isUTF8: true, hasColour: false), names: try Known.names(), writesHeader: true)
      var reader: any FrameReader = ScriptedReader(Self.script, batchSize: 700)
      var writes = 0
      #expect(throws: TraceError("full")) {
        _ = try narration.tell(&reader, file: "x", isLive: false, renderer: &renderer) {
          _ throws(TraceError) in
          writes += 1
          if writes > allowed { throw TraceError("full") }
        }
      }
      #expect(writes == allowed + 1)
    }
  }

  @Test func chaptersEndWhereEveryVisitHasEnded() throws {
    var chapters = ChapterReader(
      ScriptedReader(Self.script, batchSize: 700), decoder: Decoder(options: .init()),
      analyzer: Analyzer(lexicon: try Known.lexicon(), secrets: try Known.secrets()), failure: nil,
      isLive: false)
    _ = try chapters.open()
    var chapter = Chapter()
    var atRest = 0
    var count = 0
    while chapters.read(&chapter) {
      #expect(chapter.number == count)
      count += 1
      if chapter.startsAtRest { atRest += 1 }
    }
    // About 4,500 frames in short stays in the field, and one stay of 4,400 that no chapter holds.
    #expect(count > 5)
    #expect(atRest > 3)
    #expect(atRest < count)
  }
}
