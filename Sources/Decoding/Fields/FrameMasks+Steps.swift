import Bytes

/// Taking in whole steps: what `SecretFinder` says of an exchange, and what else may carry its bytes.
extension FrameMasks {
  /// Takes in the secrets of a step's exchange, and of the commands that were joined into it.
  package mutating func take(
    _ secrets: [Secret], of exchange: Exchange, frames: ClosedRange<Int>,
    in story: borrowing Story, by finder: SecretFinder?
  ) {
    if !secrets.isEmpty {
      add(secrets.span, of: exchange, frames: frames, segments: story.segments.span)
    }
    if exchange.form == .type2, let kind = secrets.first?.kind,
      exchange.commandDamage != .none || exchange.outcome != .answered
    {
      let command = exchange.commandSegments.range.first.map { story.segments[$0].frame }
      hide(frame: command ?? frames.lowerBound, from: 1, kind, .command)
      hide(frame: frames.upperBound, from: 0, kind, .answer)
    }
    guard !exchange.partRun.isEmpty, let finder else { return }
    for part in story.parts[exchange.partRun.range] where !part.commandSegments.isEmpty {
      var found: [Secret] = []
      finder.find(in: part, of: exchange, bytes: story.bytes.span, into: &found)
      add(found.span, of: part, frames: frames, segments: story.segments.span)
    }
  }

  /// Takes in a step that is no exchange: a block that the card sent again carries what it carried
  /// the first time.
  package mutating func note(_ step: Step) {
    guard case .block = step.content, step.answerFrame != 0 else { return }
    search(frame: step.answerFrame)
  }
}
