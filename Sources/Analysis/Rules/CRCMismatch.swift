import Bytes
import Decoding
import TraceFormat

/// Raises `crc-mismatch`.
enum CRCMismatch {
  static let manual = """
    A whole frame's CRC is not the one its bytes give.

    The evidence is the CRC itself: the two bytes found there, and what they should have been, \
    both in the order in which they are sent. CRC_A and CRC_B are ISO/IEC 14443-3's, CRC_F is \
    FeliCa's.

    Noise, a collision, or a card that leaves the field are the usual reasons. When the other \
    side answers all the same, it does not check the CRC, or the capturing tool wrote the bytes \
    wrong. Frames that have no CRC (short frames, anticollision, ACK and NAK, ciphertext) are \
    never judged, nor are captures that say that the hardware took the CRC off.
    """

  static func finding(
    found: UInt16, computed: UInt16, answered: Bool, hiddenHalt: Int, in scene: Scene
  ) -> Finding {
    // What stands in a CRC's place may be a part of the secret; a CRC over few digits betrays them.
    let values =
      scene.isSecret
      ? "\(scene.crcName) is wrong; not told, since it may betray a secret"
      : "\(scene.crcName) is \(Hex.text(found, digits: 4)), computed "
        + Hex.text(computed, digits: 4)
    guard scene.defect.direction == .fromCard, let exchange = scene.exchange else {
      var finding = scene.finding(
        .crcMismatch, answered ? "\(values); the card answered all the same" : "\(values)")
      finding.notes = hiddenHalt > 0 ? [hiddenHaltNote(hiddenHalt, in: scene)] : []
      return finding
    }
    guard let byte = constantAnswer(of: exchange, found: found, in: scene) else {
      return scene.finding(.crcMismatch, "\(values); answer to \(.command)")
    }
    // The CRC ends the frame.
    let count = scene.defect.place.bytes.upperBound
    var finding = scene.finding(
      .crcMismatch,
      "\(values); answer to \(.command), \(Words.number(count)) bytes of \(Hex.text(byte, digits: 2))"
    )
    if scene.bytes[exchange.command.range].first == 0x60 {
      finding.notes = [
        "A tag that lacks the command answers NAK: this looks like an emulator"
      ]
    }
    return finding
  }

  /// The byte that a tag's damaged answer consists of, CRC included.
  private static func constantAnswer(
    of exchange: Exchange, found: UInt16, in scene: Scene
  ) -> UInt8? {
    let answer = scene.bytes[exchange.answer.range]
    guard exchange.form == .type2, let first = answer.first, answer.count > 1,
      answer.allSatisfy({ $0 == first }), found == UInt16(first) << 8 | UInt16(first)
    else { return nil }
    return first
  }

  /// The frame's end is a right HLTA: says what stands before it.
  private static func hiddenHaltNote(_ skipped: Int, in scene: Scene) -> String {
    let first = scene.damagedBytes.prefix(skipped).map { Hex.text($0, digits: 2) }
    let names = zip(["PCB", "CID"], first).map { "\($0) \($1)" }.joined(separator: ", ")
    let place = names.isEmpty ? "" : " (\(names))"
    let what = skipped == 1 ? "byte" : "\(Words.number(skipped)) bytes"
    return "Without its first \(what)\(place) the frame is a right HLTA, 50 00 57 CD"
  }
}
