import AppleRules
import Bytes
import Decoding
import GrammarLanguage

/// Raises `ios-aid-unlisted`, `ios-select-empty`, `ios-payment-aid` and `ios-emrtd-selected`.
enum PhoneSelection {
  static let unlistedManual = """
    The trace selects an application that the app's Info.plist does not list.

    iOS refuses the SELECT with error 2 (security violation) before the card sees it. Without an \
    Info.plist the finding is a note of what it has to list; where the card has no such application \
    anyway, a warning.
    """

  static let emptyManual = """
    The trace selects an application without naming one: 00 A4 04 00 with no data.

    Readers do so to reach whatever application a card has in front. iOS refuses it with error 2, \
    whatever the list of applications says: an app has to select by name.
    """

  static let paymentManual = """
    The trace selects a payment application, or the app lists one.

    NFCTagReaderSession selects none: the outcome is error 2 (security violation). Apple publishes \
    no list of them; this goes by what payment cards are known to have, without transit cards \
    that share a payment scheme's beginning, and some cards were reported to answer all the same. \
    NFCPaymentTagReaderSession, from iOS 26.0, is for that, and needs a granted entitlement, an \
    account and a device in the EU.
    """

  static let passportManual = """
    The trace reads EF.CardAccess, which is under the master file, and the app lists the passport's \
    application.

    iOS has selected that application before the app sees the tag, and EF.CardAccess is not in it. \
    The app has to select the master file first (00 A4 00 0C).
    """

  static let paymentNote =
    "NFCPaymentTagReaderSession does, from iOS 26.0, with a granted entitlement in the EU"

  static let unlessMessages = ", unless NFCNDEFReaderSession reads it, which needs no list"

  static func check(
    _ talk: PhoneExchange, _ visit: inout PhoneVisit, into lint: inout PhoneLint,
    _ story: borrowing Story
  ) {
    EntitlementRules.check(talk, into: &lint)
    let bytes = talk.command
    let command = CommandAPDU(bytes.span)
    guard command.fault == nil else { return }
    if command.cla == 0x90, PhoneExchange.isOfDESFire(command.ins) {
      visit.native = visit.native ?? talk.place
    }
    let data = Array(bytes[command.data.range])
    let isFine = talk.exchange.status == 0x9000
    switch (command.ins, command.p1) {
    case (0xA4, 0x04) where command.cla & 0x80 == 0 && !command.isSecured:
      if isFine, !data.isEmpty { visit.note(application: data, at: talk.place) }
      checkName(data, isFine: isFine, talk, into: &lint)
    case (0xA4, 0x00) where data.isEmpty || data == [0x3F, 0x00]:
      visit.hasMasterFile = true
    case (0xA4, 0x02) where data == [0x01, 0x1C], (0xB0, 0x9C):
      guard !visit.hasMasterFile, lint.app.lists(ApplicationList.passport) else { return }
      lint.add(
        .iosEMRTDSelected,
        "EF.CardAccess is read, and iOS has selected \(Hexadecimal.text(ApplicationList.passport)) "
          + "before: the file is not found",
        change: "select the master file first", lines: ["00 A4 00 0C"], visit: talk.visit,
        at: talk.places)
    default: break
    }
  }

  private static func checkName(
    _ aid: [UInt8], isFine: Bool, _ talk: PhoneExchange, into lint: inout PhoneLint
  ) {
    let name = Hexadecimal.text(aid)
    if aid.isEmpty {
      lint.add(
        .iosSelectEmpty, "SELECT without a name is refused with error 2: the card does not see it",
        change: "select the application by its identifier, and list that", visit: talk.visit,
        at: talk.places)
    } else if let payment = PaymentIdentifier.name(of: aid) {
      lint.add(
        .iosPaymentAID,
        "SELECT \(name) (\(payment)) is refused with error 2: no NFCTagReaderSession selects a payment "
          + "application",
        notes: [paymentNote], visit: talk.visit, at: talk.places)
    } else if lint.app.info == nil {
      let listing = lint.listing([aid])
      lint.add(
        .iosAIDUnlisted, severity: .note,
        "an app that selects \(name) must list it"
          + (aid == ApplicationList.message ? unlessMessages : ""),
        change: listing.change, lines: listing.lines, visit: talk.visit, at: talk.places)
    } else if !lint.app.lists(aid),
      aid != ApplicationList.message || !isFine && !lint.app.mayReadMessagesAlone
    {
      let listing = lint.listing([aid])
      lint.add(
        .iosAIDUnlisted, severity: isFine ? nil : .warning,
        "SELECT \(name) is refused with error 2: \(lint.app.infoName) does not list it",
        change: listing.change, lines: listing.lines, visit: talk.visit, at: talk.places)
    }
  }
}
