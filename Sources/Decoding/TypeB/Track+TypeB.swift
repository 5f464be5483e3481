import Bytes
import TraceFormat

/// ISO/IEC 14443-3 Type B: REQB, WUPB, Slot-MARKER, ATQB, ATTRIB and HLTB.
extension Track {
  /// A frame of the reader that Type B's activation knows; nil when it is something else.
  mutating func readTypeBRequest(
    _ frame: Frame, _ sighting: Sighting, _ bytes: Span<UInt8>, into story: inout Story
  ) -> Reading? {
    let count = frame.flags.contains(.crcStripped) ? bytes.count + 2 : bytes.count
    guard bytes.count > 0 else { return nil }
    switch (bytes[0], count) {
    case (0x05, 5):
      guard body(of: bytes, frame, .b) != nil else { return nil }
      poll(sighting, awaits: .atqb, into: &story)
      pollBytes.clear()
      pollBytes.append(bytes.extracting(0..<3))
      return Reading(bytes[2] & 0x08 != 0 ? .wupb : .reqb, verdict(frame))
    case (_, 3) where bytes[0] & 0x0F == 0x05:
      guard body(of: bytes, frame, .b) != nil else { return nil }
      poll(sighting, awaits: .atqb, into: &story)
      return Reading(.slotMarker, verdict(frame))
    case (0x01, 6) where frame.link == .nfcB && bytes[1] == 0x0B && bytes[2] == 0x3F,
      (0x10, 3) where frame.link == .nfcB, (0x0A, 3) where frame.link == .nfcB,
      (0x0C, 3) where frame.link == .nfcB:
      // APGEN of Type B', REQT of ST's CT family, ACTALL and IDENTIFY of iCLASS: what readers that
      // look for everything send, and no card of ISO/IEC 14443 answers.
      guard body(of: bytes, frame, .b) != nil else { return nil }
      poll(sighting, awaits: .nothing, into: &story)
      return Reading(.otherPoll, verdict(frame))
    case (0x0A, 1) where frame.link == .nfcB, (0x0C, 1) where frame.link == .nfcB:
      // The same without a CRC, as iCLASS has them.
      poll(sighting, awaits: .nothing, into: &story)
      return Reading(.otherPoll)
    case (0x26, 5) where bytes[1] == 0x01, (0x36, 6) where bytes[1] == 0x01:
      // INVENTORY of ISO/IEC 15693, whose CRC is CRC_B: a poll of another technology.
      guard body(of: bytes, frame, .b) != nil else { return nil }
      return readVicinityCommand(frame, sighting, bytes, into: &story)
    case (0x1D, 11...):
      guard let body = body(of: bytes, frame, .b) else { return nil }
      readATTRIB(sighting, bytes.extracting(0..<body), into: &story)
      return Reading(.attrib, verdict(frame))
    case (0x50, 7):
      guard let body = body(of: bytes, frame, .b) else { return nil }
      beginRequest(
        .halt(Halt(technology: .nfcB, answered: false)), sighting, bytes.extracting(0..<body),
        into: &story)
      return Reading(.hltb, verdict(frame))
    default: return nil
    }
  }

  /// ATTRIB: 1D, PUPI (4), Param 1 to 4, higher-layer INF. FSD is in the low half of Param 2, CID
  /// in the low half of Param 4.
  private mutating func readATTRIB(
    _ sighting: Sighting, _ bytes: Span<UInt8>, into story: inout Story
  ) {
    technology = .nfcB
    let index = Int(bytes[6] & 0x0F)
    var parameters = agreed.parameters
    // Without an ATQB they may be of an ATS before, whose bytes are not in this answer.
    parameters?.historical = .none
    beginRequest(
      .protocolActivation(
        ProtocolActivation(
          request: .none, answer: .none,
          fsd: index < AnswerToSelect.frameSizes.count ? AnswerToSelect.frameSizes[index] : 256,
          cid: bytes[8] & 0x0F, attempts: 1, parameters: parameters)),
      sighting, bytes, into: &story)
  }

  /// ATQB: the card is known, and its activation is a step of its own.
  mutating func readTypeBAnswer(
    _ frame: Frame, _ sighting: Sighting, _ bytes: Span<UInt8>, into story: inout Story
  ) -> Reading {
    guard let body = body(of: bytes, frame, .b), let reader = lastReader,
      let atqb = AnswerToRequestB(bytes.extracting(0..<body))
    else { return strayAnswer(frame, sighting, bytes, into: &story) }
    var begun = beginActivation(sighting, technology: .nfcB, from: reader)
    begun.identifier = atqb.pupi
    begun.isWhole = true
    begun.levels = 1
    activationBytes.answer.append(bytes.extracting(0..<body))
    answered()
    emitActivation(begun, into: &story)
    agreed.parameters = atqb.parameters
    return Reading(.atqb, verdict(frame))
  }
}
