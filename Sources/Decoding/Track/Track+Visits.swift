import Bytes
import TraceFormat

/// When a visit begins and ends, and which steps are its.
extension Track {
  /// Opens a visit, unless one is open, with everything that led to it.
  ///
  /// Field on and the polls before an activation wait here until it is known whose they are.
  mutating func openVisit(
    frame: Int, time: Int64, who: OpenActivation?, into story: inout Story
  ) {
    guard visit == nil else { return }
    let identifier = who?.identifier ?? Identifier()
    let isRandom = who?.isRandom ?? false
    let opening = registry.open(
      identifier, isStable: !isRandom && (who?.isWhole ?? false))
    let first = fieldEvents.first?.frames.lowerBound ?? polling.frames?.lowerBound ?? frame
    let start = fieldEvents.first?.time ?? (polling.frames == nil ? time : polling.time)
    var atqa = who?.atqa
    if atqa == nil { atqa = polling.atqa }
    story.entries.append(
      .visit(
        Visit(
          number: opening.number, source: source, firstFrame: first, time: start,
          technology: who?.technology ?? technology, identifier: identifier,
          identifierIsWhole: who?.isWhole ?? false, identifierIsRandom: isRandom, atqa: atqa,
          again: opening.again, silenceBefore: lastVisitEnd.map { start - $0 },
          activationMissing: (who == nil || who?.isUnseen == true) && polling.answered == 0,
          bitRate: (who?.technology ?? technology) == .nfcF ? bitRate : 0)))
    visit = OpenVisit(
      number: opening.number, identifier: identifier, technology: who?.technology ?? technology,
      firstFrame: first, lastFrame: first, lastTime: start)
  }

  /// Ends the open visit, if there is one.
  mutating func endVisit(_ reason: VisitEnd.Reason, into story: inout Story) {
    guard let ended = visit else { return }
    secretPlaces.recall(visit: ended.number, in: &story)
    visit = nil
    timesAreBelievable = true
    lastVisitEnd = ended.lastTime
    let quiet = reason == .silence || reason == .endOfInput
    story.entries.append(
      .end(
        VisitEnd(
          number: ended.number, lastFrame: ended.lastFrame, time: ended.lastTime,
          knownAfter: max(ended.lastFrame, present - 1),
          reason: quiet && ended.isDeselected ? .deselected : reason,
          activations: ended.activations, exchanges: ended.exchanges,
          unanswered: ended.unanswered, frames: framesInVisit)))
    framesInVisit = 0
    repeatRequests.removeAll(keepingCapacity: true)
    channels.reset()
    secretPlaces.forget()
    agreed = Agreement()
  }

  /// Emits what is complete or was never answered, so that a frame of another kind can follow.
  ///
  /// `atEnd`: the card cannot answer any more, so a chain that waits is broken.
  mutating func settle(atEnd: Bool = false, into story: inout Story) {
    settleRequest(into: &story)
    settleExchange(broken: atEnd, into: &story)
    settleActivation(into: &story)
  }

  /// Emits the polls that wait, in the visit they belong to.
  mutating func settlePolling(into story: inout Story) {
    guard polling.frames != nil || !fieldEvents.isEmpty else { return }
    if visit == nil, polling.answered > 0, let frames = polling.frames {
      openVisit(frame: frames.lowerBound, time: polling.time, who: nil, into: &story)
    }
    flushLead(into: &story)
  }

  /// Emits field events and polls that wait, in the open visit or outside any.
  mutating func flushLead(into story: inout Story) {
    for var event in fieldEvents { append(&event, into: &story) }
    fieldEvents.removeAll(keepingCapacity: true)
    guard let frames = polling.frames else { return }
    var step = Step(frames: frames, time: polling.time, content: .polling(polling.summary))
    step.source = source
    step.firstDerived = polling.firstDerived
    step.lastDerived = polling.lastDerived
    step.lastTime = polling.lastTime
    if polling.summary.ecp > 0 {
      var summary = polling.summary
      summary.ecpFrame = story.store(ecpFrame.span)
      step.content = .polling(summary)
    }
    polling = OpenPolling()
    append(&step, into: &story)
  }

  /// Gives a step out: first what led to its visit, then the step.
  mutating func emit(
    _ step: inout Step, outsideVisits: Bool = false, into story: inout Story
  ) {
    if !outsideVisits {
      openVisit(frame: step.frames.lowerBound, time: step.time, who: nil, into: &story)
    }
    flushLead(into: &story)
    append(&step, into: &story)
  }

  /// The story's next entry, with the defects of its frames.
  private mutating func append(_ step: inout Step, into story: inout Story) {
    step.visit = visit?.number ?? 0
    let first = story.defects.count
    if !defects.isEmpty {
      var later: [Defect] = []
      for var defect in defects {
        if defect.place.frame <= step.frames.upperBound {
          defect.visit = step.visit
          story.defects.append(defect)
        } else {
          later.append(defect)
        }
      }
      defects = later
    }
    count(&step)
    story.entries.append(.step(step, defects: first..<story.defects.count))
  }

  /// Keeps the visit's totals.
  private mutating func count(_ step: inout Step) {
    guard visit != nil else { return }
    let before = visit?.lastFrame ?? 0
    let last = max(before, step.frames.upperBound)
    visit?.lastFrame = last
    visit?.lastTime = step.lastTime
    visit?.isDeselected = false
    // Several steps may follow from one captured frame, which counts once.
    let counted =
      step.firstDerived == 0 || framesInVisit == 0 ? 0 : max(0, before - step.frames.lowerBound + 1)
    framesInVisit += max(0, step.frames.count - counted)
    switch step.content {
    case .activation, .answerToReset: visit?.activations += 1
    case .exchange(let exchange):
      visit?.exchanges += 1
      if exchange.outcome == .unanswered { visit?.unanswered += 1 }
    case .deselect: visit?.isDeselected = step.answerFrame != 0
    default: break
    }
  }
}
