import Bytes
import TraceFormat

@testable import Analysis
@testable import Decoding

/// Frames written down in a test, to be redacted.
///
///     > HEX, < HEX     bytes as they are
///     >a HEX, <a HEX   the same with a right CRC_A behind; `f` for CRC_F
///     off              the field goes off
///     # TEXT           a comment
struct Script {
  private(set) var batch = FrameBatch()

  init(_ text: String, link: Link = .iso14443) {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard let verb = words.first else { continue }
      var frame = Frame(
        number: batch.frames.count + 1, time: Int64(batch.frames.count) * 5_000_000, link: link,
        direction: verb.first == ">" ? .toCard : verb.first == "<" ? .fromCard : .none)
      var bytes = Hex.bytes(words.dropFirst().joined()) ?? []
      switch verb {
      case "off": frame.event = .fieldOff
      case "#":
        frame.event = .comment
        bytes = Array(line.dropFirst(2).utf8)
      default: bytes += Self.crc(verb.dropFirst(), bytes)
      }
      frame.bytes = batch.store(bytes.span)
      batch.frames.append(frame)
    }
  }

  /// Frames that come from elsewhere.
  init(_ batch: FrameBatch) { self.batch = batch }

  private static func crc(_ name: Substring, _ bytes: [UInt8]) -> [UInt8] {
    switch name {
    case "a":
      let crc = Checksum.crcA(bytes.span)
      return [UInt8(crc & 0xFF), UInt8(crc >> 8)]
    case "f":
      let crc = Checksum.crcF(bytes.span)
      return [UInt8(crc >> 8), UInt8(crc & 0xFF)]
    default: return []
    }
  }

  /// Gives parity bits to every frame: odd ones, as on air.
  mutating func addParity() {
    for index in batch.frames.indices {
      let bytes = batch.copy(of: batch.frames[index].bytes)
      var parity = [UInt8](repeating: 0, count: (bytes.count + 7) / 8)
      for (place, byte) in bytes.enumerated() where byte.nonzeroBitCount % 2 == 0 {
        parity[place / 8] |= 0x80 >> UInt8(place % 8)
      }
      batch.frames[index].parity = batch.store(parity.span)
    }
  }

  /// A card with a 7-byte UID and ISO-DEP, activated in 12 frames.
  static let activated = """
    > 26
    < 4400
    > 9320
    < 8804A1B29F
    >a 93708804A1B29F
    <a 04
    > 9520
    < C3D4E5F604
    >a 9570C3D4E5F604
    <a 20
    >a E080
    <a 0578807002

    """

  /// The frames as they come out, in hex without the CRCs that `bare` names by frame number.
  func redacted(ids: Bool = false, classicKeys: [UInt64] = []) throws -> Redacted {
    var redaction = Redaction(lexicon, replacesIdentifiers: ids, classicKeys: classicKeys)
    let (frames, report) = try redaction.run({ BatchReader(self.batch) }) { reader in
      var all = FrameBatch()
      _ = try reader.read(into: &all)
      return all
    }
    return Redacted(before: batch, batch: frames, report: report)
  }
}

/// What became of a script.
struct Redacted {
  let before: FrameBatch
  let batch: FrameBatch
  let report: RedactionReport

  /// A frame's bytes in hex, all or without the last two.
  func frame(_ number: Int, withCRC: Bool = false) -> String {
    let bytes = batch.copy(of: batch.frames[number - 1].bytes)
    return Hex.text(withCRC ? bytes : Array(bytes.dropLast(2)))
  }

  /// Every frame's bytes, as one.
  var bytes: [UInt8] { batch.frames.flatMap { batch.copy(of: $0.bytes) } }

  /// What is told before and after.
  var findings: (before: [String], after: [String]) {
    (Self.findings(before), Self.findings(batch))
  }

  var exchanges: (before: [String], after: [String]) {
    (Self.exchanges(before), Self.exchanges(batch))
  }

  private static func story(_ batch: FrameBatch) -> Story {
    var decoder = Decoder(options: Decoder.Options())
    var story = Story()
    decoder.decode(batch, into: &story)
    decoder.finish(into: &story)
    return story
  }

  private static func findings(_ batch: FrameBatch) -> [String] {
    analyzed(story(batch)).map { finding in
      "\(finding.severity.word) \(finding.id) \(finding.places.map { "\($0.frame):\($0.bytes)" })"
    }
  }

  private static func exchanges(_ batch: FrameBatch) -> [String] {
    story(batch).entries.compactMap { entry in
      guard case .step(let step, _) = entry, case .exchange(let exchange) = step.content else {
        return nil
      }
      return """
        \(step.frames) \(exchange.form) \(exchange.outcome) \(exchange.status ?? 0) \
        \(exchange.command.count) \(exchange.answer.count) \(exchange.retries)
        """
    }
  }
}

/// Gives one batch.
private struct BatchReader: FrameReader {
  var description = TraceDescription(format: "pcap")
  var damage: [TraceDamage] { [] }
  private var batch: FrameBatch?

  init(_ batch: FrameBatch) {
    self.batch = batch
    description.sources = [.init(name: "", linkType: 264, link: .iso14443)]
    description.notes = ["program": "pay 4761739001010010", "origin": "pcap"]
    description.pcapTail = [0x47, 0x61, 0x73, 0x90]
  }

  mutating func read(into batch: inout FrameBatch) throws(TraceError) -> Bool {
    batch.clear()
    guard let all = self.batch else { return false }
    batch = all
    self.batch = nil
    return true
  }
}

/// Looks for a value in bytes in every form that the issue of a leak could take: as it is, from its
/// last byte on, its digits from any half byte on in either order, in ASCII and in hex.
func traces(of hex: String, in bytes: [UInt8]) -> [String] {
  let value = Hex.bytes(hex) ?? []
  let stream = Hex.text(bytes)
  let text = Array(hex.utf8)
  let digits = hex.prefix { $0.isNumber }
  var forms: [(String, String, Int)] = [
    ("as it is", hex, 2), ("reversed", Hex.text(value.reversed()), 2),
    ("in ASCII", Hex.text(text), 2), ("in ASCII, reversed", Hex.text(text.reversed()), 2),
    ("in small letters", Hex.text(Array(hex.lowercased().utf8)), 2),
  ]
  if digits.count >= 8 {
    forms += [
      ("packed", String(digits), 1), ("packed, reversed", String(digits.reversed()), 1),
      ("digits in ASCII", Hex.text(Array(digits.utf8)), 2),
    ]
  }
  return forms.compactMap { name, form, step in
    var start = stream.startIndex
    while let range = stream[start...].firstRange(of: form) {
      if stream.distance(from: stream.startIndex, to: range.lowerBound) % step == 0 { return name }
      start = stream.index(after: range.lowerBound)
    }
    return nil
  }
}
