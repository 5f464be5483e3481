import Decoding

/// Says that an ICODE password can be read off the air; `PersonalData` has the manual page.
///
/// SET_PASSWORD carries the password XORed with the random number, twice over, that the card told in
/// clear to GET_RANDOM_NUMBER.
enum ExposedPassword {
  /// Takes in a command of an ICODE and its answer. A random number may have come as the answer of
  /// another command, where frames are missing: flags and two bytes.
  static func check(
    _ request: VicinityRequest, _ sent: Span<UInt8>, _ came: Span<UInt8>,
    _ exchange: borrowing Exchange, _ scene: VicinityExchange.Scene, visit: inout VisitState,
    into findings: inout [Finding], _ story: borrowing Story
  ) {
    if came.count == 3, came[0] == 0 {
      visit.hasRandomNumber = true
      return
    }
    guard visit.hasRandomNumber, request.maker == 0x04, carriesPassword(request.code),
      request.parameters < sent.count,
      let place = story.place(
        of: request.parameters..<sent.count, in: exchange.commandSegments)
    else { return }
    findings.append(
      Finding(
        .personalData, visit: scene.visit, step: scene.step, half: .command,
        places: Places(place),
        message: """
          a password, XORed with a random number that is in this capture as well: whoever has it \
          knows the password
          """))
  }

  /// SET_PASSWORD, DESTROY, ENABLE_PRIVACY.
  private static func carriesPassword(_ code: UInt8) -> Bool {
    code == 0xB3 || code == 0xB9 || code == 0xBA
  }
}
