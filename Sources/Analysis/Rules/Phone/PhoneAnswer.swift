import Bytes
import Decoding
import GrammarLanguage
import Tags

/// Raises what a phone makes of single commands and answers: `ios-connection-lost`, `ios-tag-error`,
/// `ios-password-page`, `ios-crc-twice`, `ios-response-length` and `ios-write-lost`.
enum PhoneAnswer {
  static let lostManual = """
    A command was not answered, or answered by NAK: the phone reports error 100 (connection lost).

    Where a NAK came first, the tag refused (a page that is not there, a wrong password) and is \
    silent from then on: distance is not the reason. Otherwise the card moved or is slow. \
    restartPolling finds it again.
    """

  static let errorManual = """
    The tag answered with an error: the phone reports error 102 (tag response error).

    The tag's own code is in the error's userInfo, under NFCISO15693TagResponseErrorKey: 0F is an \
    error without more, 10 a block that is not there, 12 one that is locked.
    """

  static let passwordManual = """
    A page is read that the tag only shows after its password.

    The read is answered by NAK, and the phone reports error 104 or 102 ("Stack Error"). The app has \
    to send PWD_AUTH (1B and four bytes) with sendMiFareCommand first.
    """

  static let crcManual = """
    A command ends in its own CRC: the app appended one, and the phone appends one too.

    The header of iOS 13 says that the app appends it, a later one that the phone does. In reports, \
    appending it loses the connection: 30 04 26 EE is not READ of page 4 any more.
    """

  static let lengthManual = """
    An answer of an ISO 15693 tag has more than 256 bytes, or the command asks for as many.

    That is the largest frame of Core NFC: reading many blocks at once fails beyond it. Ask for \
    fewer blocks at a time.
    """

  static let writeManual = """
    A write did not take: the tag refused it, or another read shows other bytes than were written.

    The completion handler of the write has an error, and an app that does not look at it shows \
    success. In the trace the write stands beside what was there afterwards.
    """

  /// What was found in the memory already.
  static func check(_ finding: Finding, into lint: inout PhoneLint) {
    guard finding.id == .memoryWriteRefused || finding.id == .memoryConflict else { return }
    let isRefused = finding.id == .memoryWriteRefused
    if !isRefused, !finding.message.text(command: "").contains("was written") { return }
    let frame = finding.places.first?.frame ?? finding.step
    lint.add(
      .iosWriteLost,
      isRefused
        ? "a write is refused: its completion handler has an error"
        : "what was written does not read back: \(finding.message.text(command: "the command"))",
      change: "show success only where the completion handler has no error", visit: finding.visit,
      at: Places(Place(frame: frame, bytes: 0..<0)))
  }

  static func check(_ talk: PhoneExchange, _ visit: inout PhoneVisit, into lint: inout PhoneLint) {
    guard !talk.command.isEmpty else { return }
    checkCRC(talk, visit, into: &lint)
    switch talk.exchange.form {
    case .type2: checkPages(talk, &visit, into: &lint)
    case .iso15693: checkVicinity(talk, into: &lint)
    default: break
    }
    guard talk.exchange.outcome == .unanswered else { return }
    let words = name(talk)
    lint.add(
      .iosConnectionLost,
      visit.wasRefused
        ? "\(words) is not answered after a NAK: the phone reports error 100, and the tag's refusal is "
          + "the reason, not the distance"
        : "\(words) is not answered: the phone reports error 100 (connection lost)",
      change: "restartPolling, and connect again", visit: talk.visit, at: talk.places)
  }

  /// How the command begins, and how much an APDU asks for. What may be a password is left out.
  private static func name(_ talk: PhoneExchange) -> String {
    let isAPDU = talk.exchange.form == .iso7816
    let shown = isAPDU ? 4 : talk.command[0] == Self.passwordCommand ? 1 : 2
    let head = Hex.text(Array(talk.command.prefix(shown)))
    let rest = talk.command.count > shown ? "…" : ""
    guard isAPDU, let expected = CommandAPDU(talk.command.span).expected else { return head + rest }
    return "\(head)\(rest) (Le \(expected))"
  }

  /// PWD_AUTH of NTAG and MIFARE Ultralight.
  private static let passwordCommand: UInt8 = 0x1B

  private static func checkCRC(
    _ talk: PhoneExchange, _ visit: PhoneVisit, into lint: inout PhoneLint
  ) {
    let command = talk.command
    guard visit.technology == .nfcA, talk.exchange.form != .iso7816, command.count >= 4,
      !talk.exchange.isEncrypted
    else { return }
    let check = Checksum.crcA(command.span.extracting(0..<command.count - 2))
    let tail = command.suffix(2)
    guard tail.first == UInt8(check & 0xFF), tail.last == UInt8(check >> 8) else { return }
    lint.add(
      .iosCRCTwice,
      "\(name(talk)) ends in its own CRC: the phone appends another, and the tag takes neither",
      change: "send the \(command.count - 2) bytes in front of it", visit: talk.visit,
      at: talk.places)
  }

  private static func checkPages(
    _ talk: PhoneExchange, _ visit: inout PhoneVisit, into lint: inout PhoneLint
  ) {
    let (command, answer) = (talk.command, talk.answer)
    let isNAK = talk.isAnswered && answer.count == 1 && answer[0] & 0x0F != 0x0A
    visit.wasRefused = isNAK
    if command[0] == Self.passwordCommand, command.count == 5, answer.count == 2 {
      visit.isOpened = true
    }
    guard command.count >= 2, command[0] == 0x30 || command[0] == 0x3A else {
      if isNAK { addRefusal(talk, into: &lint) }
      return
    }
    let page = Int(command[1])
    if isNAK || talk.exchange.outcome == .unanswered {
      if visit.refusedReads.count < PhoneVisit.limit {
        visit.refusedReads.append((page, talk.place))
      }
      if isNAK { addRefusal(talk, into: &lint) }
    } else if visit.isOpened, talk.isAnswered,
      let refused = visit.refusedReads.first(where: { $0.page == page })
    {
      addProtected(page, byKey: false, visit.number, at: refused.place, into: &lint)
    }
  }

  private static func addRefusal(_ talk: PhoneExchange, into lint: inout PhoneLint) {
    lint.add(
      .iosConnectionLost,
      "\(name(talk)) is answered by NAK: the tag is silent then, and the "
        + "phone reports error 100 or 102; the command is the reason, not the distance",
      change: "restartPolling, and connect again", visit: talk.visit, at: talk.places)
  }

  private static func addProtected(
    _ page: Int, byKey: Bool, _ visit: Int, at place: Place, into lint: inout PhoneLint
  ) {
    lint.add(
      .iosPasswordPage,
      "page \(page) is only read after the \(byKey ? "key" : "password"): the phone reports an error",
      change: byKey
        ? "send AUTHENTICATE before it: 1A 00, and the two steps that follow"
        : "send PWD_AUTH before it: 1B and the four bytes of the password",
      visit: visit, at: Places(place))
  }

  private static func checkVicinity(_ talk: PhoneExchange, into lint: inout PhoneLint) {
    guard let request = VicinityRequest(talk.command.span) else { return }
    let (answer, limit) = (talk.answer, 256)
    let asked = request.readsBlocks ? request.blocks(of: talk.command.span)?.count ?? 0 : 0
    let expected = 1 + asked * (request.hasOption ? 5 : 4)
    if answer.count > limit || expected > limit {
      lint.add(
        .iosResponseLength,
        answer.count > limit
          ? "the answer has \(answer.count) bytes, and Core NFC takes \(limit)"
          : "\(asked) blocks of 4 bytes are \(expected) bytes of answer, and Core NFC takes \(limit)",
        change: "read fewer blocks at a time", visit: talk.visit, at: talk.places)
    }
    guard talk.isAnswered, answer.count >= 2, answer[0] & 0x01 != 0 else { return }
    lint.add(
      .iosTagError,
      "the tag answers with error \(Hex.text([answer[1]])): the phone reports error 102, with the code "
        + "under NFCISO15693TagResponseErrorKey",
      change: "look at the error's userInfo", visit: talk.visit, at: talk.places)
  }

  /// What the memory says of reads that were refused.
  static func close(
    _ visit: PhoneVisit, _ contents: [TagContents], into lint: inout PhoneLint
  ) {
    for part in contents where part.isMain {
      for remark in part.remarks {
        guard case .protected(let first, reading: true, let byKey) = remark.kind else { continue }
        for refused in visit.refusedReads where refused.page >= first {
          addProtected(refused.page, byKey: byKey, visit.number, at: refused.place, into: &lint)
        }
      }
    }
  }
}
