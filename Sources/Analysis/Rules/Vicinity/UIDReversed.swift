import Bytes
import Decoding

/// Raises `uid-reversed`.
enum UIDReversed {
  static let manual = """
    A command of ISO/IEC 15693 is addressed to a UID whose bytes stand in the order in which people \
    write it.

    On air the UID goes out last byte first, so that the E0 with which every UID begins is its last \
    byte. With E0 in front no card feels addressed, and none answers.
    """

  static func check(
    _ request: VicinityRequest, _ exchange: borrowing Exchange, _ scene: VicinityExchange.Scene,
    into findings: inout [Finding], _ story: borrowing Story
  ) {
    // `uid` is in the order of people: what was sent first is its last byte.
    guard isReversed(request), exchange.answer.isEmpty,
      let place = story.place(
        of: request.parameters - 8..<request.parameters, in: exchange.commandSegments)
    else { return }
    findings.append(
      Finding(
        .uidReversed, visit: scene.visit, step: scene.step, half: .command,
        places: Places(place),
        message: "the UID begins with E0 where it must end with it: no card is addressed"))
  }

  /// Whether a request's UID was sent first byte first.
  static func isReversed(_ request: VicinityRequest) -> Bool {
    request.uid.count == 8 && request.uid[7] == 0xE0 && request.uid[0] != 0xE0
  }
}
