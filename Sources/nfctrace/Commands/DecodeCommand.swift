import Analysis
import Bytes
import Decoding
import ForeignFormats
import GrammarLanguage
import Rendering
import Tags
import TraceFormat

extension Command {
  /// `nfctrace decode HEX|FILE|-`.
  static let decode = Command(
    name: "decode",
    summary: "take apart bytes from a mail or a log",
    operands: Operands(
      usage: "HEX...|FILE|-", count: 1...Int.max,
      rows: [
        ("HEX", "bytes in any grouping, as several words or one"),
        ("FILE", "a file with such bytes, or a capture or log of any kind; - is standard input"),
      ]),
    description: [
      "Says what bytes are and takes them apart: an APDU or its answer, BER-TLV, an ATS, a status "
        + "word, an ISO 14443 or FeliCa frame, an NDEF message, a tag's memory or the TLV blocks in "
        + "it. Where another reading fits as well, it is named.",
      "Lines that say which way they went (> and <, or words) are told as a conversation.",
      "A file that is a capture or another program's log is told as analyze tells it.",
      "Exits with 1 if the bytes are malformed.",
    ],
    options: [
      Option(
        .as, takes: .oneOf("KIND", PastedReading.Kind.allCases.map(\.rawValue) + [memory]),
        "take them for this, whatever they look like"),
      Option(.format, takes: .oneOf("FORMAT", ["text", "json"]), "how to write it"),
      LinePattern.option,
      Option(.showSecrets, "do not mask card numbers, names, PINs and keys"),
    ] + Appearance.options + [Knowledge.option],
    examples: [
      Example("nfctrace decode 00A4040007A000000003101000", "a SELECT, field by field"),
      Example("nfctrace decode --as ats 0578807002", "bytes that could be several things"),
    ],
    run: decode)

  @Sendable private static func decode(_ arguments: Arguments) throws -> Int32 {
    let (name, paste): (String, PastedText)
    switch try DecodeInput(arguments) {
    case .pasted(let origin, let text): (name, paste) = (origin, text)
    case .capture(let capture): return try tell(capture, named: capture.name, arguments)
    case .dump(let name, let dump):
      return code(for: try DumpedCard.tell(dump, named: name, isWhole: true, arguments))
    case .memory(let name, let memory):
      return code(for: try DumpedCard.tell(memory, named: name, arguments))
    }
    switch paste {
    case .bytes(let bytes):
      if let memory = rawMemory(bytes, arguments) {
        return code(for: try DumpedCard.tell(memory, named: "", arguments))
      }
      return try decode(bytes, arguments)
    case .sequence(let lines): return try tell(lines, name, arguments)
    }
  }

  /// What `--as` calls a tag's memory, which is no single message.
  private static let memory = "memory"

  private static func code(for found: [Finding]) -> Int32 {
    found.contains { $0.category == .malformed } ? ExitCode.found : ExitCode.success
  }

  /// The memory of a tag that bytes are: told by the bytes, or because it is asked for.
  private static func rawMemory(_ bytes: [UInt8], _ arguments: Arguments) -> RawMemory? {
    switch arguments.value(.as) {
    case nil: RawMemory(bytes)
    case memory: RawMemory(taking: bytes)
    default: nil
    }
  }

  private static func decode(_ bytes: [UInt8], _ arguments: Arguments) throws -> Int32 {
    let look = try Appearance(arguments)
    let lexicon = try Knowledge.lexicon(arguments)
    let reader = PasteReader(lexicon)
    let kind = arguments.value(.as).flatMap { PastedReading.Kind(rawValue: $0) }
    let readings =
      if let kind { [reader.read(bytes, as: kind)].compactMap { $0 } } else {
        reader.readings(of: bytes)
      }
    guard let reading = readings.first else {
      let what = kind.map { "no \($0.words)" } ?? "nothing that is known"
      throw Failure("\(bytes.count) bytes that are \(what)", code: ExitCode.found)
    }
    let others = readings.dropFirst().filter { $0.fit + 15 >= reading.fit }.map(\.kind)
    let secrets =
      Telling.showsSecrets(arguments)
      ? nil : reader.secrets(in: bytes, as: reading.kind, by: SecretFinder(lexicon))
    var report = PastedReport(
      reading, of: bytes, others: others, lexicon: lexicon, secrets: secrets)
    var output = Output()
    if arguments.value(.format) == "json" {
      report.writeJSON(into: &output.buffer)
    } else {
      report.write(look.typeface, into: &output.buffer)
    }
    try output.flush()
    if report.hasMasked { Telling.sayMasked() }
    return reading.isMalformed ? ExitCode.found : ExitCode.success
  }

  /// Tells lines as the conversation that they are.
  private static func tell(
    _ lines: [PastedText.Line], _ name: String, _ arguments: Arguments
  ) throws -> Int32 {
    let link = PastedSequence.link(of: lines)
    let pasted = PastedReader(PastedSequence.batch(of: lines, link: link), link: link)
    return try tell(WatchedReader(pasted, named: name), named: name, arguments)
  }

  /// Tells what a capture holds.
  private static func tell(
    _ capture: WatchedReader, named name: String, _ arguments: Arguments
  ) throws -> Int32 {
    let facts = try Telling(arguments).tell(capture, file: name)
    capture.sayDamage()
    if facts.hasMasked { Telling.sayMasked() }
    return facts.summary.raised[.malformed] > 0 ? ExitCode.found : ExitCode.success
  }
}

/// Gives pasted lines as frames, all at once.
private struct PastedReader: FrameReader {
  let description: TraceDescription
  let damage: [TraceDamage] = []
  private var batch: FrameBatch

  init(_ batch: FrameBatch, link: Link) {
    self.batch = batch
    var description = TraceDescription(format: "pasted lines")
    description.timesAreWallClock = false
    description.sources = [TraceDescription.Source(name: "", linkType: nil, link: link)]
    self.description = description
  }

  mutating func read(into batch: inout FrameBatch) -> Bool {
    batch = self.batch
    self.batch.clear()
    return !batch.frames.isEmpty
  }
}
