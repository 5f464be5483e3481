import Bytes
import TraceFormat

/// Type 1 tags (NFC Forum Type 1 Tag; Broadcom Topaz): RID behind REQA and ATQA, then commands that
/// end in four bytes of the UID and CRC_B.
///
///     78 00 00 00 00 00 00                   RID
///     01 08 00 11 22 33 44                   READ byte 8 of the tag with that UID
///     54 01 E1 10 06 00 03 … 11 22 33 44     WRITE-E8 of block 1
extension Track {
  /// How long a frame of the reader is without its CRC, if it is a Type 1 command: told by its code,
  /// its length and, unless hardware took it off, CRC_B.
  func type1Body(_ frame: Frame, _ bytes: Span<UInt8>) -> Int? {
    guard bytes.count >= 7, bytes.count <= 16, mayBeType1(frame, bytes) else { return nil }
    switch (bytes[0], bytes.count) {
    case (0x78, 9), (0x00, 9), (0x01, 9), (0x53, 9), (0x1A, 9), (0x10, 16), (0x02, 16),
      (0x54, 16), (0x1B, 16):
      // A host that makes the CRC itself may send it through a chip that makes it, too.
      let (found, computed) = Self.check(bytes, .b)
      return found == computed ? bytes.count - 2 : nil
    case (0x78, 7), (0x00, 7), (0x01, 7), (0x53, 7), (0x1A, 7), (0x10, 14), (0x02, 14),
      (0x54, 14), (0x1B, 14):
      return frame.flags.lacksCRC && phase != .isoDEP && phase != .type2 && phase != .classic
        ? bytes.count : nil
    default: return nil
    }
  }

  /// Blocks of Type B may look the same, so a link that does not name the technology needs RID or
  /// the ATQA of Type 1 in front.
  private func mayBeType1(_ frame: Frame, _ bytes: Span<UInt8>) -> Bool {
    switch frame.link {
    case .nfcA: phase != .isoDEP && phase != .encrypted
    case .iso14443:
      phase == .type1 || activation.atqa == 0x000C || polling.atqa == 0x000C || bytes[0] == 0x78
    default: false
    }
  }

  mutating func readType1Command(
    _ frame: Frame, _ sighting: Sighting, _ command: Span<UInt8>, into story: inout Story
  ) -> Reading {
    beginExchange(.type1, sighting, into: &story)
    appendCommand(command, frame: frame.number, offset: 0)
    awaitAnswer(sighting)
    if technology == .unknown { technology = .nfcA }
    phase = .type1
    return Reading(.type2Command, verdict(frame))
  }

  mutating func readType1Answer(
    _ frame: Frame, _ sighting: Sighting, _ bytes: Span<UInt8>, into story: inout Story
  ) -> Reading {
    guard let body = body(of: bytes, frame, .b) else {
      if bytes.count < 3 {
        noteShort(bytes, frame)
        markDamaged(sighting, .cut, bytes)
        settleExchange(broken: false, into: &story)
        return Reading(bytes.count == 0 ? .empty : .cut)
      }
      damagedAnswer(frame, sighting, bytes, .b, into: &story)
      return Reading(.type2Answer, .bad)
    }
    noteType1UID(bytes.extracting(0..<body), into: &story)
    completeAnswer(
      sighting, bytes.extracting(0..<body), frame: frame.number, offset: 0, into: &story)
    return Reading(.type2Answer, verdict(frame))
  }

  /// RID and RALL give the UID: its first four bytes behind HR0 and HR1, or all seven of block 0.
  private mutating func noteType1UID(_ answer: Span<UInt8>, into story: inout Story) {
    let isRID = answer.count == 6 && buffers.command.count > 0 && buffers.command.span[0] == 0x78
    guard isRID, visit == nil else { return }
    var card = OpenActivation(technology: .nfcA, from: open.reader)
    card.atqa = polling.atqa
    card.identifier = Identifier(answer.extracting(2..<6))
    card.isWhole = true
    openVisit(frame: open.first, time: open.time, who: card, into: &story)
  }
}
