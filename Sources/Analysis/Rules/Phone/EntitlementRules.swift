import AppleRules

/// Raises `ios-entitlement-tag` and `ios-entitlement-ndef`, and from what a card does `ios-pace`.
enum EntitlementRules {
  static let tagManual = """
    The app's entitlements do not allow it to read tags: TAG is not among the formats, or they are no \
    array.

    Every session ends at once with error 2 (security violation), without a sheet. TAG is enough \
    for NDEF sessions too. The provisioning profile has to grant it as well, which cannot be seen \
    from the file; where a built app has its profile beside it, that is looked into.
    """

  static let messageManual = """
    NDEF among the formats does not fit the lowest iOS that the app is built for.

    The App Store refuses an upload (ITMS-90778) that has NDEF there and is built for iOS 13 or \
    later, where TAG has taken its place; and one built for iOS 12 that lacks it. Without a known \
    deployment target it is a warning.
    """

  static let paceManual = """
    The card was opened with PACE, and the app's entitlements do not allow that.

    A card that answers to nothing before PACE is only reported to a session that polls with .pace, \
    from iOS 16, and that needs PACE among the formats. Up to iOS 26.3 .pace must be used alone, and \
    then no other tag is reported. A card that does other things without PACE needs none of it.
    """

  static func check(_ app: AppFacts, into lint: inout PhoneLint) {
    checkProfile(app, into: &lint)
    checkSigning(app, into: &lint)
    guard let entitlements = app.entitlements else { return }
    let file = app.entitlementsName
    if let wrong = entitlements.mistyped.first {
      lint.add(
        .iosEntitlementTag, wrong.message, change: wrong.change, lines: wrong.lines, in: file)
      return
    }
    guard let formats = entitlements.formats else {
      if entitlements.nearMisses.contains(where: { $0.meant == Entitlements.key }) { return }
      lint.add(
        .iosEntitlementTag,
        "\(Entitlements.key) is missing: every session ends at once with error 2",
        change: "add to \(file)",
        lines: lines, in: file)
      return
    }
    let hasVariable = formats.contains { $0.contains("$(") }
    let target = app.deploymentTarget
    if !formats.contains("TAG"), !hasVariable, target.map({ $0 >= 13 }) ?? true {
      let near = formats.first { $0.uppercased().filter { !$0.isWhitespace } == "TAG" }
      let beside = near.map { " (\"\($0)\" is another word)" } ?? ""
      lint.add(
        .iosEntitlementTag,
        "TAG is not among the formats\(beside): sessions end at once with error 2",
        change: "add to \(file), to the array under \(Entitlements.key)",
        lines: ["<string>TAG</string>"], in: file)
    }
    if formats.contains("NDEF"), target.map({ $0 >= 13 }) ?? true {
      let built =
        target.map { ": the app is built for iOS \($0)" } ?? ", unless it is built for iOS 12"
      lint.add(
        .iosEntitlementNDEF, severity: target == nil ? .warning : .error,
        "NDEF among the formats makes the App Store refuse the upload (ITMS-90778)\(built)",
        change: "take out of \(file)", lines: ["<string>NDEF</string>"], in: file)
    } else if let target, target < 13, !formats.contains("NDEF"), !hasVariable {
      lint.add(
        .iosEntitlementNDEF,
        "NDEF is not among the formats, and the app is built for iOS \(target), which needs it",
        change: "add to \(file), to the array under \(Entitlements.key)",
        lines: ["<string>NDEF</string>"], in: file)
    }
  }

  private static let lines = PropertyList.lines(Entitlements.key, .list([.text("TAG")]))

  /// A project that signs its app without the file that has the key, or has no such file.
  private static func checkSigning(_ app: AppFacts, into lint: inout PhoneLint) {
    let words: String
    switch app.signing {
    case nil, .named: return
    case .nothing:
      words = "the project has no entitlements: every session ends at once with error 2"
    case .missing(let path):
      words =
        "\(path), which the build settings name, is not there: without it every session ends at "
        + "once with error 2"
    case .unnamed:
      lint.add(
        .iosEntitlementTag, severity: .warning,
        "no build setting names this file (CODE_SIGN_ENTITLEMENTS): the app is signed without it",
        change: "name it in the build settings of the app's target", in: app.entitlementsName)
      return
    }
    lint.add(
      .iosEntitlementTag, words,
      change: "add the capability NFC Tag Reading, which makes a file that has", lines: lines,
      in: app.infoName)
  }

  /// What the app asks for and its profile does not grant. A profile grants more than is asked for.
  private static func checkProfile(_ app: AppFacts, into lint: inout PhoneLint) {
    guard let profile = app.profile else { return }
    let granted = profile.formats ?? []
    let asked = app.entitlements?.formats ?? ["TAG"]
    for format in ["TAG", "PACE"] where asked.contains(format) && !granted.contains(format) {
      lint.add(
        .iosEntitlementTag,
        "the provisioning profile does not grant \(format): a session that needs it ends at once with "
          + "error 2",
        change: "switch on NFC Tag Reading for the app's identifier, and make the profile anew",
        in: app.profileName)
    }
  }

  /// MSE:SET AT with P1 C1 chooses PACE (BSI TR-03110).
  static func check(_ talk: PhoneExchange, into lint: inout PhoneLint) {
    guard talk.command.count > 4, talk.command[1] == 0x22, talk.command[2] == 0xC1,
      talk.command[3] == 0xA4, lint.app.entitlements?.allows("PACE") != true
    else { return }
    let isKnown = lint.app.entitlements != nil
    lint.add(
      .iosPACE, severity: isKnown ? nil : .note,
      "the card is opened with PACE: if it answers to nothing before that, only a session that polls "
        + "with .pace finds it, and that needs PACE among the formats",
      change: "if so, add to \(lint.app.entitlementsName), to the array under \(Entitlements.key)",
      lines: ["<string>PACE</string>"],
      visit: talk.visit, at: talk.places)
  }
}
