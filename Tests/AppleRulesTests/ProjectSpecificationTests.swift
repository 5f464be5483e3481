import Testing

@testable import AppleRules

/// XcodeGen's `project.yml`.
@Suite struct ProjectSpecificationTests {
  private static let text = """
    name: App   # a comment
    options:
      deploymentTarget:
        iOS: "15.0"
    targets:
      App:
        info:
          path: App/Info.plist
          properties:
            NFCReaderUsageDescription: 'Reads tags: all of them #1.'
            com.apple.developer.nfc.readersession.iso7816.select-identifiers:
              - D2760000850101
              - "A0000002471001"  # passports
            com.apple.developer.nfc.readersession.felica.systemcodes: ["0003", 12FC]
        entitlements:
          path: App/App.entitlements
          properties:
            com.apple.developer.nfc.readersession.formats: [TAG]
        settings:
          base:
            GENERATE_INFOPLIST_FILE: YES
    """

  @Test func keysAreRead() {
    let found = ProjectSpecification(Self.text.utf8)
    let info = InfoPlist(found.info)
    #expect(info.usageDescription == "Reads tags: all of them #1.")
    #expect(info.selectIdentifiers == ["D2760000850101", "A0000002471001"])
    #expect(info.systemCodes == ["0003", "12FC"])
    #expect(Entitlements(found.entitlements).formats == ["TAG"])
    #expect(found.configuration.deploymentTarget == 15)
    #expect(found.configuration.infoPlist == "App/Info.plist")
    #expect(found.configuration.entitlements == "App/App.entitlements")
    #expect(found.configuration.generatesInfoPlist)
  }

  @Test func damageIsBorne() {
    let bytes = Array(Self.text.utf8)
    for end in bytes.indices { _ = ProjectSpecification(bytes[..<end]) }
    #expect(ProjectSpecification("- \n:\n: x\n[]: [\n".utf8).info.isEmpty)
  }
}
