import Bytes
import TraceFormat

/// A frame of the reader that is no exchange, until it is answered or something else comes: HLTA,
/// RATS, PPS, ATTRIB, S(DESELECT), a lone block.
struct OpenRequest: Equatable {
  var content: Step.Content
  let first: Int
  let time: Int64
  /// The reader's last frame of it.
  var sighting: Sighting
  var bytes: [UInt8]
  var count = 1
  var answer: [UInt8] = []
  var answerFrame = 0
  var lastTime: Int64
  var wait: Int64?
  var budget: Int64?
}

extension Track {
  /// Remembers a request; the same one again, unanswered, counts as a further attempt.
  mutating func beginRequest(
    _ content: Step.Content, _ sighting: Sighting, _ bytes: Span<UInt8>, into story: inout Story
  ) {
    if var same = request, same.answerFrame == 0, Self.isSame(same, content, bytes) {
      same.count += 1
      same.sighting = sighting
      same.lastTime = sighting.time
      request = same
      awaiting = .request
      lastReader = sighting
      return
    }
    settle(atEnd: true, into: &story)
    var copy: [UInt8] = []
    copy.append(bytes)
    request = OpenRequest(
      content: content, first: sighting.number, time: sighting.time, sighting: sighting,
      bytes: copy, lastTime: sighting.time)
    awaiting = .request
    lastReader = sighting
  }

  private static func isSame(
    _ request: OpenRequest, _ content: Step.Content, _ bytes: Span<UInt8>
  ) -> Bool {
    guard bytes.count == request.bytes.count else { return false }
    for index in bytes.indices where bytes[index] != request.bytes[index] { return false }
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
    guard var answeredRequest = request else { return }
    answeredRequest.wait = wait(for: sighting, after: answeredRequest.sighting)
    answeredRequest.answer.append(body)
    answeredRequest.answerFrame = sighting.number
    answeredRequest.lastTime = sighting.time
    request = answeredRequest
    answered()
    settleRequest(into: &story)
  }

  /// Emits the open request as far as it came.
  mutating func settleRequest(into story: inout Story) {
    guard let done = request else { return }
    request = nil
    let asked = story.store(done.bytes.span)
    let answer = story.store(done.answer.span)
    let last = max(done.sighting.number, done.answerFrame)
    var step = Step(
      frames: done.first...last, time: done.time,
      content: Self.complete(done, asked: asked, answer: answer))
    step.source = source
    step.commandFrame = done.first
    step.answerFrame = done.answerFrame
    step.lastTime = done.lastTime
    if done.answerFrame != 0 {
      step.latency = done.lastTime >= done.time ? done.lastTime - done.time : nil
      step.wait = timesAreBelievable ? done.wait : nil
    } else {
      step.silence = done.sighting.silence
      step.wait = timesAreBelievable ? done.sighting.wait : nil
    }
    step.budget = done.budget
    emit(step, into: &story)
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
    case .block(var block):
      block.request = asked
      block.answer = answer
      block.count = done.count
      return .block(block)
    default: return done.content
    }
  }
}
