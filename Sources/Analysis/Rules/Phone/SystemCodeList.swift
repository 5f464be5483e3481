import AppleRules

/// Raises `ios-system-code-form` and `ios-system-code-order`.
enum SystemCodeList {
  static let formManual = """
    The list of FeliCa systems is no array of strings, or an entry in it is no system code.

    A code has four hex digits, and FF in neither byte: FF stands for any, and iOS refuses wildcards, \
    with error 2.
    """

  static let orderManual = """
    A code that cards have beside 0003 stands in front of it in the list of FeliCa systems.

    iOS polls for the codes in the order of the list, and the first that answers is current. Transit \
    cards of Japan also answer to others, and with one of those in front (88B4, FE00, 86A7) reading \
    was reported to become slow or to break. One report alone says so.
    """

  private static let transit: UInt16 = 0x0003
  private static let secondary: [UInt16] = [0x88B4, 0xFE00, 0x86A7]

  static func check(_ app: AppFacts, into lint: inout PhoneLint) {
    guard let info = app.info else { return }
    if let wrong = info.mistyped.first(where: { $0.key == InfoPlist.Key.systemCodes }) {
      lint.add(
        .iosSystemCodeForm, wrong.message, change: wrong.change, lines: wrong.lines,
        in: app.infoName)
    }
    for (text, code) in zip(info.systemCodes, info.systems)
    where code == nil && !text.contains("$(") {
      let bytes = Hexadecimal.bytes(text)
      let isWildcard = bytes?.count == 2
      let mended =
        isWildcard ? nil : Hexadecimal.mended(text).flatMap { $0.utf8.count == 4 ? $0 : nil }
      lint.add(
        .iosSystemCodeForm,
        isWildcard
          ? "\(text) in the list of FeliCa systems is a wildcard, which iOS refuses"
          : "\"\(text)\" in the list of FeliCa systems is no code of four hex digits",
        change: isWildcard
          ? "list every system code that the app reads in its place"
          : "write the code with four hex digits",
        lines: mended.map { ["<string>\($0)</string>"] } ?? [],
        in: app.infoName)
    }
    guard let place = info.systems.firstIndex(of: transit),
      let early = info.systems[..<place].firstIndex(where: { code in
        code.map { secondary.contains($0) } == true
      })
    else { return }
    lint.add(
      .iosSystemCodeOrder,
      "\(info.systemCodes[early]) stands in front of 0003 in the list of FeliCa systems: a transit "
        + "card is met by it first",
      change: "put in front in \(app.infoName)", lines: ["<string>0003</string>"],
      in: app.infoName)
  }
}
