import Bytes
import TraceFormat

/// ST25TB and SRI: cards of ISO/IEC 14443-B that answer no REQB, with commands of their own.
///
/// INITIATE, slots, SELECT and GET_UID behind it are the activation: the chip identifier is drawn
/// anew each time, the UID is what the card is known by.
extension Track {
  /// A frame of the reader that is one of theirs; nil when it is something else.
  mutating func readSRICommand(
    _ frame: Frame, _ sighting: Sighting, _ bytes: Span<UInt8>, into story: inout Story
  ) -> Reading? {
    // Most frames are told apart here, without their CRC.
    guard bytes.count > 0,
      bytes[0] == 0x06 || phase == .sri || activation.isSRI || awaiting == .chip,
      let body = body(of: bytes, frame, .b)
    else { return nil }
    switch (bytes[0], body) {
    case (0x06, 2) where bytes[1] == 0x00 || bytes[1] == 0x04:
      poll(sighting, awaits: .chip, into: &story)
      pollBytes.append(bytes.extracting(0..<2))
      return Reading(.reqb, verdict(frame))
    case (_, 1) where bytes[0] & 0x0F == 0x06 && awaiting == .chip:
      // SLOT_MARKER of the round that PCALL16 began.
      polling.add(sighting)
      lastReader = sighting
      return Reading(.slotMarker, verdict(frame))
    case (0x0E, 2) where activation.isOpen || phase == .sri:
      settleRequest(into: &story)
      settleExchange(broken: true, into: &story)
      if !activation.isOpen { activation = OpenActivation(technology: .nfcB, from: sighting) }
      activation.see(sighting)
      activationBytes.asked.clear()
      activationBytes.asked.append(bytes.extracting(0..<2))
      awaiting = .chip
      lastReader = sighting
      return Reading(.select, verdict(frame))
    case (0x0B, 1) where activation.isOpen && activation.levels > 0 && activation.isSRI:
      activation.see(sighting)
      awaiting = .chipUID
      lastReader = sighting
      return Reading(.type2Command, verdict(frame))
    default: break
    }
    guard isSRI(bytes[0], body) else { return nil }
    settle(atEnd: true, into: &story)
    phase = .sri
    beginExchange(.sri, sighting, into: &story)
    appendCommand(bytes.extracting(0..<body), frame: frame.number, offset: 0)
    awaitAnswer(sighting)
    open.isSilenceRight = [0x09, 0x0C, 0x0F].contains(bytes[0])
    return Reading(.type2Command, verdict(frame))
  }

  /// Whether a command has the code and the length of one of theirs: only to a card of theirs.
  private func isSRI(_ code: UInt8, _ body: Int) -> Bool {
    guard phase == .sri || activation.isOpen && activation.isSRI else { return false }
    switch (code, body) {
    case (0x08, 2), (0x09, 6), (0x0A, 7), (0x0B, 1), (0x0C, 1), (0x0E, 2), (0x0F, 1): return true
    default: return false
    }
  }

  /// The chip identifier, or the UID.
  mutating func readSRIActivation(
    _ frame: Frame, _ sighting: Sighting, _ bytes: Span<UInt8>, into story: inout Story
  ) -> Reading {
    guard let body = body(of: bytes, frame, .b), body == (awaiting == .chip ? 1 : 8) else {
      return strayAnswer(frame, sighting, bytes, .b, into: &story)
    }
    let waited = wait(for: sighting, after: lastReader)
    if awaiting == .chipUID {
      var uid = Identifier()
      for index in (0..<8).reversed() { uid.append(bytes[index]) }
      activation.identifier = uid
      activation.see(sighting, waited: waited)
      answered()
      settleActivation(into: &story)
      return Reading(.type2Answer, verdict(frame))
    }
    if !activation.isOpen, let reader = lastReader {
      activation = beginActivation(sighting, technology: .nfcB, from: reader)
      activation.isSRI = true
    } else {
      activation.see(sighting, waited: waited)
      activation.isSRI = true
      activation.levels = 1
      activation.isWhole = true
      activationBytes.answer.append(bytes.extracting(0..<1))
    }
    activation.identifier = Identifier(bytes.extracting(0..<1))
    answered()
    return Reading(.uidPart, verdict(frame))
  }

  /// The answer to the open command.
  mutating func readSRIAnswer(
    _ frame: Frame, _ sighting: Sighting, _ bytes: Span<UInt8>, into story: inout Story
  ) -> Reading {
    guard bytes.count >= 3 || frame.flags.lacksCRC && bytes.count > 0 else {
      noteShort(bytes, frame, needs: 3)
      markDamaged(sighting, .cut, bytes)
      settleExchange(broken: false, into: &story)
      return Reading(bytes.count == 0 ? .empty : .cut)
    }
    guard let body = body(of: bytes, frame, .b) else {
      damagedAnswer(frame, sighting, bytes, .b, into: &story)
      return Reading(.type2Answer, .bad)
    }
    completeAnswer(
      sighting, bytes.extracting(0..<body), frame: frame.number, offset: 0, into: &story)
    return Reading(.type2Answer, verdict(frame))
  }
}
