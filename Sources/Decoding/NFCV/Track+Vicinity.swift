import Bytes
import TraceFormat

/// ISO/IEC 15693-3, and what shares its air: which frame is whose, commands and their answers.
extension Track {
  /// A frame of a link that is ISO/IEC 15693's; nil where its direction is not known.
  mutating func readVicinityFrame(
    _ frame: Frame, _ bytes: Span<UInt8>, into story: inout Story
  ) -> Reading? {
    switch frame.direction {
    case .toCard:
      vicinity.isOnLink = true
      let sighting = sight(frame, bytes, isVicinity: true)
      if let reading = readPicoPassCommand(frame, sighting, bytes, into: &story) { return reading }
      return readVicinityCommand(frame, sighting, bytes, into: &story)
    case .fromCard:
      vicinity.isOnLink = true
      technology = .nfcV
      return readVicinityAnswer(
        frame, sight(frame, bytes, isVicinity: true), bytes, into: &story)
    case .unknown, .none: return nil
    }
  }

  /// A request: an inventory, or a command to one card or to all.
  mutating func readVicinityCommand(
    _ frame: Frame, _ sighting: Sighting, _ bytes: Span<UInt8>, into story: inout Story
  ) -> Reading {
    if bytes.count == 0 { return readEndOfFrame(frame, sighting, bytes, into: &story) }
    guard let body = body(of: bytes, frame, .b),
      let request = VicinityRequest(bytes.extracting(0..<body))
    else { return damagedCommand(frame, sighting, bytes, .b, into: &story) }
    let run = bytes.extracting(0..<body)
    // On a link that does not say, it was taken for a frame of Type A so far.
    let sighting = frame.link == .nfcV ? sighting : sight(frame, bytes, isVicinity: true)
    vicinity.isSlow = request.isSlow
    if request.asksWho {
      readInventory(request, sighting, run, into: &story)
      return Reading(.iso15693Command, verdict(frame))
    }
    settle(atEnd: true, into: &story)
    vicinity.slots = 0
    phase = .vicinity
    technology = .nfcV
    if !request.uid.isEmpty { turn(toUID: request.uid, sighting, into: &story) }
    beginExchange(.iso15693, sighting, into: &story)
    appendCommand(run, frame: frame.number, offset: 0)
    awaitAnswer(sighting)
    if request.isWriteAlike { agreed.extendedWait = Self.writeTime }
    open.isSilenceRight = request.wantsSilence
    return Reading(.iso15693Command, verdict(frame))
  }

  /// A card may take so long to write (ISO/IEC 15693-3).
  private static let writeTime: Int64 = 20_000_000

  /// Whether a frame on a link that does not say is a request to the card that was found.
  func isVicinityCommand(_ frame: Frame, _ bytes: Span<UInt8>) -> Bool {
    guard phase == .vicinity, bytes.count >= 4, !frame.flags.lacksCRC,
      let body = body(of: bytes, frame, .b), bytes[0] & 0x80 == 0
    else { return false }
    return VicinityRequest(bytes.extracting(0..<body))?.isWhole ?? false
  }

  /// EOF alone: the next slot of an inventory, or what a card that has written waits for.
  private mutating func readEndOfFrame(
    _ frame: Frame, _ sighting: Sighting, _ bytes: Span<UInt8>, into story: inout Story
  ) -> Reading {
    if vicinity.slots > 1 {
      if activation.isOpen { activation.see(sighting) } else { polling.add(sighting) }
      awaiting = .inventory
      lastReader = sighting
      return Reading(.endOfFrame)
    }
    if open.isOpen, awaiting == .exchange, open.exchange.form == .iso15693 {
      open.see(sighting)
      awaitAnswer(sighting)
      return Reading(.endOfFrame)
    }
    settle(into: &story)
    addDamaged(frame, sighting, bytes, .empty, into: &story)
    return Reading(.endOfFrame)
  }

  /// A frame of the card.
  mutating func readVicinityAnswer(
    _ frame: Frame, _ sighting: Sighting, _ bytes: Span<UInt8>, into story: inout Story
  ) -> Reading {
    switch awaiting {
    case .picoPassNumber, .picoPassSerial, .picoPassSOF:
      return readPicoPassActivation(frame, sighting, bytes, into: &story)
    case .inventory: return readInventoryAnswer(frame, sighting, bytes, into: &story)
    case .exchange where open.isOpen && open.exchange.form == .iclass:
      return readPicoPassAnswer(frame, sighting, bytes, into: &story)
    case .exchange where open.isOpen: break
    default:
      if vicinity.slots > 1 {
        // A later slot, whose EOF was not captured.
        return readInventoryAnswer(frame, sighting, bytes, into: &story)
      }
      return readLoneVicinityAnswer(frame, sighting, bytes, into: &story)
    }
    guard let body = body(of: bytes, frame, .b) else {
      guard bytes.count >= 3 else {
        noteShort(bytes, frame, needs: 3)
        markDamaged(sighting, .cut, bytes)
        settleExchange(broken: false, into: &story)
        return Reading(bytes.count == 0 ? .empty : .cut)
      }
      damagedAnswer(frame, sighting, bytes, .b, into: &story)
      return Reading(.iso15693Answer, .bad)
    }
    completeAnswer(
      sighting, bytes.extracting(0..<body), frame: frame.number, offset: 0, into: &story)
    return Reading(.iso15693Answer, verdict(frame))
  }

  /// An answer whose request was not captured: to INVENTORY, if it is as long and ends in a UID.
  private mutating func readLoneVicinityAnswer(
    _ frame: Frame, _ sighting: Sighting, _ bytes: Span<UInt8>, into story: inout Story
  ) -> Reading {
    guard phase != .iclass, let body = body(of: bytes, frame, .b) else {
      return strayAnswer(frame, sighting, bytes, .b, into: &story)
    }
    let answer = bytes.extracting(0..<body)
    if body == 10, answer[0] & 1 == 0, answer[9] == 0xE0, visit == nil {
      settle(into: &story)
      activationBytes.clear()
      var begun = OpenActivation(technology: .nfcV, from: sighting)
      begun.see(sighting, waited: nil)
      emitVicinityCard(&begun, answer, into: &story)
      return Reading(.iso15693Answer, verdict(frame))
    }
    beginLoneAnswer(sighting, into: &story)
    open.exchange.form = .iso15693
    phase = .vicinity
    completeAnswer(sighting, answer, frame: frame.number, offset: 0, into: &story)
    return Reading(.iso15693Answer, verdict(frame))
  }

  /// A command names another card than the one that was spoken to: that card's visit begins again.
  private mutating func turn(
    toUID uid: Identifier, _ sighting: Sighting, into story: inout Story
  ) {
    if let current = visit, current.identifier == uid || current.identifier.isEmpty { return }
    let known = vicinity.cards.first { $0.identifier == uid }
    // A UID that no card has told is some card's all the same, unless one is there already.
    guard visit == nil || known != nil else { return }
    var other = known ?? OpenActivation(technology: .nfcV, from: sighting)
    other.identifier = uid
    other.isWhole = true
    other.isUnseen = known == nil
    if visit != nil { endVisit(.otherCard, into: &story) }
    openVisit(frame: sighting.number, time: sighting.time, who: other, into: &story)
  }
}
