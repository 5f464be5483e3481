/// What one configuration of a target says: Debug of the app, Release of its tests.
package struct BuildConfiguration: Equatable, Sendable {
  package var name: String?
  /// Whether Xcode makes or completes the Info.plist.
  package var generatesInfoPlist = false
  /// `INFOPLIST_KEY_NFCReaderUsageDescription`; nil where there is none.
  package var usageDescription: String?
  /// The lowest iOS that it is built for, as far as that is a number.
  package var deploymentTarget: Int?
  /// The paths that it names, as they stand there.
  package var infoPlist: String?
  package var entitlements: String?
  /// Whether it has a product of its own; what a whole project says has none.
  var hasProduct = false
  /// Whether that is no app of a phone: tests, an extension, an app of a Mac or a watch.
  var isOfOther = false

  package init() {}

  /// Whether it says anything that is of use here.
  var isEmpty: Bool {
    var nameless = self
    nameless.name = nil
    return nameless == BuildConfiguration()
  }

  /// Takes in a setting.
  mutating func take(_ name: String, _ value: String) {
    switch name {
    case "GENERATE_INFOPLIST_FILE":
      if ["YES", "TRUE", "1"].contains(value.uppercased()) { generatesInfoPlist = true }
    case "INFOPLIST_KEY_NFCReaderUsageDescription": usageDescription = value
    case "INFOPLIST_FILE": if !value.isEmpty { infoPlist = value }
    case "CODE_SIGN_ENTITLEMENTS": if !value.isEmpty { entitlements = value }
    case "IPHONEOS_DEPLOYMENT_TARGET": deploymentTarget = Self.major(value) ?? deploymentTarget
    case "TEST_HOST", "TEST_TARGET_NAME", "BUNDLE_LOADER", "MACOSX_DEPLOYMENT_TARGET",
      "WATCHOS_DEPLOYMENT_TARGET", "TVOS_DEPLOYMENT_TARGET":
      isOfOther = true
    case "APPLICATION_EXTENSION_API_ONLY": if value == "YES" { isOfOther = true }
    case "SDKROOT": if !value.hasPrefix("iphone"), value != "auto" { isOfOther = true }
    default: break
    }
    if Self.ofProducts.contains(name) { hasProduct = true }
  }

  /// Takes from what holds for a whole project what is not said here.
  mutating func fill(from other: BuildConfiguration) {
    generatesInfoPlist = generatesInfoPlist || other.generatesInfoPlist
    usageDescription = usageDescription ?? other.usageDescription
    deploymentTarget = deploymentTarget ?? other.deploymentTarget
    infoPlist = infoPlist ?? other.infoPlist
    entitlements = entitlements ?? other.entitlements
  }

  private static let ofProducts: Set<String> = [
    "PRODUCT_NAME", "PRODUCT_BUNDLE_IDENTIFIER", "INFOPLIST_FILE", "CODE_SIGN_ENTITLEMENTS",
    "GENERATE_INFOPLIST_FILE", "TEST_HOST", "TEST_TARGET_NAME",
  ]

  /// The first number of a version.
  package static func major(_ version: String) -> Int? {
    guard let major = Int(version.prefix { $0 != "." }), (1...999).contains(major) else {
      return nil
    }
    return major
  }
}
