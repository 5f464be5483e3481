import Bytes
import TraceFormat

@testable import Decoding

/// A conversation in lines, as a test writes it, and what the decoder makes of it.
///
///     on, off             the field goes on or off
///     > HEX, < HEX        bytes as they are
///     >a HEX, <a HEX      the same with a right CRC_A behind; `b` and `f` for CRC_B and CRC_F
///     >- HEX, <- HEX      the CRC was taken off by hardware
///     +N                  N milliseconds pass before the next line, in place of the usual 5
struct Talk {
  var batch = FrameBatch()
  private var time: Int64 = 1_000_000_000
  private var pause: Int64 = 5_000_000

  init(_ text: String, link: Link = .iso14443) {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard let verb = words.first else { continue }
      let bytes = Hex.bytes(words.dropFirst().joined()) ?? []
      if verb.first == "+", let wait = Int64(verb.dropFirst()) {
        pause = wait * 1_000_000
        continue
      }
      add(verb, bytes, link)
    }
  }

  private mutating func add(_ verb: Substring, _ bytes: [UInt8], _ link: Link) {
    var frame = Frame(
      number: batch.frames.count + 1, time: time, link: link,
      direction: verb.first == ">" ? .toCard : verb.first == "<" ? .fromCard : .none)
    if verb == "on" { frame.event = .fieldOn }
    if verb == "off" { frame.event = .fieldOff }
    var all = bytes
    switch verb.dropFirst() {
    case "a": all += Talk.little(Checksum.crcA(bytes.span))
    case "b": all += Talk.little(Checksum.crcB(bytes.span))
    case "f":
      let crc = Checksum.crcF(bytes.span)
      all += [UInt8(crc >> 8), UInt8(crc & 0xFF)]
    case "-": frame.flags = .crcStripped
    default: break
    }
    frame.bytes = batch.store(all.span)
    batch.frames.append(frame)
    time += pause
    pause = 5_000_000
  }

  private static func little(_ crc: UInt16) -> [UInt8] { [UInt8(crc & 0xFF), UInt8(crc >> 8)] }

  /// The story of all frames at once.
  func story(_ options: Decoder.Options = Decoder.Options()) -> Story {
    var decoder = Decoder(options: options)
    var story = Story()
    decoder.decode(batch, into: &story)
    decoder.finish(into: &story)
    return story
  }

  /// A 7-byte UID card that speaks ISO-DEP (FSC 256, FWI 7), activated: 12 frames.
  static let activated = """
    on
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
}

extension Story {
  var steps: [Step] {
    entries.compactMap { entry in
      if case .step(let step, _) = entry { step } else { nil }
    }
  }
  var exchanges: [Exchange] {
    steps.compactMap { step in
      if case .exchange(let exchange) = step.content { exchange } else { nil }
    }
  }
  var visits: [Visit] {
    entries.compactMap { entry in
      if case .visit(let visit) = entry { visit } else { nil }
    }
  }
  var ends: [VisitEnd] {
    entries.compactMap { entry in
      if case .end(let end) = entry { end } else { nil }
    }
  }
  func hex(_ extent: Extent) -> String { Hex.text(bytes[extent.range]) }
}
