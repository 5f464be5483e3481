import AppleRules
import Testing

@testable import Analysis

/// What is said of an app's files, and whether it can be pasted.
@Suite struct PhoneFilesTests {
  private static func found(_ facts: AppFacts) -> [AppFinding] { PhoneLint(facts).found }

  private static func app(
    _ info: [PropertyList.Entry], rights: [PropertyList.Entry]? = nil,
    settings: String? = nil
  ) -> AppFacts {
    var facts = AppFacts()
    let usage = PropertyList.Entry(InfoPlist.Key.usageDescription, .text("To read tags."))
    facts.info = InfoPlist(info.contains { $0.key == usage.key } ? info : [usage] + info)
    facts.entitlements = rights.map { Entitlements($0) }
    facts.settings = settings.map { BuildSettings($0.utf8) }
    return facts
  }

  @Test(
    "Values of the wrong kind are found",
    arguments: [
      (InfoPlist.Key.selectIdentifiers, .text("D2760000850101"), .iosAIDForm),
      (InfoPlist.Key.selectIdentifiers, .list([.other]), .iosAIDForm),
      (InfoPlist.Key.systemCodes, .text("0003"), .iosSystemCodeForm),
      (InfoPlist.Key.usageDescription, .truth(true), .iosUsageDescription),
    ] as [(String, PropertyList.Value, FindingID)])
  func findsWrongKinds(key: String, value: PropertyList.Value, id: FindingID) throws {
    let found = Self.found(Self.app([.init(key, value)]))
    #expect(found.map(\.finding.id) == [id])
    #expect(found.first?.finding.severity == .error)
  }

  /// What is told to be pasted is read as what was meant.
  @Test func linesAreReadyToPaste() throws {
    let rights = [PropertyList.Entry(Entitlements.key, .text("TAG"))]
    let wrong = try #require(Self.found(Self.app([], rights: rights)).first)
    #expect(wrong.finding.id == .iosEntitlementTag)
    let pasted = "<plist><dict>" + wrong.lines.joined(separator: "\n") + "</dict></plist>"
    let entries = try PropertyList.entries(pasted.utf8)
    #expect(Self.found(Self.app([], rights: entries)).isEmpty)
  }

  @Test(
    "Hex that is plainly meant is given to paste",
    arguments: [("D2 76 00 00 85 01 01", ["<string>D2760000850101</string>"]), ("D2 7", [])])
  func mendsHex(text: String, lines: [String]) {
    let found = Self.found(Self.app([.init(InfoPlist.Key.selectIdentifiers, .list([.text(text)]))]))
    #expect(found.map(\.finding.id) == [.iosAIDForm])
    #expect(found.map(\.lines) == [lines])
  }

  @Test func whatStandsInTheWrongFileIsGivenToPaste() throws {
    let codes = PropertyList.Entry(InfoPlist.Key.systemCodes, .list([.text("12FC")]))
    let formats = PropertyList.Entry(Entitlements.key, .list([.text("TAG")]))
    let found = Self.found(Self.app([], rights: [formats, codes]))
    #expect(found.map(\.finding.id) == [.iosMisplacedKey])
    #expect(
      found.first?.lines == [
        "<key>\(InfoPlist.Key.systemCodes)</key>", "<array>", "\t<string>12FC</string>", "</array>",
      ])
    let both = Self.found(Self.app([codes], rights: [formats, codes]))
    #expect(both.map(\.finding.severity) == [.note])
  }

  @Test func aNearMissBesideTheKeyIsNoError() {
    let key = InfoPlist.Key.systemCodes
    let twice = Self.app([.init(key, .list([])), .init(key + " ", .list([]))])
    #expect(Self.found(twice).map(\.finding.severity) == [.warning])
    #expect(Self.found(Self.app([.init(key + " ", .list([]))])).map(\.finding.severity) == [.error])
  }

  @Test func aConfigurationWithoutTheDescriptionIsFound() {
    let with = "INFOPLIST_KEY_NFCReaderUsageDescription = \"To read tags.\";\n"
    func settings(_ release: String) -> String {
      ["Debug": with, "Release": release].sorted { $0.key < $1.key }.map { name, lines in
        "buildSettings = {\nGENERATE_INFOPLIST_FILE = YES;\n\(lines)};\nname = \(name);\n"
      }.joined()
    }
    var facts = AppFacts()
    facts.info = InfoPlist(usageDescription: nil)
    facts.settings = BuildSettings(settings("").utf8)
    #expect(Self.found(facts).map(\.finding.id) == [.iosUsageDescription])
    facts.settings = BuildSettings(settings(with).utf8)
    #expect(Self.found(facts).isEmpty)
  }

  @Test(
    "A profile grants what the app asks for, or not",
    arguments: [
      (["TAG"], ["NDEF", "TAG"], 0), (["TAG"], nil, 1), (["TAG", "PACE"], ["TAG"], 1),
      (nil, ["TAG"], 0), (nil, nil, 1),
    ] as [([String]?, [String]?, Int)])
  func profilesGrant(asked: [String]?, granted: [String]?, count: Int) {
    var facts = AppFacts()
    facts.entitlements = asked.map { Entitlements(formats: $0) }
    facts.profile = Entitlements(formats: granted)
    let found = Self.found(facts)
    #expect(found.map(\.finding.id) == Array(repeating: .iosEntitlementTag, count: count))
    #expect(found.allSatisfy { $0.file == "embedded.mobileprovision" })
  }

  /// Pasted one after another, they give one key with both applications.
  @Test func theKeyIsGivenOnce() {
    let visit = [
      PhoneMistake.selectPassport, "<9000", PhoneMistake.selectOwn, "<9000",
    ]
    let lines = PhoneInput.apdus(visit, listing: []).found()
      .filter { $0.finding.id == .iosAIDUnlisted }.map(\.lines)
    #expect(
      lines == [
        [
          "<key>\(InfoPlist.Key.selectIdentifiers)</key>", "<array>",
          "\t<string>\(PhoneMistake.passport)</string>", "</array>",
        ], ["<string>\(PhoneMistake.own)</string>"],
      ])
  }

  /// `NFCNDEFReaderSession` reads Type 3 and Type 4 tags of an app that lists nothing.
  @Test(
    "An app that lists nothing may read messages",
    arguments: [
      (.apdus([PhoneMistake.selectMessage, "<9000"], listing: []), .note),
      (.apdus([PhoneMistake.selectMessage, "<9000"], listing: [PhoneMistake.own]), .error),
      (.apdus([PhoneMistake.selectMessage, "<6A82"], listing: []), nil),
      (.apdus([PhoneMistake.selectPassport, "<9000"], listing: []), .error),
      (.felica(poll("12FC"), listing: []), .note),
      (.felica(poll("12FC"), listing: ["0003"]), .error),
      (.felica(poll("0003"), listing: []), .error),
    ] as [(PhoneInput, Severity?)])
  func messagesNeedNoList(input: PhoneInput, severity: Severity?) {
    #expect(input.found().map(\.finding.severity).max() == severity)
  }

  private static func poll(_ system: String) -> [String] {
    [">0600\(system)0000", "<1201" + "012E112233445566" + "0101020304050607"]
  }

  /// An empty array is there already.
  @Test func anEmptyListIsAddedTo() {
    var input = PhoneInput.apdus([PhoneMistake.selectOwn, "<9000"])
    input.plist = [
      .init(InfoPlist.Key.usageDescription, .text("To read tags.")),
      .init(InfoPlist.Key.selectIdentifiers, .list([])),
    ]
    #expect(
      input.found().filter { $0.finding.id == .iosAIDUnlisted }.map(\.lines)
        == [["<string>\(PhoneMistake.own)</string>"]])
  }
}
