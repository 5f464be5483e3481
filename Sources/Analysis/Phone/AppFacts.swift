package import AppleRules

/// What is known of an app: the files that iOS looks into, as far as they were given.
package struct AppFacts: Equatable, Sendable {
  package var info: InfoPlist?
  package var entitlements: Entitlements?
  package var settings: BuildSettings?
  /// What messages call the files.
  package var infoName = "Info.plist"
  package var entitlementsName = "the entitlements"
  /// The lowest iOS that the app runs on, where it is known.
  package var deploymentTarget: Int?

  package init() {}

  /// Whether the app lists an application.
  func lists(_ aid: [UInt8]) -> Bool { info?.applications.contains(aid) == true }

  /// Whether the app lists a FeliCa system.
  func lists(system: UInt16) -> Bool { info?.systems.contains(system) == true }

  /// The lines that list applications: the whole key where there is none yet.
  func lines(listing aids: [[UInt8]]) -> [String] {
    lines(
      aids.map { Hexadecimal.text($0) }, under: InfoPlist.Key.selectIdentifiers,
      isNew: info?.selectIdentifiers.isEmpty != false)
  }

  /// The lines that list FeliCa systems.
  func lines(listing systems: [UInt16]) -> [String] {
    lines(
      systems.map { Hexadecimal.text([UInt8($0 >> 8), UInt8($0 & 0xFF)]) },
      under: InfoPlist.Key.systemCodes, isNew: info?.systemCodes.isEmpty != false)
  }

  private func lines(_ texts: [String], under key: String, isNew: Bool) -> [String] {
    let items = texts.map { "<string>\($0)</string>" }
    guard isNew else { return items }
    return ["<key>\(key)</key>", "<array>"] + items.map { "\t\($0)" } + ["</array>"]
  }

  /// What a person is told to add such lines to.
  func place(of key: String, isNew: Bool) -> String {
    isNew ? "add to \(infoName)" : "add to \(infoName), to the array under \(key)"
  }

  /// The same for the list of applications, and for that of FeliCa systems.
  var placeOfApplications: String {
    place(
      of: InfoPlist.Key.selectIdentifiers, isNew: info?.selectIdentifiers.isEmpty != false)
  }
  var placeOfSystems: String {
    place(of: InfoPlist.Key.systemCodes, isNew: info?.systemCodes.isEmpty != false)
  }
}
