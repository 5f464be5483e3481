/// What a project's build settings say of its Info.plist: `project.pbxproj`, read line by line.
package struct BuildSettings: Equatable, Sendable {
  /// Whether Xcode makes or completes the Info.plist.
  package var generatesInfoPlist = false
  /// `INFOPLIST_KEY_NFCReaderUsageDescription`; nil where there is none.
  package var usageDescription: String?
  /// The lowest iOS that the app is built for, as far as it is a number.
  package var deploymentTarget: Int?
  /// Paths that the settings name.
  package var infoPlists: [String] = []
  package var entitlements: [String] = []

  /// Settings of no project.
  package init() {}

  /// Reads the lines `NAME = value;`. Other lines say nothing.
  package init(_ bytes: some Sequence<UInt8>) {
    let text = String(decoding: Array(bytes.prefix(PropertyList.sizeLimit)), as: UTF8.self)
    for line in text.split(whereSeparator: \.isNewline) {
      guard let equals = line.firstIndex(of: "="), let end = line.lastIndex(of: ";"), equals < end
      else { continue }
      let name = Self.bare(line[..<equals])
      take(name, Self.bare(line[line.index(after: equals)..<end]))
    }
  }

  /// Adds what another project's settings say.
  package mutating func merge(_ other: BuildSettings) {
    generatesInfoPlist = generatesInfoPlist || other.generatesInfoPlist
    usageDescription = usageDescription ?? other.usageDescription
    if let target = other.deploymentTarget {
      deploymentTarget = min(deploymentTarget ?? target, target)
    }
    infoPlists += other.infoPlists
    entitlements += other.entitlements
  }

  private mutating func take(_ name: String, _ value: String) {
    switch name {
    case "GENERATE_INFOPLIST_FILE": if value == "YES" { generatesInfoPlist = true }
    case "INFOPLIST_KEY_NFCReaderUsageDescription": usageDescription = value
    case "INFOPLIST_FILE": if !infoPlists.contains(value) { infoPlists.append(value) }
    case "CODE_SIGN_ENTITLEMENTS": if !entitlements.contains(value) { entitlements.append(value) }
    case "IPHONEOS_DEPLOYMENT_TARGET":
      guard let major = Int(value.prefix { $0 != "." }), (1...999).contains(major) else { return }
      deploymentTarget = min(deploymentTarget ?? major, major)
    default: break
    }
  }

  private static func bare(_ text: Substring) -> String {
    let trimmed = text.drop { $0.isWhitespace }
    guard let last = trimmed.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    let word = trimmed[...last]
    return String(
      word.count > 1 && word.first == "\"" && word.last == "\"" ? word.dropFirst().dropLast() : word
    )
  }
}
