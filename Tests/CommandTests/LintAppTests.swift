import Foundation
import Testing

/// `nfctrace lint --app`: which of a folder's files are the app's.
@Suite struct LintAppTests {
  private let scratch = Scratch()

  private static let aids = "com.apple.developer.nfc.readersession.iso7816.select-identifiers"
  private static let formats = "com.apple.developer.nfc.readersession.formats"

  private func write(_ text: String, to path: String) throws {
    let folder = scratch.folder.appendingPathComponent(path).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    _ = try scratch.write(Data(text.utf8), to: path)
  }

  private func plist(_ keys: [String: Any], to path: String) throws {
    let data = try PropertyListSerialization.data(
      fromPropertyList: keys, format: .xml, options: 0)
    try write(String(decoding: data, as: UTF8.self), to: path)
  }

  private func project(_ targets: [[String: String]], to path: String) throws {
    let blocks = targets.map { settings in
      let lines = settings.map { "\($0.key) = \($0.value);\n" }.sorted().joined()
      return "{\nisa = XCBuildConfiguration;\nbuildSettings = {\n\(lines)};\nname = Debug;\n};\n"
    }
    try write(blocks.joined(), to: path)
  }

  private static func whole(_ type: String) -> [String: Any] {
    ["CFBundleIdentifier": "org.example", "CFBundleExecutable": "X", "CFBundlePackageType": type]
  }

  private func lint(_ words: String...) throws -> Child.Finished {
    try Child.nfctrace(["lint"] + words, in: scratch)
  }

  /// The lowest iOS of tests, widgets and the whole project is not the app's.
  @Test func targetsAreToldApart() throws {
    try project(
      [
        ["IPHONEOS_DEPLOYMENT_TARGET": "12.0"],
        [
          "PRODUCT_NAME": "App", "INFOPLIST_FILE": "App/Info.plist",
          "CODE_SIGN_ENTITLEMENTS": "App/App.entitlements", "IPHONEOS_DEPLOYMENT_TARGET": "15.0",
          "GENERATE_INFOPLIST_FILE": "YES",
          "INFOPLIST_KEY_NFCReaderUsageDescription": "\"To read tags.\"",
        ],
        [
          "TEST_HOST": "App", "IPHONEOS_DEPLOYMENT_TARGET": "11.0",
          "GENERATE_INFOPLIST_FILE": "YES",
        ],
      ], to: "a/App.xcodeproj/project.pbxproj")
    try plist([Self.aids: ["D2760000850101"]], to: "a/App/Info.plist")
    try plist([Self.formats: ["TAG"]], to: "a/App/App.entitlements")
    try plist(["NSExtension": [String: Any]()], to: "a/AWidget/Info.plist")
    try plist(["com.apple.security.app-sandbox": true], to: "a/AWidget/A.entitlements")
    for words in [["--app", "a"], ["--app", "a/App.xcodeproj"]] {
      let run = try Child.nfctrace(["lint"] + words, in: scratch)
      #expect(run.text == "no findings\n", "\(run.text)\(run.error)")
    }
  }

  /// The app's list is asked, and not that of its tests or extensions, which stand first.
  @Test func theAppsOwnListIsTaken() throws {
    try plist(Self.whole("APPL"), to: "a/MyApp/Info.plist")
    try plist(Self.whole("BNDL"), to: "a/AppTests/Info.plist")
    try plist(Self.whole("XPC!"), to: "a/Extension/Info.plist")
    let run = try lint("--app", "a", "--format", "lines")
    #expect(run.lines.count == 1)
    #expect(run.text.hasPrefix("a/MyApp/Info.plist: error: NFCReaderUsageDescription is missing"))
  }

  /// Another list that nothing can be read from does not keep the app's from being looked at.
  @Test func unreadableFilesOfOthersAreLeft() throws {
    try plist(["NFCReaderUsageDescription": "To read tags."], to: "a/MyApp/Info.plist")
    try write("{ CFBundleName = Old; }", to: "a/Early/Info.plist")
    #expect(try lint("--app", "a").text == "no findings\n")
    try FileManager.default.removeItem(at: scratch.folder.appendingPathComponent("a/MyApp"))
    let run = try lint("--app", "a")
    #expect(run.code == 2)
    #expect(run.error.contains("a/Early/Info.plist: is a property list of the old kind"))
  }

  @Test func configurationFilesAreRead() throws {
    try project(
      [
        [
          "PRODUCT_NAME": "App", "GENERATE_INFOPLIST_FILE": "YES",
          "CODE_SIGN_ENTITLEMENTS": "A.entitlements",
        ]
      ], to: "a/App.xcodeproj/project.pbxproj")
    try plist([Self.formats: ["TAG"]], to: "a/A.entitlements")
    #expect(try lint("--app", "a").code == 1)
    try write(
      "INFOPLIST_KEY_NFCReaderUsageDescription = To read tags.\n", to: "a/Config/App.xcconfig")
    #expect(try lint("--app", "a").text == "no findings\n")
  }

  /// The files are made from the specification, and need not be there yet.
  @Test func specificationsAreRead() throws {
    let text = """
      targets:
        App:
          info:
            path: App/Info.plist
            properties:
              NFCReaderUsageDescription: To read tags.
              \(Self.aids):
                - D2760000850101
          entitlements:
            path: App/App.entitlements
            properties:
              \(Self.formats): [NDEF]
      """
    try write(text, to: "a/project.yml")
    let run = try lint("--app", "a", "--deployment-target", "15.4", "--format", "lines")
    #expect(run.lines.count == 2, "\(run.text)")
    #expect(run.text.contains("a/project.yml: error: TAG is not among the formats"))
    #expect(run.text.contains("the app is built for iOS 15."), "\(run.text)")
  }

  /// A built app says which iOS it needs, and has its profile beside it.
  @Test func builtAppsAreRead() throws {
    var keys = Self.whole("APPL")
    keys["NFCReaderUsageDescription"] = "To read tags."
    keys["MinimumOSVersion"] = "15.0"
    try plist(keys, to: "a/Payload/App.app/Info.plist")
    try plist(Self.whole("FMWK"), to: "a/Payload/App.app/Frameworks/A.framework/Info.plist")
    try plist([Self.formats: ["NDEF", "TAG"]], to: "a/rights.entitlements")
    let run = try lint("--app", "a", "--format", "lines")
    #expect(run.text.contains("the app is built for iOS 15."), "\(run.text)")
    try plist(["Entitlements": ["get-task-allow": true]], to: "a/embedded.mobileprovision")
    #expect(try lint("--app", "a").text.contains("the provisioning profile does not grant TAG"))
  }

  /// The capability was never added, or its file is not the one that the app is signed with.
  @Test func entitlementsMustBeNamed() throws {
    let usage = "INFOPLIST_KEY_NFCReaderUsageDescription"
    func project(naming path: String?) throws {
      var settings = ["PRODUCT_NAME": "App", "GENERATE_INFOPLIST_FILE": "YES", usage: "x"]
      settings["CODE_SIGN_ENTITLEMENTS"] = path
      try self.project([settings], to: "a/App.xcodeproj/project.pbxproj")
    }
    try project(naming: nil)
    #expect(try lint("--app", "a").text.contains("the project has no entitlements"))
    try project(naming: "A.entitlements")
    let run = try lint("--app", "a")
    #expect(run.code == 1)
    #expect(run.text.contains("A.entitlements, which the build settings name, is not there"))
    try plist([Self.formats: ["TAG"]], to: "a/A.entitlements")
    #expect(try lint("--app", "a").text == "no findings\n")
    try write("<plist><dict/></plist>", to: "a/App.xcodeproj/project.pbxproj")
    try plist(["NFCReaderUsageDescription": "x"], to: "a/Info.plist")
    #expect(try lint("--app", "a").text == "no findings\n")
    try project(naming: nil)
    let unnamed = try lint("--app", "a", "--format", "lines")
    #expect(unnamed.code == 0)
    #expect(unnamed.text.hasPrefix("a/A.entitlements: warning: no build setting names this file"))
  }

  @Test func foldersThatLeadBackAreLeft() throws {
    try plist(["NFCReaderUsageDescription": "To read tags."], to: "a/b/Info.plist")
    for (name, target) in [("a/loop", "."), ("a/b/up", ".."), ("a/self", "self")] {
      try FileManager.default.createSymbolicLink(
        atPath: scratch.folder.appendingPathComponent(name).path, withDestinationPath: target)
    }
    #expect(try lint("--app", "a").text == "no findings\n")
  }

  @Test(
    "What cannot be looked at is said",
    arguments: [
      (["folder"], "folder: is a folder; --app takes"), (["x.card"], "x.card: is a card for play"),
      (["old.plist"], "old.plist: is a property list of the old kind"),
      (["--deployment-target", "15.", "x.plist"], "15.: is not a number"),
      (["--app", "x.plist"], "x.plist: is no folder"),
      (["nowhere.plist"], "nowhere.plist: No such"),
    ])
  func saysWhatCannotBe(words: [String], error: String) throws {
    try write("", to: "folder/inside")
    try write("card \"x\"", to: "x.card")
    try write("{ a = b; }", to: "old.plist")
    try plist([:], to: "x.plist")
    let run = try Child.nfctrace(["lint"] + words, in: scratch)
    #expect(run.code == 2)
    #expect(run.error.contains(error), "\(run.error)")
  }

  /// The longest key is as long as a line: what is to be pasted is never broken.
  @Test("Lines keep to the width", arguments: [80, 120])
  func linesKeepToTheWidth(width: Int) throws {
    let path =
      "a folder with a long name/another folder with a long name/conversation with cards.txt"
    try write("> 00A4040007A000000247100100\n< 9000\n", to: path)
    let run = try Child.nfctrace(["lint", path, "--width", "\(width)"], in: scratch)
    #expect(run.lines.contains { $0.hasSuffix("<key>\(Self.aids)</key>") }, "\(run.text)")
    try plist([Self.aids: ["x"], "NFCReaderUsageDescription": "x"], to: "x.plist")
    let file = try Child.nfctrace(["lint", "x.plist", "--width", "\(width)"], in: scratch)
    #expect(file.text.contains("bundleresources/entitlements/"))
    let widest = (run.lines + file.lines).map(\.count).max() ?? 0
    #expect(widest <= width && !run.text.contains("\u{1B}"), "\(run.text)\(file.text)")
  }
}
