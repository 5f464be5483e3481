import AppleRules

/// Raises `ios-usage-description`, `ios-key-name` and `ios-misplaced-key`.
enum AppFileRules {
  static let usageManual = """
    The app's Info.plist has no NFCReaderUsageDescription, or an empty one.

    iOS ends the app when its first session begins. Xcode may put the key into Info.plist while it \
    builds, from INFOPLIST_KEY_NFCReaderUsageDescription: with --app the project's build settings \
    are looked at too, and a file that is plainly completed later is only noted.
    """

  static let keyManual = """
    A key in Info.plist or in the entitlements has a typing error, or stands there twice.

    iOS compares keys letter for letter. A space in front of or behind the name is enough for error \
    2 (security violation), as if the key were missing; of a key that stands there twice only one is \
    seen.
    """

  static let misplacedManual = """
    A key stands in the wrong one of the two files.

    The formats of com.apple.developer.nfc.readersession.formats belong into the entitlements; the \
    lists of applications and of FeliCa systems into Info.plist. In the other file no effect of them \
    is documented.
    """

  static func check(_ app: AppFacts, into lint: inout PhoneLint) {
    if let info = app.info {
      checkUsage(info, app, into: &lint)
      checkKeys(info.nearMisses, info.repeatedKeys, in: app.infoName, into: &lint)
      for key in info.misplacedKeys {
        lint.add(
          .iosMisplacedKey,
          "\(key) has no effect in Info.plist: iOS looks for it in the entitlements",
          change: "move it into \(app.entitlementsName)", in: app.infoName)
      }
    }
    if let entitlements = app.entitlements {
      checkKeys(
        entitlements.nearMisses, entitlements.repeatedKeys, in: app.entitlementsName, into: &lint)
      for key in entitlements.misplacedKeys {
        lint.add(
          .iosMisplacedKey,
          "\(key) has no effect in the entitlements: iOS looks for it in Info.plist",
          change: "move it into \(app.infoName)", in: app.entitlementsName)
      }
    }
  }

  private static func checkUsage(
    _ info: InfoPlist, _ app: AppFacts, into lint: inout PhoneLint
  ) {
    let key = InfoPlist.Key.usageDescription
    if let text = info.usageDescription ?? app.settings?.usageDescription {
      if text.allSatisfy(\.isWhitespace) {
        lint.add(
          .iosUsageDescription, "\(key) is empty: iOS ends the app when a session begins",
          change: "say in it why the app reads tags", in: app.infoName)
      }
      return
    }
    if info.nearMisses.contains(where: { $0.meant == key }) { return }
    let lines = ["<key>\(key)</key>", "<string>Why this app reads tags.</string>"]
    if app.settings?.generatesInfoPlist == true {
      lint.add(
        .iosUsageDescription,
        "\(key) is neither in Info.plist nor in the build settings: iOS ends the app when a session "
          + "begins",
        change: "set in the build settings, or add to Info.plist",
        lines: ["INFOPLIST_KEY_\(key) = \"Why this app reads tags.\""], in: app.infoName)
    } else if !info.isWhole, app.settings == nil {
      lint.add(
        .iosUsageDescription, severity: .note,
        "\(key) is not in this Info.plist, which Xcode completes: it must come from "
          + "INFOPLIST_KEY_\(key) in the build settings",
        change: "if it does not, add to \(app.infoName)", lines: lines, in: app.infoName)
    } else {
      lint.add(
        .iosUsageDescription, "\(key) is missing: iOS ends the app when a session begins",
        change: "add to \(app.infoName)", lines: lines, in: app.infoName)
    }
  }

  private static func checkKeys(
    _ misses: [NearMiss], _ repeated: [String], in file: String, into lint: inout PhoneLint
  ) {
    for miss in misses {
      lint.add(
        .iosKeyName,
        "\"\(miss.written)\" is no key of iOS: it is not seen, and what is under it is not",
        change: "write it", lines: ["<key>\(miss.meant)</key>"], in: file)
    }
    for key in repeated {
      lint.add(
        .iosKeyName, severity: .warning, "\(key) stands there twice: only one of them is seen",
        change: "put all of it under one key", in: file)
    }
  }
}
