import Bytes
import TraceFormat

/// A frame of the reader that is no exchange, until it is answered or something else comes: HLTA,
/// RATS, PPS, ATTRIB, S(DESELECT), a lone block.
struct OpenRequest: Equatable {
  var isOpen = false
  var content: Step.Content = .event(.none, .none)
  var first = 0
  var time: Int64 = 0
  /// The reader's last frame of it.
  var sighting = Sighting()
  var count = 1
  var answerFrame = 0
  var firstDerived: UInt16 = 0
  var answerDerived: UInt16 = 0
  var lastTime: Int64 = 0
  var wait: Int64?
}

/// The bytes of the open request and its answer, without CRC.
struct RequestBytes: ~Copyable {
  var asked = ByteBuffer(capacity: 64)
  var answer = ByteBuffer(capacity: 64)

  mutating func clear() {
    asked.clear()
    answer.clear()
  }
}

extension Track {
  /// Remembers a request; the same one again, unanswered, counts as a further attempt.
  mutating func beginRequest(
    _ content: Step.Content, _ sighting: Sighting, _ bytes: Span<UInt8>, into story: inout Story
  ) {
    if request.isOpen, request.answerFrame == 0, isSame(content, bytes) {
      request.count += 1
      request.sighting = sighting
      request.lastTime = sighting.time
      awaiting = .request
      lastReader = sighting
      return
    }
    settle(atEnd: true, into: &story)
    requestBytes.clear()
    requestBytes.asked.append(bytes)
    request = OpenRequest(
      isOpen: true, content: content, first: sighting.number, time: sighting.time,
      sighting: sighting, firstDerived: sighting.derived, lastTime: sighting.time)
    awaiting = .request
    lastReader = sighting
  }

  private func isSame(_ content: Step.Content, _ bytes: Span<UInt8>) -> Bool {
    guard bytes.count == requestBytes.asked.count else { return false }
    let asked = requestBytes.asked.span
    for index in bytes.indices where bytes[index] != asked[index] { return false }
    switch (request.content, content) {
    case (.deselect, .deselect), (.protocolActivation, .protocolActivation), (.block, .block),
      (.parameterSelection, .parameterSelection):
      return true
    default: return false
    }
  }

  /// The card's answer to the open request: the step is complete.
  mutating func answerRequest(
    _ sighting: Sighting, _ body: Span<UInt8>, into story: inout Story
  ) {
    guard request.isOpen else { return }
    request.wait = wait(for: sighting, after: request.sighting)
    requestBytes.answer.append(body)
    request.answerFrame = sighting.number
    request.answerDerived = sighting.derived
    request.lastTime = sighting.time
    answered()
    settleRequest(into: &story)
  }

  /// Emits the open request as far as it came.
  mutating func settleRequest(into story: inout Story) {
    guard request.isOpen else { return }
    request.isOpen = false
    let asked = story.store(requestBytes.asked.span)
    let answer = story.store(requestBytes.answer.span)
    let last = max(request.sighting.number, request.answerFrame)
    var step = Step(
      frames: request.first...last, time: request.time,
      content: Self.complete(request, asked: asked, answer: answer))
    step.source = source
    step.commandFrame = request.first
    step.answerFrame = request.answerFrame
    step.firstDerived = request.firstDerived
    step.lastDerived =
      request.answerFrame != 0 ? request.answerDerived : request.sighting.derived
    step.lastTime = request.lastTime
    if request.answerFrame != 0 {
      step.latency = request.lastTime >= request.time ? request.lastTime - request.time : nil
      step.wait = timesAreBelievable ? request.wait : nil
    } else {
      step.silence = request.sighting.silence
      step.wait = timesAreBelievable ? request.sighting.wait : nil
    }
    // HLTA to whom it may concern is said also where no card is.
    var isHaltAlone = false
    if case .halt(let halt) = step.content {
      isHaltAlone = visit == nil && polling.answered == 0 && !halt.answered
    }
    emit(&step, outsideVisits: isHaltAlone, into: &story)
  }

  /// The content with its bytes and what the answer settled.
  private static func complete(
    _ done: OpenRequest, asked: Extent, answer: Extent
  ) -> Step.Content {
    switch done.content {
    case .halt(var halt):
      halt.answered = done.answerFrame != 0
      return .halt(halt)
    case .deselect: return .deselect(count: done.count)
    case .protocolActivation(var activation):
      activation.request = asked
      activation.answer = answer
      activation.attempts = done.count
      if let historical = activation.parameters?.historical {
        activation.parameters?.historical = Extent(
          start: answer.start + historical.start, length: historical.length)
      }
      return .protocolActivation(activation)
    case .parameterSelection(var selection):
      selection.request = asked
      selection.answer = answer
      return .parameterSelection(selection)
    case .block(var block):
      block.request = asked
      block.answer = answer
      block.count = done.count
      return .block(block)
    default: return done.content
    }
  }
}
