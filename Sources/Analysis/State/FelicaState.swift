import Bytes
import Decoding

/// What rules remember of how the reads of a FeliCa card went during its visit.
struct FelicaState {
  private(set) var blocksRead = 0
  private(set) var readsRefused = 0
  private(set) var firstRefusal: (step: Int, refusal: FelicaAnswer.Refusal)?

  /// Takes in an exchange.
  mutating func note(
    _ exchange: borrowing Exchange, of step: borrowing Step, in story: borrowing Story
  ) {
    guard case .answered = exchange.outcome else { return }
    let command = story.bytes.span.extracting(exchange.command.range)
    guard let access = FelicaAccess(command), !access.isWrite else { return }
    if let refusal = FelicaAnswer.refusal(of: exchange, in: story) {
      readsRefused += 1
      if firstRefusal == nil { firstRefusal = (step.frames.lowerBound, refusal) }
      return
    }
    blocksRead += max(0, exchange.answer.count - FelicaAccess.answerStart) / 16
  }
}
