import Bytes
import TraceFormat

/// What PC/SC says of a card: the ATR that its reader made, and the UID that a pseudo-APDU asks for.
extension Track {
  /// An ATR: the card was powered on, and a visit begins, unless the same card is there already.
  mutating func readATR(
    _ frame: Frame, _ bytes: Span<UInt8>, into story: inout Story
  ) -> Reading {
    settle(atEnd: true, into: &story)
    settlePolling(into: &story)
    let known = Identifier(bytes)
    if visit != nil, !answerToReset.isEmpty, answerToReset != known {
      endVisit(.otherCard, into: &story)
    }
    answerToReset = known
    technology = .apdu
    channels.reset()
    let sighting = Sighting(
      number: frame.number, derived: frame.derived, time: frame.time, end: frame.time)
    openVisit(
      frame: frame.number, time: frame.time,
      who: OpenActivation(technology: .apdu, from: sighting), into: &story)
    var step = Step(
      frames: frame.number...frame.number, time: frame.time,
      content: .answerToReset(story.store(bytes)))
    step.source = source
    step.answerFrame = frame.number
    step.firstDerived = frame.derived
    step.lastDerived = frame.derived
    emit(&step, into: &story)
    secretPlaces.note(reset: bytes)
    return Reading(.atr)
  }

  /// Takes in the UID that GET DATA (FF CA 00 00) brought: it says whose visit this is.
  mutating func takeTold(into story: inout Story) {
    guard technology == .apdu, open.exchange.status == 0x9000, let uid = Self.uid(in: buffers)
    else { return }
    if let current = visit, !current.identifier.isEmpty, current.identifier != uid {
      endVisit(.otherCard, into: &story)
    }
    guard visit == nil else {
      visit?.identifier = uid
      return
    }
    let first = Sighting(
      number: open.first, derived: open.firstDerived, time: open.time, end: open.time)
    var who = OpenActivation(technology: .apdu, from: first)
    who.identifier = uid
    who.isWhole = true
    openVisit(frame: open.first, time: open.time, who: who, into: &story)
  }

  /// PC/SC Part 3: GET DATA with P1 00 asks for the UID, of 4, 7 or 10 bytes, or 8 (NFC-F, NFC-V).
  private static func uid(in buffers: borrowing ExchangeBuffers) -> Identifier? {
    let command = buffers.command.span
    let answer = buffers.answer.span
    guard command.count >= 4, command[0] == 0xFF, command[1] == 0xCA, command[2] == 0,
      command[3] == 0, answer.count >= 6, answer.count <= 12
    else { return nil }
    return Identifier(answer.extracting(0..<answer.count - 2))
  }
}
