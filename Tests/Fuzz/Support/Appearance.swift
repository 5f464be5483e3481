import Analysis
import Bytes
import Decoding
import Rendering
import TraceFormat

/// How a story is told, by a few bytes of the fuzzer's.
struct Appearance {
  private let form: UInt8
  private let looks: UInt8
  private let details: UInt8
  private let batchSize: Int
  var filter = Filter()
  var failure: FailureCriterion?

  init(_ numbers: inout Numbers) {
    form = numbers.byte()
    looks = numbers.byte()
    details = numbers.byte()
    batchSize = Int(numbers.byte())
  }

  /// Whether a phone looks at the frames too.
  var isLinted: Bool { form & 15 == 15 }

  /// Tells frames; however they arrive, and on however many threads, the same is written.
  func tell(_ reading: Reading) {
    let whole = tell(Replay(reading.frames, reading.description))
    guard batchSize > 0 else { return }
    let isLive = batchSize & 1 != 0
    let pieces = tell(
      Replay(reading.frames, reading.description, inBatchesOf: batchSize), isLive: isLive)
    expect(
      whole == pieces,
      "batches of \(batchSize)\(isLive ? "" : " on two threads") give the same:\n"
        + "\(Self.difference(whole, pieces))\nand not\n\(Self.difference(pieces, whole))")
  }

  /// The first line of one text that is not in the other at its place.
  private static func difference(_ one: [UInt8], _ other: [UInt8]) -> String {
    let lines = one.split(separator: 0x0A, omittingEmptySubsequences: false)
    let others = other.split(separator: 0x0A, omittingEmptySubsequences: false)
    let index = lines.indices.first { !others.indices.contains($0) || lines[$0] != others[$0] }
    return index.map { "\($0 + 1): " + String(decoding: lines[$0], as: UTF8.self) } ?? "nothing"
  }

  private func tell(_ reader: any FrameReader, isLive: Bool = true) -> [UInt8] {
    let secrets = looks & 128 == 0 ? Known.secrets : nil
    var text = TextOptions(columns: columns, typeface: typeface)
    text.counting = [.sinceStart, .sinceRow, .clock, .sinceStart][Int(looks >> 3 & 3)]
    text.showsBytes = looks & 1 != 0
    text.showsFields = looks & 2 != 0
    text.showsRepeats = looks & 4 != 0
    text.filter = filter
    switch form & 7 {
    case 0, 1, 2:
      let told = tell(reader, isLive, StoryText(text, names: Known.names, secrets: secrets))
      Output.checkText(told, isUTF8: typeface.isUTF8, hasColour: typeface.hasColour)
      return told
    case 3:
      let told = tell(reader, isLive, FrameText(text, names: Known.names, secrets: secrets))
      Output.checkText(told, isUTF8: typeface.isUTF8, hasColour: typeface.hasColour)
      return told
    case 4:
      let told = tell(
        reader, isLive,
        VisitTable(typeface, filter: filter, names: Known.names, writesHeader: true))
      Output.checkText(told, isUTF8: typeface.isUTF8)
      return told
    case 5:
      let told = tell(reader, isLive, StoryJSON(json, names: Known.names, secrets: secrets))
      Output.checkJSON(lines: told)
      return told
    case 6:
      var options = json
      options.isDocument = true
      let told = tell(reader, isLive, StoryJSON(options, names: Known.names, secrets: secrets))
      Output.checkJSON(told[...])
      return told
    default:
      let told = tell(
        reader, isLive,
        FindingLines(
          looks & 1 == 0 ? .lines : .github, filter: filter, names: Known.names, secrets: secrets))
      Output.checkText(told)
      return told
    }
  }

  private func tell<R: Renderer & ~Copyable>(
    _ reader: any FrameReader, _ isLive: Bool, _ renderer: consuming R
  ) -> [UInt8] {
    var decoding = Decoder.Options()
    decoding.keepsFrames = form & 7 == 3 || details & 8 != 0
    decoding.constantBlockNumber = details & 16 != 0
    decoding.classicKeys = [0xFFFF_FFFF_FFFF, 0xA0A1_A2A3_A4A5, 0xB0B1_B2B3_B4B5]
    decoding.link = [nil, .nfcA, .nfcB, .nfcF, .nfcV, nil, nil, nil][Int(details >> 5)]
    let narration = Narration(
      options: decoding, lexicon: Known.lexicon, secrets: Known.secrets, failure: failure
    ) { $0.format }
    var reader = reader
    var told: [UInt8] = []
    do {
      let facts = try narration.tell(
        &reader, file: "capture", isLive: isLive, renderer: &renderer
      ) {
        bytes throws(TraceError) in told.append(bytes)
      }
      if looks & 128 != 0 { expect(!facts.hasMasked, "nothing is masked where secrets are shown") }
    } catch {
      expect(false, "frames in memory can be told: \(error)")
    }
    return told
  }

  private var columns: Columns {
    let clock = looks >> 3 & 3 == 2
    return switch form & 7 {
    case 0: .terminal(80, clock: clock)
    case 1: .terminal(120 + Int(form >> 3), clock: clock)
    default: .unbounded(clock: clock)
    }
  }

  private var typeface: Typeface {
    Typeface(isUTF8: looks & 32 == 0, hasColour: looks & 64 != 0)
  }

  private var json: JSONOptions {
    var options = JSONOptions()
    let all: [JSONOptions.Detail] = [.visits, .exchanges, .fields, .frames]
    options.details = Set(
      all.enumerated().filter { details >> UInt8($0.offset) & 1 != 0 }.map(\.element))
    options.filter = filter
    return options
  }
}
