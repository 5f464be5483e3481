import Bytes
import TraceFormat

/// What a track takes in of the host's side, besides the frames that follow from it.
extension Track {
  /// Takes in a captured frame from which others follow: of itself it is no part of the story.
  mutating func pass(_ frame: Frame, _ bytes: Span<UInt8>, into story: inout Story) {
    present = frame.number
    derived = 0
    origin = nil
    flushRecords(into: &story)
    if frame.flags.contains(.cut) { noteFlags(frame, bytes) }
  }

  /// A captured frame that is damaged, shown as bytes.
  mutating func note(
    _ fault: HostFault, _ frame: Frame, _ bytes: Span<UInt8>, into story: inout Story
  ) {
    settle(into: &story)
    defects.append(
      Defect(
        fault.kind, at: Place(frame: frame.number, bytes: fault.bytes), visit: 0,
        direction: frame.direction))
    var step = Step(
      frames: frame.number...frame.number, time: frame.time, content: .raw(story.store(bytes)))
    step.source = source
    emit(&step, outsideVisits: visit == nil, into: &story)
  }

  /// The reader's chip did not answer what it was asked to exchange: nothing is known of the card.
  mutating func noteSilentReader() {
    guard awaiting == .exchange, open.isOpen else { return }
    open.exchange.isReaderSilent = true
  }

  /// The reader's chip could not do what it was asked for: what the card sent, if anything, was no
  /// use to it.
  mutating func note(_ status: ChipStatus, _ frame: Frame, into story: inout Story) {
    let defect = Defect(
      .chipStatus(status: status.status, command: status.command),
      at: Place(frame: frame.number, bytes: status.offset..<status.offset + 1), visit: 0,
      direction: .fromCard)
    guard awaiting == .exchange, open.isOpen else {
      if visit != nil { defects.append(defect) }
      return
    }
    defects.append(defect)
    let sighting = Sighting(number: frame.number, time: frame.time, end: frame.time)
    buffers.rawAnswer.clear()
    seeAnswer(sighting)
    answered()
    open.isAnswerDamaged = true
    open.damage = .refused
    open.commandDamage = nil
    if open.state == .waiting { open.state = .held }
    settleExchange(broken: false, into: &story)
  }
}
