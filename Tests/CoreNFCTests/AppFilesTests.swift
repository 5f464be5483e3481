import CoreNFC
import CoreNFCTesting
import Foundation
import Testing

/// What an app's own files say.
@Suite final class AppFilesTests {
  private let turn: PhoneTurn
  private let folder: URL

  init() async throws {
    turn = await PhoneTurn()
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("app-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private let keys: [String: Any] = [
    "CFBundleName": "App", "LSRequiresIPhoneOS": true,
    "NFCReaderUsageDescription": "Reads tickets.",
    "com.apple.developer.nfc.readersession.iso7816.select-identifiers": ["d2760000850101"],
    "com.apple.developer.nfc.readersession.felica.systemcodes": ["12FC"],
  ]

  @Test("Property lists are read in XML and binary", arguments: [true, false])
  func filesAreRead(isBinary: Bool) async throws {
    let plist = try write(keys, "Info.plist", isBinary)
    let entitlements = try write(
      ["com.apple.developer.nfc.readersession.formats": ["TAG"]], "App.entitlements", isBinary)
    let phone = TestPhone(try TestApp(infoPlist: plist, entitlements: entitlements))
    let reader = TransitCardReader()
    reader.scan()
    phone.hold(try TestTag(card: "felica-lite-s"))
    try await phone.sessionEnds()
    #expect(reader.systemCode == "12fc")
  }

  /// A key with a space behind it is another key.
  @Test func strayedKeyIsNone() async throws {
    var strayed = keys
    strayed["com.apple.developer.nfc.readersession.felica.systemcodes"] = nil
    strayed["com.apple.developer.nfc.readersession.felica.systemcodes "] = ["12FC"]
    let plist = try write(strayed, "Info.plist", false)
    let entitlements = try write(
      ["com.apple.developer.nfc.readersession.formats": ["TAG"]], "App.entitlements", false)
    let app = try TestApp(infoPlist: plist, entitlements: entitlements)
    #expect(
      app.plist.nearMisses.map(\.meant)
        == ["com.apple.developer.nfc.readersession.felica.systemcodes"])
    let phone = TestPhone(app)
    let reader = TransitCardReader()
    reader.scan()
    #expect(try await phone.sessionEnds() == .readerErrorSecurityViolation)
  }

  /// Xcode writes a key into the built Info.plist that only the build settings have.
  @Test("A key of the build settings is one of the app's", arguments: [nil, "Reads tickets."])
  func buildSettingsCompleteThePlist(usageDescription: String?) async throws {
    var incomplete = keys
    incomplete["NFCReaderUsageDescription"] = nil
    let app = try TestApp(
      infoPlist: try write(incomplete, "Info.plist", false),
      entitlements: try write(
        ["com.apple.developer.nfc.readersession.formats": ["TAG"]], "App.entitlements", false),
      usageDescription: usageDescription)
    let phone = TestPhone(app)
    let reader = TransitCardReader()
    reader.scan()
    phone.hold(try TestTag(card: "felica-lite-s"))
    if usageDescription == nil {
      await #expect(throws: PhoneFailure.self) { try await phone.sessionEnds() }
    } else {
      try await phone.sessionEnds()
      #expect(reader.systemCode == "12fc")
    }
  }

  /// Something else than a list of texts is no list; the session is refused as without it.
  @Test(
    "Values of another kind",
    arguments: [
      "12FC" as any Sendable, 7, ["12FC": "12FC"], [7, 8], [["12FC"]], [String](), ["12FC", "ÿÿ"],
      [""], ["12F"], ["12FC0"], ["0x12FC"], [" 12FC"], ["12FF"], ["ff00"],
    ])
  func valuesOfAnotherKind(value: any Sendable) async throws {
    var strange = keys
    strange["com.apple.developer.nfc.readersession.felica.systemcodes"] = value
    let plist = try write(strange, "Info.plist", false)
    let entitlements = try write(
      ["com.apple.developer.nfc.readersession.formats": ["TAG"]], "App.entitlements", false)
    let phone = TestPhone(try TestApp(infoPlist: plist, entitlements: entitlements))
    let reader = TransitCardReader()
    reader.scan()
    phone.hold(try TestTag(card: "felica-lite-s"))
    #expect(try await phone.sessionEnds() == .readerErrorSecurityViolation, "\(value)")
  }

  @Test(
    "Entitlements of another kind", arguments: ["TAG" as any Sendable, 1, ["tag"], ["TAG "], [[]]])
  func entitlementsOfAnotherKind(value: any Sendable) async throws {
    let plist = try write(keys, "Info.plist", true)
    let entitlements = try write(
      ["com.apple.developer.nfc.readersession.formats": value], "App.entitlements", true)
    let phone = TestPhone(try TestApp(infoPlist: plist, entitlements: entitlements))
    TransitCardReader().scan()
    #expect(try await phone.sessionEnds() == .readerErrorSecurityViolation, "\(value)")
  }

  @Test func otherFilesAreRefused() throws {
    let text = folder.appendingPathComponent("Info.plist")
    try "nothing of the kind".write(to: text, atomically: true, encoding: .utf8)
    #expect(throws: TestInputError.self) { try TestApp(infoPlist: text, entitlements: text) }
  }

  private func write(_ keys: [String: Any], _ name: String, _ isBinary: Bool) throws -> URL {
    let data = try PropertyListSerialization.data(
      fromPropertyList: keys, format: isBinary ? .binary : .xml, options: 0)
    let file = folder.appendingPathComponent(name)
    try data.write(to: file)
    return file
  }
}
