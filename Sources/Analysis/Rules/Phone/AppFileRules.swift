import AppleRules

/// Raises `ios-usage-description`, `ios-key-name` and `ios-misplaced-key`.
enum AppFileRules {
  static let usageManual = """
    The app's Info.plist has no NFCReaderUsageDescription, or an empty one, or no string there.

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
      for entry in info.misplaced {
        addMisplaced(
          entry, in: app.infoName, "Info.plist", to: app.entitlementsName, "the entitlements",
          isThere: app.entitlements?.formats != nil, into: &lint)
      }
    }
    if let entitlements = app.entitlements {
      checkKeys(
        entitlements.nearMisses, entitlements.repeatedKeys, in: app.entitlementsName, into: &lint)
      for entry in entitlements.misplaced {
        addMisplaced(
          entry, in: app.entitlementsName, "the entitlements", to: app.infoName, "Info.plist",
          isThere: app.info?.present.contains(entry.key) == true, into: &lint)
      }
    }
  }

  private static func addMisplaced(
    _ entry: PropertyList.Entry, in file: String, _ here: String, to other: String,
    _ there: String, isThere: Bool, into lint: inout PhoneLint
  ) {
    lint.add(
      .iosMisplacedKey, severity: isThere ? .note : nil,
      "\(entry.key) has no effect in \(here): iOS looks for it in \(there)",
      change: isThere ? "take it out; \(other) has it" : "move it into \(other)",
      lines: isThere ? [] : PropertyList.lines(entry.key, entry.value), in: file)
  }

  private static func checkUsage(
    _ info: InfoPlist, _ app: AppFacts, into lint: inout PhoneLint
  ) {
    let key = InfoPlist.Key.usageDescription
    if let wrong = info.mistyped.first(where: { $0.key == key }) {
      lint.add(
        .iosUsageDescription, wrong.message, change: wrong.change, lines: wrong.lines,
        in: app.infoName)
      return
    }
    if let text = info.usageDescription ?? app.settings?.usageDescription {
      if text.allSatisfy(\.isWhitespace) {
        lint.add(
          .iosUsageDescription, "\(key) is empty: iOS ends the app when a session begins",
          change: "say in it why the app reads tags", in: app.infoName)
      } else if info.usageDescription == nil {
        checkConfigurations(app, into: &lint)
      }
      return
    }
    if info.nearMisses.contains(where: { $0.meant == key }) { return }
    let lines = PropertyList.lines(key, .text("Why this app reads tags."))
    if app.settings?.generatesInfoPlist == true {
      lint.add(
        .iosUsageDescription,
        "\(key) is neither in Info.plist nor in the build settings: iOS ends the app when a session "
          + "begins",
        change: "set INFOPLIST_KEY_\(key) in the build settings, or add to Info.plist",
        lines: lines, in: app.infoName)
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

  /// A description that Debug has in its build settings, and Release has not.
  private static func checkConfigurations(_ app: AppFacts, into lint: inout PhoneLint) {
    let names = Set(app.settings?.withoutUsageDescription ?? []).sorted()
    guard !names.isEmpty else { return }
    let key = InfoPlist.Key.usageDescription
    lint.add(
      .iosUsageDescription,
      "the build settings have INFOPLIST_KEY_\(key), but not for \(names.joined(separator: ", ")): iOS "
        + "ends that app when a session begins",
      change: "set it for every configuration", in: app.infoName)
  }

  private static func checkKeys(
    _ misses: [NearMiss], _ repeated: [String], in file: String, into lint: inout PhoneLint
  ) {
    for miss in misses {
      lint.add(
        .iosKeyName, severity: miss.isBesideIt ? .warning : nil,
        "\"\(miss.written)\" is no key of iOS: it is not seen, and what is under it is not",
        change: miss.isBesideIt ? "take it out, or put what is under it under" : "write it",
        lines: ["<key>\(miss.meant)</key>"], in: file)
    }
    for key in repeated {
      lint.add(
        .iosKeyName, severity: .warning, "\(key) stands there twice: only one of them is seen",
        change: "put all of it under one key", in: file)
    }
  }
}

extension MistypedValue {
  var message: String { "\(key) is \(found), and iOS takes \(wanted): it counts as missing" }

  var change: String { lines.isEmpty ? "make \(wanted) of it" : "write in its place" }
}
