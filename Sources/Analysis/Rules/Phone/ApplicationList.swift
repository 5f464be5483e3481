import AppleRules

/// Raises `ios-aid-form` and `ios-aid-order`, and `ios-payment-aid` for what is listed.
enum ApplicationList {
  static let formManual = """
    The list of applications is no array of strings, or an entry in it is no application identifier.

    iOS takes them as hex digits without spaces, in either case; no wildcard and no beginning of a \
    name is documented. ISO/IEC 7816-4 gives them 5 to 16 bytes; Apple names no limit, so a length \
    outside that is a warning. Whether one bad entry spoils the others is not known.
    """

  static let orderManual = """
    The application of passports stands in front of others in the list.

    iOS tries the list from the front on every card, and leaves the first one selected that \
    answers. Behind it, applications of the same card are only reached by another SELECT, and a \
    passport's master file is left as well.
    """

  /// ICAO's application of passports.
  static let passport: [UInt8] = [0xA0, 0x00, 0x00, 0x02, 0x47, 0x10, 0x01]
  /// NFC Forum's application of Type 4 tags.
  static let message: [UInt8] = [0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x01]

  static func check(_ app: AppFacts, into lint: inout PhoneLint) {
    guard let info = app.info else { return }
    if let wrong = info.mistyped.first(where: { $0.key == InfoPlist.Key.selectIdentifiers }) {
      lint.add(
        .iosAIDForm, wrong.message, change: wrong.change, lines: wrong.lines, in: app.infoName)
    }
    for (text, aid) in zip(info.selectIdentifiers, info.applications) where !text.contains("$(") {
      guard let aid else {
        lint.add(
          .iosAIDForm, "\"\(text)\" in the list of applications is no hex",
          change: "write it in pairs of hex digits, without spaces",
          lines: Hexadecimal.mended(text).map { ["<string>\($0)</string>"] } ?? [],
          in: app.infoName)
        continue
      }
      if !(5...16).contains(aid.count) {
        lint.add(
          .iosAIDForm, severity: .warning,
          "\(text) in the list of applications has \(aid.count) bytes; ISO/IEC 7816-4 gives an AID 5 "
            + "to 16",
          change: "list the whole identifier", in: app.infoName)
      }
      if let name = PaymentIdentifier.name(of: aid) {
        lint.add(
          .iosPaymentAID, severity: .warning,
          "\(text) (\(name)) is listed, and no NFCTagReaderSession selects a payment application",
          notes: [PhoneSelection.paymentNote], change: "take out of \(app.infoName)",
          lines: ["<string>\(text)</string>"], in: app.infoName)
      }
    }
    checkOrder(info, app, into: &lint)
  }

  private static func checkOrder(
    _ info: InfoPlist, _ app: AppFacts, into lint: inout PhoneLint
  ) {
    guard let place = info.applications.firstIndex(of: passport),
      place + 1 < info.applications.count
    else { return }
    let text = info.selectIdentifiers[place]
    lint.add(
      .iosAIDOrder,
      "\(text) (passports) stands in front of other applications: on a card that has it, iOS selects "
        + "no other by itself",
      change: "put it last in \(app.infoName)", lines: ["<string>\(text)</string>"],
      in: app.infoName)
  }
}
