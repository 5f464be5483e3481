import Bytes
import TraceFormat

/// Telling an exchange: its step, its bytes, and the R(NAK)s that nobody answered.
extension Track {
  /// Emits the open exchange as far as it came. `broken`: nothing more can come of it.
  mutating func settleExchange(broken: Bool, into story: inout Story) {
    guard open.isOpen else { return }
    open.isOpen = false
    if awaiting == .exchange { awaiting = .nothing }
    if open.answerFrame == 0, let reason = open.commandDamage {
      emitDamaged(reason, into: &story)
      flushRepeatRequests(into: &story)
      return
    }
    if let defect = open.commandDefect { defects.append(confirmed(defect)) }
    conclude()
    if buffers.isJoined, open.state != .held {
      buffers.closePart(commandFrame: open.reader.number, answerFrame: 0)
    }
    open.exchange.unansweredRequests = repeatRequests.count
    let last = open.last
    var step = Step(
      frames: open.first...max(open.first, last), time: open.time, content: .event(.none, .none))
    step.source = source
    step.commandFrame = open.commandFrame
    step.answerFrame = open.answerFrame
    step.firstDerived = open.firstDerived
    step.lastDerived = open.lastDerived
    step.lastTime = open.lastTime
    step.latency =
      open.answerFrame != 0 && open.lastTime >= open.time
      ? open.lastTime - open.time : nil
    if open.answerFrame == 0 || open.exchange.outcome == .unanswered {
      step.silence = open.reader.silence
      step.wait = timesAreBelievable ? open.reader.wait : nil
      // A host's reader waits for as long as it was told, whatever the card asked for.
      step.budget = open.firstDerived == 0 ? open.limit ?? agreed.parameters?.fwt : nil
    } else {
      step.wait = timesAreBelievable ? open.wait : nil
      step.budget = open.budget
    }
    if open.exchange.form == .iso7816 { takeTold(into: &story) }
    Self.store(buffers, &open.exchange, into: &story)
    secretPlaces.look(
      at: &open.exchange, of: visit?.identifier ?? Identifier(), in: story)
    step.content = .exchange(open.exchange)
    emit(&step, into: &story)
    flushRepeatRequests(into: &story)
  }

  /// How it ended.
  private mutating func conclude() {
    if let damage = open.damage, open.isAnswerDamaged {
      open.exchange.outcome = damage
      noteSelection()
      return
    }
    switch open.state {
    case .held: return
    case .waiting
    where open.isSilenceRight
      && (open.answerFrame == 0 || open.exchange.form == .classic):
      return
    case .waiting where isAcknowledgedBySilence && open.reader.next != nil: return
    case .waiting where open.answerFrame == 0 || buffers.isJoined:
      let isLast = isAtEnd && open.reader.next == nil
      open.exchange.outcome = isLast ? .endOfCapture : .unanswered
      noteSelection()
    case .waiting:
      open.exchange.outcome = isAtEnd && open.reader.next == nil ? .endOfCapture : .unanswered
    case .sending, .receiving:
      open.exchange.outcome = isAtEnd ? .endOfCapture : .brokenChain
      noteSelection()
      noteBrokenChain(isAnswer: open.state == .receiving)
    }
  }

  /// Says that a chain was not completed, at the PCB of its last block.
  private mutating func noteBrokenChain(isAnswer: Bool) {
    let segment = (isAnswer ? buffers.answerSegments : buffers.commandSegments).last
    let frame = segment?.frame ?? open.last
    defects.append(
      Defect(
        .brokenChain(
          bytes: isAnswer ? buffers.answer.count : buffers.command.count, by: ending),
        at: Place(
          frame: frame, derived: segment?.derived ?? 0, bytes: 0..<(segment == nil ? 0 : 1)),
        visit: 0,
        direction: isAnswer ? .fromCard : .toCard))
  }

  /// What was selected when a command without a usable answer was sent.
  private mutating func noteSelection() {
    guard open.exchange.form == .iso7816, buffers.command.count > 0 else { return }
    let cla = buffers.command.span[0]
    let channel = Channels.number(of: cla)
    let selection = channels[channel]
    open.exchange.channel = channel
    open.exchange.application = selection.application
    open.exchange.file = selection.file
  }

  /// The card answered a command whose CRC was wrong.
  private func confirmed(_ defect: Defect) -> Defect {
    guard case .crc(let found, let computed, _, let hidden) = defect.kind else { return defect }
    var defect = defect
    defect.kind = .crc(found: found, computed: computed, answered: true, hiddenHalt: hidden)
    return defect
  }

  /// Copies the exchange's bytes into the story.
  private static func store(
    _ buffers: borrowing ExchangeBuffers, _ exchange: inout Exchange, into story: inout Story
  ) {
    exchange.command = story.store(buffers.command.span)
    exchange.answer = story.store(buffers.answer.span)
    if exchange.outcome == .badCRC || exchange.outcome == .cut {
      exchange.damagedAnswer = story.store(buffers.rawAnswer.span)
    }
    let commandStart = story.segments.count
    story.segments.append(contentsOf: buffers.commandSegments)
    exchange.commandSegments = Extent(commandStart..<story.segments.count)
    let answerStart = story.segments.count
    story.segments.append(contentsOf: buffers.answerSegments)
    exchange.answerSegments = Extent(answerStart..<story.segments.count)
    guard !buffers.parts.isEmpty else { return }
    let base = story.store(buffers.partBytes.span).start
    let partStart = story.parts.count
    let segmentBase = UInt32(story.segments.count)
    story.segments.append(contentsOf: buffers.partSegments)
    for var part in buffers.parts {
      part.command.start += base
      part.answer.start += base
      part.commandSegments.start += segmentBase
      story.parts.append(part)
    }
    exchange.partRun = Extent(partStart..<story.parts.count)
  }

  /// A damaged frame of the reader that the card did not answer.
  private mutating func emitDamaged(
    _ reason: Damaged.Reason, into story: inout Story
  ) {
    if let defect = open.commandDefect { defects.append(defect) }
    var step = Step(
      frames: open.first...open.last, time: open.time,
      content: .damaged(
        Damaged(
          direction: .toCard, count: 1, reason: reason, bytes: story.store(buffers.raw.span))))
    step.source = source
    step.commandFrame = open.commandFrame
    step.firstDerived = open.firstDerived
    step.lastDerived = open.lastDerived
    step.silence = open.reader.silence
    emit(&step, outsideVisits: visit == nil && polling.answered == 0, into: &story)
  }

  /// Emits each R(NAK) that nobody answered as a step of its own.
  mutating func flushRepeatRequests(into story: inout Story) {
    guard !repeatRequests.isEmpty else { return }
    let asked = repeatRequests
    repeatRequests.removeAll(keepingCapacity: true)
    for sighting in asked {
      var step = Step(
        frames: sighting.number...sighting.number, time: sighting.time,
        content: .block(
          BlockStep(
            kind: .negativeAcknowledge, number: blocks.reader ?? 0, count: 1, request: .none,
            answer: .none)))
      step.source = source
      step.commandFrame = sighting.number
      step.firstDerived = sighting.derived
      step.lastDerived = sighting.derived
      step.silence = sighting.silence
      step.wait = timesAreBelievable ? sighting.wait : nil
      step.budget = agreed.parameters?.fwt
      emit(&step, into: &story)
    }
  }
}
