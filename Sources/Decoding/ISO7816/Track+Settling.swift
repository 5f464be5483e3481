import Bytes
import TraceFormat

/// Telling an exchange: its step, its bytes, and the R(NAK)s that nobody answered.
extension Track {
  /// Emits the open exchange as far as it came. `broken`: nothing more can come of it.
  mutating func settleExchange(broken: Bool, into story: inout Story) {
    guard var done = open else { return }
    open = nil
    if awaiting == .exchange { awaiting = .nothing }
    if done.answerFrame == 0, let reason = done.commandDamage {
      emitDamaged(done, reason, into: &story)
      flushRepeatRequests(into: &story)
      return
    }
    if let defect = done.commandDefect { defects.append(confirmed(defect)) }
    conclude(&done)
    if buffers.isJoined, done.state != .held {
      buffers.closePart(commandFrame: done.reader?.number ?? 0, answerFrame: 0)
    }
    done.exchange.unansweredRequests = repeatRequests.count
    let last = done.last
    var step = Step(
      frames: done.first...max(done.first, last), time: done.time, content: .event(.none))
    step.source = source
    step.commandFrame = done.commandFrame
    step.answerFrame = done.answerFrame
    step.lastTime = done.lastTime
    step.latency =
      done.answerFrame != 0 && done.lastTime >= done.time
      ? done.lastTime - done.time : nil
    if done.answerFrame == 0 || done.exchange.outcome == .unanswered {
      step.silence = done.reader?.silence
      step.wait = timesAreBelievable ? done.reader?.wait : nil
      step.budget = agreed.parameters?.fwt
    } else {
      step.wait = timesAreBelievable ? done.wait : nil
      step.budget = done.budget
    }
    store(&done.exchange, into: &story)
    step.content = .exchange(done.exchange)
    emit(step, into: &story)
    flushRepeatRequests(into: &story)
  }

  /// How it ended.
  private mutating func conclude(_ done: inout OpenExchange) {
    if let damage = done.damage, done.isAnswerDamaged {
      done.exchange.outcome = damage
      noteSelection(&done.exchange)
      return
    }
    switch done.state {
    case .held: return
    case .waiting where done.answerFrame == 0 || buffers.isJoined:
      let isLast = isAtEnd && done.reader?.next == nil
      done.exchange.outcome = isLast ? .endOfCapture : .unanswered
      noteSelection(&done.exchange)
    case .waiting: done.exchange.outcome = .unanswered
    case .sending, .receiving:
      let count =
        done.state == .receiving ? buffers.answer.count : buffers.command.count
      done.exchange.outcome = isAtEnd ? .endOfCapture : .brokenChain
      noteSelection(&done.exchange)
      defects.append(
        Defect(
          .brokenChain(bytes: count, by: ending), at: Place(frame: done.last, bytes: 0..<1),
          visit: 0, direction: done.state == .receiving ? .fromCard : .toCard))
    }
  }

  /// What was selected when a command without a usable answer was sent.
  private func noteSelection(_ exchange: inout Exchange) {
    guard exchange.form == .iso7816, let cla = buffers.command.first else { return }
    exchange.channel = Channels.number(of: cla)
    let selection = channels[exchange.channel]
    exchange.application = selection.application
    exchange.file = selection.file
  }

  /// The card answered a command whose CRC was wrong.
  private func confirmed(_ defect: Defect) -> Defect {
    guard case .crc(let found, let computed, _, let hidden) = defect.kind else { return defect }
    var defect = defect
    defect.kind = .crc(found: found, computed: computed, answered: true, hiddenHalt: hidden)
    return defect
  }

  /// Copies the exchange's bytes into the story.
  private func store(_ exchange: inout Exchange, into story: inout Story) {
    exchange.command = story.store(buffers.command.span)
    exchange.answer = story.store(buffers.answer.span)
    let commandStart = story.segments.count
    story.segments.append(contentsOf: buffers.commandSegments)
    exchange.commandSegments = Extent(commandStart..<story.segments.count)
    let answerStart = story.segments.count
    story.segments.append(contentsOf: buffers.answerSegments)
    exchange.answerSegments = Extent(answerStart..<story.segments.count)
    guard !buffers.parts.isEmpty else { return }
    let base = story.store(buffers.partBytes.span).start
    let partStart = story.parts.count
    for var part in buffers.parts {
      part.command.start += base
      part.answer.start += base
      story.parts.append(part)
    }
    exchange.partRun = Extent(partStart..<story.parts.count)
  }

  /// A damaged frame of the reader that the card did not answer.
  private mutating func emitDamaged(
    _ done: OpenExchange, _ reason: Damaged.Reason, into story: inout Story
  ) {
    if let defect = done.commandDefect { defects.append(defect) }
    var step = Step(
      frames: done.first...done.last, time: done.time,
      content: .damaged(
        Damaged(
          direction: .toCard, count: 1, reason: reason, bytes: story.store(buffers.raw.span))))
    step.source = source
    step.commandFrame = done.commandFrame
    step.silence = done.reader?.silence
    emit(step, outsideVisits: visit == nil && polling.answered == 0, into: &story)
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
      step.silence = sighting.silence
      step.wait = timesAreBelievable ? sighting.wait : nil
      step.budget = agreed.parameters?.fwt
      emit(step, into: &story)
    }
  }
}
