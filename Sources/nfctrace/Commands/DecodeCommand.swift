import Analysis
import Bytes
import Decoding
import ForeignFormats
import GrammarLanguage
import Rendering
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
        ("FILE", "a file with such bytes; - is standard input"),
      ]),
    description: [
      "Says what bytes are and takes them apart: an APDU or its answer, BER-TLV, an ATS, a status "
        + "word, an ISO 14443 or FeliCa frame. Where another reading fits as well, it is named.",
      "Lines that say which way they went (> and <, or words) are told as a conversation.",
      "Exits with 1 if the bytes are malformed.",
    ],
    options: [
      Option(
        .as, takes: .oneOf("KIND", PastedReading.Kind.allCases.map(\.rawValue)),
        "take them for this, whatever they look like"),
      Option(.format, takes: .oneOf("FORMAT", ["text", "json"]), "how to write it"),
      Option(.showSecrets, "do not mask card numbers, names, PINs and keys"),
    ] + Appearance.options + [Knowledge.option],
    examples: [
      Example("nfctrace decode 00A4040007A000000003101000", "a SELECT, field by field"),
      Example("nfctrace decode --as ats 0578807002", "bytes that could be several things"),
    ],
    run: decode)

  @Sendable private static func decode(_ arguments: Arguments) throws -> Int32 {
    let (name, text) = try pasted(arguments.operands)
    let paste: PastedText
    do throws(PastedText.Fault) {
      paste = try PastedText(text)
    } catch {
      throw Failure("\(name): \(error.words)")
    }
    switch paste {
    case .bytes(let bytes): return try decode(bytes, arguments)
    case .sequence(let lines): return try tell(lines, name, arguments)
    }
  }

  /// The text to decode: the operands themselves where they are hex, otherwise a file's.
  private static func pasted(_ operands: [String]) throws -> (name: String, text: String) {
    let joined = operands.joined(separator: " ")
    if operands.count > 1 || (operands != ["-"] && Hex.bytes(joined) != nil) {
      return ("the operands", joined)
    }
    let path = operands[0]
    if path != "-", Descriptor.standing(path) == .nothing {
      do throws(PastedText.Fault) {
        _ = try PastedText(path)
        return ("the operand", path)
      } catch {
        throw Failure("\(path): neither a file nor bytes: \(error.words)")
      }
    }
    let bytes = try Knowledge.bytes(of: path)
    let name = path == "-" ? "standard input" : path
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure("\(name): is no text; expected bytes in hex")
    }
    return (name, text)
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
    let telling = try Telling(arguments)
    let link = PastedSequence.link(of: lines)
    let pasted = PastedReader(PastedSequence.batch(of: lines, link: link), link: link)
    let facts = try telling.tell(WatchedReader(pasted, named: name), file: name)
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

extension PastedText.Fault {
  /// What is wrong, and where.
  fileprivate var words: String {
    let place = "line \(line), character \(column)"
    return switch kind {
    case .empty: "there are no bytes in it"
    case .unexpected(let character): "\(place): \"\(character)\" is no part of bytes in hex"
    case .oddDigits: "\(place): a byte with one digit"
    case .outOfRange(let number): "\(place): \(number) is no byte"
    case .noDirection: "\(place): the other lines say which way they went, this does not"
    }
  }
}
