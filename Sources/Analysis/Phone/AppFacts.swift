package import AppleRules

/// What is known of an app: the files that iOS looks into, as far as they were given.
package struct AppFacts: Equatable, Sendable {
  package var info: InfoPlist?
  package var entitlements: Entitlements?
  package var settings: BuildSettings?
  /// What the app's provisioning profile grants.
  package var profile: Entitlements?
  /// What a whole project does with its entitlements; nil where none was looked through.
  package var signing: Signing?
  /// What messages call the files.
  package var infoName = "Info.plist"
  package var entitlementsName = "the entitlements"
  package var profileName = "embedded.mobileprovision"
  /// The lowest iOS that the app runs on, where it is known.
  package var deploymentTarget: Int?

  package init() {}

  /// Whether the app may be one that reads with `NFCNDEFReaderSession` alone, which asks for no list.
  var mayReadMessagesAlone: Bool { info?.selectIdentifiers.isEmpty != false }

  /// Whether the app lists an application.
  func lists(_ aid: [UInt8]) -> Bool { info?.applications.contains(aid) == true }

  /// Whether the app lists a FeliCa system.
  func lists(system: UInt16) -> Bool { info?.systems.contains(system) == true }
}

/// Which entitlements a project signs its app with.
package enum Signing: Equatable, Sendable {
  /// Those of a file that its build settings name.
  case named
  /// None: no build setting names a file, and there is none.
  case nothing
  /// Its build settings name a file that is not there.
  case missing(String)
  /// There is a file, and no build setting names one.
  case unnamed
}

/// What a person is told to add, and where.
struct Listing {
  let change: String
  let lines: [String]
}

extension PhoneLint {
  /// How applications are listed: with their key where that is not there yet, which is said once.
  mutating func listing(_ aids: [[UInt8]]) -> Listing {
    listing(aids.map { Hexadecimal.text($0) }, under: InfoPlist.Key.selectIdentifiers)
  }

  /// The same for FeliCa systems.
  mutating func listing(systems: [UInt16]) -> Listing {
    listing(
      systems.map { Hexadecimal.text([UInt8($0 >> 8), UInt8($0 & 0xFF)]) },
      under: InfoPlist.Key.systemCodes)
  }

  private mutating func listing(_ texts: [String], under key: String) -> Listing {
    let isThere =
      app.info?.present.contains(key) == true
      || app.info?.nearMisses.contains { $0.meant == key } == true
    let isNew = !isThere && said.insert(key).inserted
    let place = app.info == nil ? "Info.plist has to have" : "add to \(app.infoName)"
    guard isNew else {
      return Listing(
        change: "\(place), \(app.info == nil ? "in" : "to") the array under \(key)",
        lines: texts.map { "<string>\($0)</string>" })
    }
    return Listing(
      change: place, lines: PropertyList.lines(key, .list(texts.map { .text($0) })))
  }
}
