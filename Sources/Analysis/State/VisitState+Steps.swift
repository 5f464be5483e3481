import Decoding
import TraceFormat

extension VisitState {
  /// Takes in an exchange whose answer has no status to judge.
  mutating func note(
    _ step: borrowing Step, _ exchange: borrowing Exchange, _ story: borrowing Story
  ) {
    if let refusal = FelicaAnswer.refusal(of: exchange, in: story) {
      last = .felicaRefused(step: step.frames.lowerBound, refusal)
      return
    }
    if let refusal = VicinityRefusal(exchange, in: story) {
      last = .vicinityRefused(step: step.frames.lowerBound, refusal)
      return
    }
    switch exchange.outcome {
    case .unanswered:
      last = .unanswered(
        step: step.frames.lowerBound,
        command: Place(frame: step.commandFrame, derived: step.firstDerived, bytes: 0..<0))
    case .endOfCapture: last = .none
    case .answered, .badCRC, .cut, .brokenChain, .refused, .commandMissing:
      last = .fine(ins: 0, p1: 0, p2: 0)
    }
  }

  /// Takes in a step that is no exchange and no activation.
  mutating func noteOther(_ step: borrowing Step) {
    switch step.content {
    case .polling(let polling):
      sentSince = true
      if polling.answered > 0 { outcome.noteSound(in: step) }
    case .damaged(let damaged):
      if damaged.direction == .toCard { sentSince = true }
    default: sentSince = true
    }
  }

  /// The group of a cut frame: neighbouring ones share the first one's number.
  mutating func truncationGroup(of frame: Int) -> Int {
    if frame != truncation.lastFrame + 1 { truncation.group = frame }
    truncation.lastFrame = frame
    return truncation.group
  }
}
