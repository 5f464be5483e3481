import Bytes
import Decoding

/// Raises `authentication-failed`.
enum AuthenticationFailed {
  static let manual = """
    A MIFARE Classic card did not accept the reader's proof that it knows the key.

    The card tells its number, the reader answers with its own and a proof, and a card that finds \
    the proof wrong says nothing. So the reader has another key than the card for this sector. A \
    reader that tries several keys in turn does this until one fits.
    """

  static func check(
    _ step: borrowing Step, _ exchange: borrowing Exchange, into findings: inout [Finding],
    _ story: borrowing Story
  ) {
    guard exchange.authentication != .none, case .unanswered = exchange.outcome,
      exchange.answer.count == 4
    else { return }
    // The proof is what came last.
    let proof = max(0, exchange.command.count - 8)..<exchange.command.count
    guard let place = story.place(of: proof, in: exchange.commandSegments) else { return }
    findings.append(
      Finding(
        .authenticationFailed, visit: step.visit, step: step.frames.lowerBound, half: .noAnswer,
        places: Places(place), message: "\(.command): the card does not accept the reader's key"))
  }
}
