import Testing

@testable import AppleRules

/// Build settings of projects as Xcode writes them.
@Suite struct BuildSettingsTests {
  /// A project of iOS 12 with an app of iOS 15, its tests, and a widget.
  private static func project(debug: String, release: String) -> String {
    """
    /* Begin XCBuildConfiguration section */
    \(configuration("Debug", "IPHONEOS_DEPLOYMENT_TARGET = 12.0;\nSDKROOT = iphoneos;"))
    \(configuration("Release", "IPHONEOS_DEPLOYMENT_TARGET = 12.0;\nSDKROOT = iphoneos;"))
    \(configuration("Debug", app + debug))
    \(configuration("Release", app + release))
    \(configuration("Debug", tests))
    \(configuration("Debug", widget))
    """
  }

  private static func configuration(_ name: String, _ settings: String) -> String {
    "\t\tA1 /* \(name) */ = {\n\t\t\tisa = XCBuildConfiguration;\n\t\t\tbuildSettings = {\n"
      + settings + "\n\t\t\t};\n\t\t\tname = \(name);\n\t\t};"
  }

  private static let app = """
    \t\t\t\t"CODE_SIGN_ENTITLEMENTS[sdk=iphoneos*]" = "$(SRCROOT)/My App/My App.entitlements";
    \t\t\t\tINFOPLIST_FILE = App/Info.plist;
    \t\t\t\tGENERATE_INFOPLIST_FILE = YES;
    \t\t\t\tPRODUCT_NAME = "$(TARGET_NAME)";

    """
  private static let tests = """
    GENERATE_INFOPLIST_FILE = YES;
    INFOPLIST_FILE = Tests/Info.plist;
    IPHONEOS_DEPLOYMENT_TARGET = 9.0;
    TEST_HOST = "$(BUILT_PRODUCTS_DIR)/App.app/App";
    """
  private static let widget = """
    CODE_SIGN_ENTITLEMENTS = Widget/Widget.entitlements;
    IPHONEOS_DEPLOYMENT_TARGET = 8.0;
    LD_RUNPATH_SEARCH_PATHS = (
      "@executable_path/../../Frameworks",
    );
    PRODUCT_NAME = Widget;
    """
  private static let usage = "INFOPLIST_KEY_NFCReaderUsageDescription = \"Reads tags; a = b.\";\n"
  private static let target = "IPHONEOS_DEPLOYMENT_TARGET = 15.0;\n"

  @Test func testsAndExtensionsSayNothingOfTheApp() {
    let settings = BuildSettings(
      Self.project(debug: Self.usage + Self.target, release: Self.usage + Self.target).utf8)
    #expect(settings.deploymentTarget == 15)
    #expect(settings.infoPlists == ["App/Info.plist", "App/Info.plist"])
    #expect(Set(settings.entitlements) == ["$(SRCROOT)/My App/My App.entitlements"])
    #expect(settings.usageDescription == "Reads tags; a = b.")
    #expect(settings.withoutUsageDescription.isEmpty)
  }

  @Test func projectsSpeakForTheirTargets() {
    let settings = BuildSettings(Self.project(debug: Self.target, release: "").utf8)
    #expect(settings.configurations.map(\.deploymentTarget) == [15, 12])
    #expect(settings.deploymentTarget == 12)
    #expect(settings.usageDescription == nil)
  }

  @Test func aConfigurationThatLacksWhatTheOtherHasIsNamed() {
    let settings = BuildSettings(Self.project(debug: Self.usage, release: "").utf8)
    #expect(settings.withoutUsageDescription == ["Release"])
  }

  /// As old test projects and other tools write them: no sections.
  @Test func looseLinesAreRead() {
    let settings = BuildSettings(
      """
      \t\t\t\tGENERATE_INFOPLIST_FILE = YES;
      \t\t\t\tINFOPLIST_KEY_NFCReaderUsageDescription = "To read tags.";
      \t\t\t\tIPHONEOS_DEPLOYMENT_TARGET = 16.4;
      \t\t\t\tIPHONEOS_DEPLOYMENT_TARGET = 15.0;
      \t\t\t\tCODE_SIGN_ENTITLEMENTS = App/App.entitlements;
      """.utf8)
    #expect(settings.generatesInfoPlist)
    #expect(settings.usageDescription == "To read tags.")
    #expect(settings.deploymentTarget == 15)
    #expect(settings.entitlements == ["App/App.entitlements"])
  }

  @Test func configurationFilesFillWhatIsMissing() {
    let shared = BuildSettings.configurationFile(
      """
      // INFOPLIST_KEY_NFCReaderUsageDescription = none
      #include "Base.xcconfig"
      INFOPLIST_KEY_NFCReaderUsageDescription = See https://example.com. // why
      IPHONEOS_DEPLOYMENT_TARGET[sdk=iphoneos*] = 16.4
      CODE_SIGN_ENTITLEMENTS = App/App.entitlements;
      """.utf8)
    #expect(shared.usageDescription == "See https://example.com.")
    #expect(shared.deploymentTarget == 16)
    #expect(shared.entitlements == "App/App.entitlements")
    var settings = BuildSettings(Self.project(debug: "", release: "").utf8)
    settings.fill(from: shared)
    #expect(settings.withoutUsageDescription.isEmpty)
    #expect(settings.deploymentTarget == 12)
  }

  @Test func damageIsBorne() {
    let bytes = Array(Self.project(debug: Self.usage, release: Self.target).utf8)
    for end in bytes.indices { _ = BuildSettings(bytes[..<end]) }
    #expect(BuildSettings("buildSettings = {\n};\n=;\n\"=;\n[=\n".utf8).configurations.isEmpty)
  }
}
