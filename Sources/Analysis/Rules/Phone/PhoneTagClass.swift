import AppleRules
import Decoding

/// Raises `ios-card-invisible`, `ios-ndef-aid-missing`, `ios-desfire-class` and
/// `ios-mifare-classic`: what the phone would take a card for.
enum PhoneTagClass {
  static let invisibleManual = """
    The card has none of the applications that the app lists, and so is never reported to it.

    On every ISO 7816 card iOS tries the list from the front; the first application that can be \
    selected makes the card known to the app, and one without any is passed over in silence. Not \
    raised for MIFARE DESFire, which comes as MIFARE without one.
    """

  static let messageManual = """
    D2760000850101 is not listed, and the card has its NDEF message, or seems to, under that name.

    NTAG 424 DNA is then not reported, and MIFARE DESFire comes as a MIFARE tag, of which NDEF \
    cannot be read in a tag session. Raised where the trace selects it, and for ATQA 0344 with SAK \
    20. A note where the app lists no application at all: it may read with NFCNDEFReaderSession, \
    which selects it by itself.
    """

  static let nativeManual = """
    MIFARE DESFire's own commands are sent, and the app lists D2760000850101.

    A DESFire card that has its NDEF message under that name then comes as an ISO 7816 tag, which \
    has no way to send native commands, and wrapped ones were reported to fail with 0B. Without \
    that entry the card comes as MIFARE.
    """

  static let classicManual = """
    The card is a MIFARE Classic by its SAK or by what was said, and the phone cannot read it.

    The tag session has no way to authenticate with Crypto1: the card is not reported, or every \
    command fails. One with an NDEF message may still be read by NFCNDEFReaderSession; one report \
    alone says so.
    """

  static func check(_ visit: PhoneVisit, into lint: inout PhoneLint) {
    if visit.isClassic || visit.saysClassic && !visit.isISODEP {
      let sak = visit.sak.map { " (SAK \(Hexadecimal.text([$0])))" } ?? ""
      addClassic(
        sak, visit: visit.number, at: Places(Place(frame: visit.firstFrame, bytes: 0..<0)),
        into: &lint)
    }
    guard lint.app.info != nil, visit.isISODEP || visit.isDESFire else { return }
    checkMessage(visit, into: &lint)
    checkNative(visit, into: &lint)
    checkVisible(visit, into: &lint)
  }

  /// A MIFARE Classic, and what says so.
  static func addClassic(
    _ reason: String, visit: Int, at places: Places, into lint: inout PhoneLint
  ) {
    lint.add(
      .iosMIFAREClassic,
      "the card is a MIFARE Classic\(reason): Core NFC has no Crypto1, so nothing of it can be read",
      notes: ["One with an NDEF message may be read by NFCNDEFReaderSession"],
      change: "use NTAG, MIFARE Ultralight or DESFire cards", visit: visit, at: places)
  }

  private static func checkMessage(_ visit: PhoneVisit, into lint: inout PhoneLint) {
    let message = ApplicationList.message
    guard !lint.app.lists(message) else { return }
    let name = Hexadecimal.text(message)
    if let selected = visit.answered.first(where: { $0.aid == message }) {
      let listing = lint.listing([message])
      lint.add(
        .iosNDEFAIDMissing, severity: lint.app.mayReadMessagesAlone ? .note : nil,
        "the card's NDEF message is under \(name), which is not listed: NTAG 424 DNA is not reported, "
          + "DESFire comes as MIFARE without it"
          + (lint.app.mayReadMessagesAlone ? PhoneSelection.unlessMessages : ""),
        change: listing.change, lines: listing.lines,
        visit: visit.number, at: Places(selected.place))
    } else if visit.isDESFire, visit.answered.isEmpty {
      let listing = lint.listing([message])
      lint.add(
        .iosNDEFAIDMissing, severity: .note,
        "the card answers as MIFARE DESFire and NTAG 424 DNA do (ATQA 0344, SAK 20), and \(name) is "
          + "not listed: an NTAG 424 DNA is not reported",
        change: listing.change, lines: listing.lines,
        visit: visit.number, at: Places(Place(frame: visit.firstFrame, bytes: 0..<0)))
    }
  }

  private static func checkNative(_ visit: PhoneVisit, into lint: inout PhoneLint) {
    let message = ApplicationList.message
    guard let native = visit.native, lint.app.lists(message) else { return }
    let isThere = visit.answered.contains { $0.aid == message }
    let name = Hexadecimal.text(message)
    lint.add(
      .iosDESFireClass, severity: isThere ? nil : .note,
      isThere
        ? "DESFire commands are sent, and \(name) is listed and on the card: it comes as an ISO 7816 "
          + "tag, not as MIFARE, and they fail"
        : "DESFire commands are sent, and \(name) is listed: a card that has it comes as an ISO 7816 "
          + "tag, not as MIFARE, and they fail",
      change: "an app that needs DESFire's own commands leaves out of \(lint.app.infoName)",
      lines: ["<string>\(name)</string>"], visit: visit.number, at: Places(native))
  }

  private static func checkVisible(_ visit: PhoneVisit, into lint: inout PhoneLint) {
    guard !visit.isDESFire || visit.answered.contains(where: { $0.aid == ApplicationList.message }),
      let first = visit.answered.first,
      !visit.answered.contains(where: { lint.app.lists($0.aid) })
    else { return }
    // What is missing for the message's application was said already.
    let useful = visit.answered.map(\.aid).filter {
      PaymentIdentifier.name(of: $0) == nil && $0 != ApplicationList.message
    }
    guard !useful.isEmpty else { return }
    let listing = lint.listing([useful[0]])
    lint.add(
      .iosCardInvisible,
      "no listed application answered on this card, so the app never sees it; "
        + useful.prefix(8).map { Hexadecimal.text($0) }.joined(separator: ", ") + " answered",
      change: listing.change, lines: listing.lines,
      visit: visit.number, at: Places(first.place))
  }
}
