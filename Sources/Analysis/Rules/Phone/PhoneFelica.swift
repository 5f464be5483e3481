import AppleRules
import Bytes
import Decoding

/// Raises `ios-system-code-unlisted` and `ios-felica-idm`.
enum PhoneFelica {
  static let unlistedManual = """
    A FeliCa system of the trace is not in the app's Info.plist.

    iOS polls for the listed systems alone, in their order; a card without any of them is not \
    found, and polling for another from the app fails with error 2 (security violation). Without an \
    Info.plist the finding is a note of what it has to list, and so it is of NDEF's system 12FC where \
    no system is listed: NFCNDEFReaderSession polls for that by itself.
    """

  static let identifierManual = """
    A command names the IDm of another system of the card than the one that was polled last.

    The first four bits of an IDm number the card's systems. On the phone such a command fails with \
    error 2: the app has to poll for the other system first, which makes its IDm the current one.
    """

  /// SENSF_REQ and SENSF_RES, from LEN on: the code that was asked for, the one that the card told.
  static func note(
    _ activation: Activation, of step: Step, _ visit: inout PhoneVisit, in story: borrowing Story
  ) {
    note(
      poll: Array(story.bytes[activation.request.range]),
      Array(story.bytes[activation.answer.range]),
      at: Place(frame: step.frames.lowerBound, bytes: 0..<0), &visit)
  }

  static func check(_ talk: PhoneExchange, _ visit: inout PhoneVisit, into lint: inout PhoneLint) {
    let (command, answer) = (talk.command, talk.answer)
    guard command.count >= 2 else { return }
    if command[1] == FelicaCode.polling {
      if talk.isAnswered { note(poll: command, answer, at: talk.place, &visit) }
      return
    }
    if command[1] == FelicaCode.requestSystemCode, talk.isAnswered, answer.count > 10 {
      for index in 0..<min(Int(answer[10]), (answer.count - 11) / 2) {
        let code = UInt16(answer[11 + 2 * index]) << 8 | UInt16(answer[12 + 2 * index])
        visit.note(system: code, at: talk.place, isAsked: false)
      }
    }
    guard command.count >= 10, let current = visit.identity else { return }
    let named = Array(command[2..<10])
    guard named != current, named[0] & 0x0F == current[0] & 0x0F, named[1...] == current[1...]
    else { return }
    lint.add(
      .iosFelicaIDm,
      "the command names IDm \(Hexadecimal.text(named)), and the last poll found "
        + "\(Hexadecimal.text(current)): it fails with error 2",
      change: "poll for that system first, and use currentIDm", visit: talk.visit, at: talk.places)
  }

  private static func note(
    poll request: [UInt8], _ answer: [UInt8], at place: Place, _ visit: inout PhoneVisit
  ) {
    guard answer.count >= 18 else { return }
    visit.identity = Array(answer[2..<10])
    guard request.count >= 5 else { return }
    let asked = UInt16(request[2]) << 8 | UInt16(request[3])
    if asked >> 8 != 0xFF, asked & 0xFF != 0xFF {
      visit.note(system: asked, at: place, isAsked: true)
    } else if request[4] == 0x01, answer.count >= 20 {
      visit.note(system: UInt16(answer[18]) << 8 | UInt16(answer[19]), at: place, isAsked: false)
    }
  }

  /// NDEF's own system (NFC Forum Type 3 Tag), which `NFCNDEFReaderSession` polls for by itself.
  private static let messages: UInt16 = 0x12FC

  static func close(_ visit: PhoneVisit, into lint: inout PhoneLint) {
    guard !visit.systems.isEmpty else { return }
    let isFound = visit.systems.contains { lint.app.lists(system: $0.code) }
    for system in visit.systems where !lint.app.lists(system: system.code) {
      let code = Hexadecimal.text([UInt8(system.code >> 8), UInt8(system.code & 0xFF)])
      guard lint.app.info == nil || system.isAsked || !isFound else { continue }
      let listing = lint.listing(systems: [system.code])
      if lint.app.info == nil {
        lint.add(
          .iosSystemCodeUnlisted, severity: .note,
          "an app that reads FeliCa system \(code) must list it"
            + (system.code == messages ? PhoneSelection.unlessMessages : ""),
          change: listing.change,
          lines: listing.lines, visit: visit.number, at: Places(system.place))
      } else {
        let mayBeLeft = system.code == messages && lint.app.info?.systemCodes.isEmpty == true
        let words =
          isFound
          ? "polling for FeliCa system \(code) fails with error 2: it is not listed"
          : "the card is not found: its FeliCa system \(code) is not listed"
        lint.add(
          .iosSystemCodeUnlisted, severity: mayBeLeft ? .note : nil,
          words + (mayBeLeft ? PhoneSelection.unlessMessages : ""),
          change: listing.change, lines: listing.lines, visit: visit.number,
          at: Places(system.place))
      }
    }
  }
}
