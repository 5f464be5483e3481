import Bytes
import TraceFormat

@testable import Decoding

/// An exchange put together from frames as they stand on air: PCB (and CID) in front, CRC behind.
struct HandMadeExchange {
  var story = Story()
  var exchange: Exchange
  var step: Step

  /// Frames are numbered from `firstFrame`, all of the command's first. `header` bytes at the front
  /// and two of CRC at the end of each frame are left out of the exchange.
  init(
    _ form: Exchange.Form = .iso7816, command: [String], answer: [String], header: Int = 1,
    firstFrame: Int = 1, outcome: Exchange.Outcome = .answered
  ) {
    exchange = Exchange(form: form)
    exchange.outcome = outcome
    var frame = firstFrame
    func join(_ blocks: [String], _ story: inout Story) -> (bytes: Extent, run: Extent) {
      let start = story.bytes.count
      let first = story.segments.count
      for block in blocks {
        let bytes = Hex.bytes(block) ?? []
        let body = bytes.dropFirst(header).dropLast(2)
        story.segments.append(
          Segment(
            offset: UInt32(story.bytes.count - start), length: UInt32(body.count), frame: frame,
            frameOffset: UInt32(header)))
        story.bytes.append(contentsOf: body)
        frame += 1
      }
      return (Extent(start..<story.bytes.count), Extent(first..<story.segments.count))
    }
    (exchange.command, exchange.commandSegments) = join(command, &story)
    (exchange.answer, exchange.answerSegments) = join(answer, &story)
    if exchange.answer.count >= 2 {
      let end = exchange.answer.range.upperBound
      exchange.status = UInt16(story.bytes[end - 2]) << 8 | UInt16(story.bytes[end - 1])
    }
    step = Step(
      frames: firstFrame...max(firstFrame, frame - 1), time: 0, content: .exchange(exchange))
    step.visit = 1
    step.commandFrame = firstFrame
    step.answerFrame = frame - 1
  }
}
