import Bytes
import TraceFormat

@testable import Analysis
@testable import Decoding

/// Builds stories by hand, one visit at a time: frames are numbered from 1 in the order of calls.
struct StoryBuilder {
  private(set) var story = Story()
  private var frame = 0
  private var time: Int64 = 0
  private let visit = 1
  private var exchanges = 0
  private var application = Identifier()
  private var file: UInt16?

  init(technology: Technology = .nfcA) {
    story.entries.append(
      .visit(
        Visit(
          number: visit, source: 0, firstFrame: 1, time: 0, technology: technology,
          identifier: Identifier(), identifierIsWhole: true, identifierIsRandom: false, atqa: nil,
          again: nil, silenceBefore: nil, activationMissing: true)))
  }

  /// The AID that commands from here on are sent under, in hex.
  mutating func select(_ aid: String, file: UInt16? = nil) throws {
    let name = try bytes(aid)
    application = Identifier(name.span)
    self.file = file
  }

  /// A command and its answer, each in one I-block (their bytes begin behind the PCB); no answer
  /// for nil. Milliseconds of silence and of budget as given.
  mutating func exchange(
    _ command: String, _ answer: String?, form: Exchange.Form = .iso7816,
    outcome: Exchange.Outcome? = nil, channel: UInt8 = 0, wait: Int64? = nil, budget: Int64? = nil,
    silence: Int64? = nil, defects: [Defect.Kind] = [], direction: Direction = .toCard,
    at place: Range<Int> = 0..<1, change: (inout Exchange) -> Void = { _ in }
  ) throws {
    var exchange = Exchange(form: form)
    let first = frame + 1
    let commandBytes = try bytes(command)
    exchange.command = story.store(commandBytes.span)
    exchange.commandSegments = add(segmentOf: commandBytes.count, frame: first)
    exchange.channel = channel
    exchange.application = application
    exchange.file = file
    exchange.outcome = outcome ?? (answer == nil ? .unanswered : .answered)
    frame += 1
    var step = Step(frames: first...first, time: time, content: .exchange(exchange))
    step.commandFrame = first
    if let answer {
      frame += 1
      let answerBytes = try bytes(answer)
      exchange.answer = story.store(answerBytes.span)
      exchange.answerSegments = add(segmentOf: answerBytes.count, frame: frame)
      if form == .iso7816, exchange.outcome == .answered, answerBytes.count >= 2 {
        exchange.status =
          UInt16(answerBytes[answerBytes.count - 2]) << 8
          | UInt16(answerBytes[answerBytes.count - 1])
      }
      step.answerFrame = frame
      step.frames = first...frame
    }
    change(&exchange)
    step.content = .exchange(exchange)
    step.wait = wait.map { $0 * 1_000_000 }
    step.budget = budget.map { $0 * 1_000_000 }
    step.silence = silence.map { $0 * 1_000_000 }
    exchanges += 1
    add(step, defects: defects, direction: direction, at: place)
  }

  /// Any other step, of as many frames as it says.
  mutating func step(
    _ content: Step.Content, frames count: Int = 1, answered: Bool = false,
    silence: Int64? = nil, defects: [Defect.Kind] = [], direction: Direction = .toCard,
    at place: Range<Int> = 0..<1
  ) {
    var step = Step(frames: frame + 1...frame + count, time: time, content: content)
    step.commandFrame = direction == .toCard ? frame + 1 : 0
    step.answerFrame = answered || direction == .fromCard ? frame + count : 0
    step.silence = silence.map { $0 * 1_000_000 }
    frame += count
    add(step, defects: defects, direction: direction, at: place)
  }

  /// Bytes that a step points to.
  mutating func store(_ hex: String) throws -> Extent {
    let run = try bytes(hex)
    return story.store(run.span)
  }

  /// Ends the visit, and gives the story.
  mutating func end(_ reason: VisitEnd.Reason = .fieldOff) -> Story {
    story.entries.append(
      .end(
        VisitEnd(
          number: visit, lastFrame: frame, time: time, knownAfter: frame, reason: reason,
          activations: 1,
          exchanges: exchanges, unanswered: 0, frames: frame)))
    return story
  }

  private mutating func add(
    _ made: Step, defects kinds: [Defect.Kind], direction: Direction, at place: Range<Int>
  ) {
    var step = made
    step.visit = visit
    let first = story.defects.count
    let evidence = direction == .fromCard ? step.frames.upperBound : step.frames.lowerBound
    for kind in kinds {
      story.defects.append(
        Defect(
          kind, at: Place(frame: evidence, bytes: place), visit: visit, direction: direction))
    }
    story.entries.append(.step(step, defects: first..<story.defects.count))
    time += 1_000_000
  }

  private mutating func add(segmentOf length: Int, frame: Int) -> Extent {
    story.segments.append(
      Segment(offset: 0, length: UInt32(length), frame: frame, frameOffset: 1))
    return Extent(story.segments.count - 1..<story.segments.count)
  }

  private func bytes(_ hex: String) throws -> [UInt8] {
    guard let bytes = Hex.bytes(hex) else { throw NoHex(text: hex) }
    return bytes
  }

  struct NoHex: Error { let text: String }
}
