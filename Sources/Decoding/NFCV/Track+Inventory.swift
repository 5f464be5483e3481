import Bytes
import TraceFormat

/// ISO/IEC 15693-3: INVENTORY, its slots, and the cards that answer in them.
///
/// An inventory with its slots and the longer masks that resolve its collisions is one poll; each
/// card that answers is an activation.
extension Track {
  mutating func readInventory(
    _ request: VicinityRequest, _ sighting: Sighting, _ bytes: Span<UInt8>, into story: inout Story
  ) {
    let maskAt = request.hasFamily ? 3 : 2
    let hasMask = bytes.count > maskAt && bytes[maskAt] > 0
    // A longer mask goes on with the inventory before it, whose answers were collisions.
    let goesOn = hasMask && vicinity.slots > 0 && !activation.isOpen && polling.summary.polls > 0
    if goesOn {
      vicinity.collisions.removeAll(keepingCapacity: true)
    } else {
      defects.append(contentsOf: vicinity.collisions)
      vicinity.collisions.removeAll(keepingCapacity: true)
      settle(atEnd: true, into: &story)
      vicinity.round = sighting
    }
    poll(sighting, awaits: .inventory, into: &story)
    if goesOn { polling.summary.polls -= 1 }
    pollBytes.append(bytes)
    vicinity.slots = request.slots
  }

  /// What came in a slot.
  mutating func readInventoryAnswer(
    _ frame: Frame, _ sighting: Sighting, _ bytes: Span<UInt8>, into story: inout Story
  ) -> Reading {
    let hasSlots = vicinity.slots > 1
    guard let body = body(of: bytes, frame, .b), body == 10, bytes[0] & 1 == 0 else {
      let isBad = bytes.count >= 3 && body(of: bytes, frame, .b) == nil
      if isBad, hasSlots {
        vicinity.note(collision: crcDefect(frame, bytes, .b))
      } else if isBad {
        noteBadCRC(frame, bytes, .b)
      }
      if activation.isOpen { activation.see(sighting, waited: nil) } else { polling.add(sighting) }
      if !hasSlots {
        polling.summary.answered += 1
        answered()
      }
      return Reading(bytes.count == 0 ? .empty : .iso15693Answer, isBad ? .bad : .none)
    }
    let answer = bytes.extracting(0..<body)
    var begun: OpenActivation
    if activation.isOpen || polling.summary.polls == 0 {
      settleActivation(into: &story)
      activationBytes.clear()
      activationBytes.asked.append(pollBytes)
      begun = OpenActivation(technology: .nfcV, from: sighting)
      begun.see(sighting, waited: wait(for: sighting, after: lastReader))
    } else {
      let waited = wait(for: sighting, after: lastReader)
      begun = beginActivation(sighting, technology: .nfcV, from: vicinity.round)
      begun.wait = waited
    }
    answered()
    if hasSlots {
      // More slots follow; the row goes on to the last of them.
      fill(&begun, answer)
      activation = begun
      awaiting = .inventory
    } else {
      emitVicinityCard(&begun, answer, into: &story)
    }
    return Reading(.iso15693Answer, verdict(frame))
  }

  /// Tells a card that answered.
  mutating func emitVicinityCard(
    _ begun: inout OpenActivation, _ answer: Span<UInt8>, into story: inout Story
  ) {
    fill(&begun, answer)
    emitActivation(begun, into: &story)
  }

  /// DSFID and UID, which is sent last byte first.
  private mutating func fill(_ begun: inout OpenActivation, _ answer: Span<UInt8>) {
    for index in (2..<10).reversed() { begun.identifier.append(answer[index]) }
    begun.isWhole = true
    begun.levels = 1
    activationBytes.answer.append(answer)
    vicinity.note(begun)
  }
}
