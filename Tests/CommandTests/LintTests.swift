import Foundation
import Testing

/// `nfctrace lint`: a trace, an app's files, or both.
@Suite struct LintTests {
  private static let passport = "> 00A4040007A000000247100100\n< 9000\n"

  private static func plist(_ keys: [String: Any]) throws -> Data {
    try PropertyListSerialization.data(fromPropertyList: keys, format: .binary, options: 0)
  }

  private static let info: [String: any Sendable] = [
    "CFBundleIdentifier": "org.example.app", "CFBundleExecutable": "App",
    "NFCReaderUsageDescription": "To read tags.",
    "com.apple.developer.nfc.readersession.iso7816.select-identifiers": ["D2760000850101"],
  ]

  @Test func saysWhatToPaste() throws {
    let scratch = Scratch()
    _ = try scratch.write(Data(Self.passport.utf8), to: "visit.txt")
    _ = try scratch.write(Self.plist(Self.info), to: "Info.plist")
    let run = try Child.nfctrace(["lint", "visit.txt", "--info-plist", "Info.plist"], in: scratch)
    #expect(run.code == 1, "\(run.error)")
    #expect(run.lines.contains("error  ios-aid-unlisted  visit.txt, frame 1"), "\(run.text)")
    #expect(run.lines.contains("        <string>A0000002471001</string>"), "\(run.text)")
    let lines = try Child.nfctrace(
      ["lint", "visit.txt", "Info.plist", "--format", "lines"], in: scratch)
    #expect(
      lines.lines.contains { $0.hasPrefix("visit.txt:1: error: SELECT A0000002471001 is refused") })
    let github = try Child.nfctrace(
      ["lint", "visit.txt", "Info.plist", "--format", "github"], in: scratch)
    #expect(
      github.lines.contains { $0.hasPrefix("::error file=visit.txt,title=ios-aid-unlisted::") })
  }

  @Test func jsonIsJSON() throws {
    let scratch = Scratch()
    _ = try scratch.write(Data(Self.passport.utf8), to: "visit.txt")
    let run = try Child.nfctrace(["lint", "visit.txt", "--format", "json"], in: scratch)
    // Without an app it is a note of what one needs.
    #expect(run.code == 0, "\(run.error)")
    let objects = try JSONSerialization.jsonObject(with: run.output) as? [[String: Any]]
    let finding = try #require(objects?.first)
    #expect(finding["id"] as? String == "ios-aid-unlisted")
    #expect(finding["severity"] as? String == "note")
    #expect((finding["lines"] as? [String])?.contains("\t<string>A0000002471001</string>") == true)
    #expect((finding["source"] as? String)?.hasSuffix("corenfc/nfctagreadersession") == true)
    #expect(objects?.last?["type"] as? String == "summary")
  }

  /// A message of a URI record, by itself: in bytes, and in hex with white space.
  @Test("A message alone is looked at", arguments: [true, false])
  func takesMessages(isHex: Bool) throws {
    let scratch = Scratch()
    let hex = "D1 01 0C 55 04\n6578616D706C652E636F6D\n"
    let bytes = Data([0xD1, 0x01, 0x0C, 0x55, 0x04]) + Data("example.com".utf8)
    _ = try scratch.write(isHex ? Data(hex.utf8) : bytes, to: "message")
    let run = try Child.nfctrace(["lint", "message"], in: scratch)
    #expect(run.code == 0, "\(run.error)")
    #expect(run.text.contains("a notification opens \"https://example.com\""), "\(run.text)")
    _ = try scratch.write(isHex ? Data((hex + "00").utf8) : bytes + [0], to: "message")
    #expect(try Child.nfctrace(["lint", "message"], in: scratch).code == 2)
  }

  /// Two sectors of a MIFARE Classic with an NDEF message, as an app on a phone saves them.
  @Test func dumpsOfClassicCardsAreNamed() throws {
    let scratch = Scratch()
    let sectors = [
      "0411220536880400C823002000000018", "140103E103E103E103E103E103E103E1",
      "03E103E103E103E103E103E103E103E1", "A0A1A2A3A4A5787788C1FFFFFFFFFFFF",
      "00000311D1010D55046578616D706C65", "2E636F6D2FFE00000000000000000000",
      "00000000000000000000000000000000", "D3F7D3F7D3F77F078840FFFFFFFFFFFF",
    ]
    let text =
      "+Sector: 0\n" + sectors[..<4].joined(separator: "\n") + "\n+Sector: 1\n"
      + sectors[4...].joined(separator: "\n") + "\n"
    _ = try scratch.write(Data(text.utf8), to: "card.mct")
    let run = try Child.nfctrace(["lint", "card.mct"], in: scratch)
    #expect(run.code == 1, "\(run.error)")
    #expect(run.text.contains("the card is a MIFARE Classic by its memory"), "\(run.text)")
    #expect(run.text.contains("one report alone says"), "\(run.text)")
  }

  /// Xcode puts the description in from the build settings, so nothing is missing.
  @Test("Generated Info.plists cry no wolf", arguments: [true, false])
  func takesBuildSettings(hasKey: Bool) throws {
    let scratch = Scratch()
    try FileManager.default.createDirectory(
      at: scratch.folder.appendingPathComponent("App/App.xcodeproj"),
      withIntermediateDirectories: true)
    let rights = "CODE_SIGN_ENTITLEMENTS = App.entitlements;\n"
    let key = hasKey ? "INFOPLIST_KEY_NFCReaderUsageDescription = \"To read tags.\";" : ""
    _ = try scratch.write(
      Data(
        "GENERATE_INFOPLIST_FILE = YES;\nIPHONEOS_DEPLOYMENT_TARGET = 15.0;\n\(key)\n\(rights)".utf8
      ),
      to: "App/App.xcodeproj/project.pbxproj")
    let formats = ["com.apple.developer.nfc.readersession.formats": ["TAG"]]
    _ = try scratch.write(Self.plist(formats), to: "App/App.entitlements")
    let run = try Child.nfctrace(["lint", "--app", "App"], in: scratch)
    #expect(run.code == (hasKey ? 0 : 1), "\(run.text)\(run.error)")
    #expect(run.text.contains("ios-usage-description") == !hasKey)
    #expect(run.text.contains("no findings") == hasKey)
  }

  @Test(
    "What cannot be done is said",
    arguments: [
      (["lint"], "lint needs a FILE"), (["lint", "--app", "nowhere"], "nowhere: is no folder"),
      (["lint", "--info-plist", "broken.plist"], "broken.plist: is no property list"),
      (["lint", "--deployment-target", "ios"], "is not a number"),
    ])
  func saysWhy(words: [String], error: String) throws {
    let scratch = Scratch()
    _ = try scratch.write(Data("no list".utf8), to: "broken.plist")
    let run = try Child.nfctrace(words, in: scratch)
    #expect(run.code == 2)
    #expect(run.error.contains(error), "\(run.error)")
  }
}
