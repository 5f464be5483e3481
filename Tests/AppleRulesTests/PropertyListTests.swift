import Foundation
import Testing

@testable import AppleRules

/// Property lists, as Xcode writes them and as nobody should.
@Suite struct PropertyListTests {
  private static let keys: [String: any Sendable] = [
    "NFCReaderUsageDescription": "Tags & \"cards\" <ü>", "CFBundleIdentifier": "org.example.app",
    "UIRequiredDeviceCapabilities": ["nfc"], "Flag": true, "Number": 70_000, "Real": 1.5,
    "Inside": ["a": ["b": ["c", "日本"]]],
    "com.apple.developer.nfc.readersession.felica.systemcodes": ["0003", "FE00"],
    "Many": (0..<40).map { "item \($0)" },
  ]

  /// Foundation writes the list; ours reads it.
  private static func written(_ format: PropertyListSerialization.PropertyListFormat) throws -> Data
  {
    try PropertyListSerialization.data(fromPropertyList: keys, format: format, options: 0)
  }

  @Test("Both forms are read", arguments: [true, false])
  func readsWhatFoundationWrites(isBinary: Bool) throws {
    let entries = try PropertyList.entries(Self.written(isBinary ? .binary : .xml))
    #expect(entries["NFCReaderUsageDescription"] == .text("Tags & \"cards\" <ü>"))
    #expect(entries["Flag"] == .truth(true))
    #expect(entries["Number"] == .other)
    #expect(
      entries["Inside"]
        == .keys([.init("a", .keys([.init("b", .list([.text("c"), .text("日本")]))]))]))
    #expect(PropertyList.strings(entries["Many"]).count == 40)
    let info = InfoPlist(entries)
    #expect(info.systems == [3, 0xFE00])
    #expect(!info.isWhole)
  }

  /// Cut and flipped at every byte: an answer or an error, and no trap.
  @Test("Damage is an error, not a trap", arguments: [true, false])
  func bearsDamage(isBinary: Bool) throws {
    let bytes = [UInt8](try Self.written(isBinary ? .binary : .xml))
    var readable = 0
    for index in bytes.indices {
      if (try? PropertyList.entries(bytes[..<index])) != nil { readable += 1 }
      for flip in [0x01, 0x80, 0xFF] as [UInt8] {
        var damaged = bytes
        damaged[index] ^= flip
        _ = try? PropertyList.entries(damaged)
      }
    }
    #expect(readable < bytes.count / 2)
  }

  @Test(
    "What is no list of an app is refused",
    arguments: [
      "", "hello", "<plist>", "<plist version=\"1.0\"><string>x</string></plist>",
      "<plist><dict><key>a</key></dict></plist>", "<plist><dict><string>a</string></dict></plist>",
      "<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><dict/></plist>",
      "<plist><dict><key>&bomb;</key><true/></dict></plist>",
      "<plist>" + String(repeating: "<array>", count: 10_000),
      "bplist00", "bplist00" + String(repeating: "\u{7F}", count: 64),
    ])
  func isRefused(text: String) {
    #expect(throws: PropertyList.Unreadable.self) { try PropertyList.entries(text.utf8) }
  }

  /// Xcode reads them, and this program has to say what to do.
  @Test(
    "Lists of the old kind, and JSON, are told from others",
    arguments: ["{ CFBundleName = App; }", "\n\t{\"CFBundleName\": \"App\"}", "( a, b )"])
  func oldListsAreNamed(text: String) {
    #expect {
      try PropertyList.entries(text.utf8)
    } throws: { error in
      (error as? PropertyList.Unreadable)?.description.contains("plutil -convert xml1") == true
    }
  }

  /// One text of 64 KiB, shown 10,000 times, would take 640 MB.
  @Test func textsThatAreShownAgainAndAgainAreRefused() {
    let text: [UInt8] =
      [0x5F, 0x12, 0x00, 0x01, 0x00, 0x00] + Array(repeating: 0x61, count: 65_536)
    let head = Array("bplist00".utf8)
    // Object 0: an array of 10,000 references, of one byte each, to object 1.
    let list: [UInt8] = [0xAF, 0x11, 0x27, 0x10] + Array(repeating: 1, count: 10_000)
    let second = head.count + list.count
    let table = second + text.count
    var bytes = head + list + text
    for offset in [head.count, second] { bytes += Self.number(offset, width: 4) }
    bytes += [0, 0, 0, 0, 0, 0, 4, 1]
    for number in [2, 0, table] { bytes += Self.number(number, width: 8) }
    #expect(throws: PropertyList.Unreadable.self) { try PropertyList.entries(bytes) }
  }

  private static func number(_ number: Int, width: Int) -> [UInt8] {
    (0..<width).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  @Test func commentsAndSectionsAreRead() throws {
    let text = """
      <?xml version="1.0"?><!-- <plist> --><plist version="1.0">
      <dict><key><![CDATA[a<b]]></key><string>x&#x41;&#66;</string></dict></plist>
      """
    #expect(try PropertyList.entries(text.utf8) == [.init("a<b", .text("xAB"))])
  }

  @Test func sixteenBitsAreRead() throws {
    let text = "<plist><dict><key>a</key><string>ü</string></dict></plist>"
    var little: [UInt8] = [0xFF, 0xFE]
    for unit in text.utf16 { little += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    #expect(PropertyList.recognizes(little))
    #expect(try PropertyList.entries(little) == [.init("a", .text("ü"))])
  }

  @Test(
    "A key that is nearly one is found",
    arguments: [
      ("NFCReaderUsageDescription ", InfoPlist.Key.usageDescription),
      (" com.apple.developer.nfc.readersession.felica.systemcodes", InfoPlist.Key.systemCodes),
      ("NfcReaderUsageDescription", InfoPlist.Key.usageDescription),
      (
        "com.apple.developer.nfc.readersession.iso7816.select-identifier",
        InfoPlist.Key.selectIdentifiers
      ),
      ("NSCameraUsageDescription", nil), ("NFCReaderUsageDescription", nil),
      ("com.apple.developer.nfc.readersession.iso15693.tag-identifiers", nil),
    ] as [(String, String?)])
  func findsNearMisses(written: String, meant: String?) {
    #expect(
      InfoPlist([.init(written, .text("x"))]).nearMisses.map(\.meant) == (meant.map { [$0] } ?? []))
  }

  @Test func keysThatStandTwiceAreSeen() {
    let info = InfoPlist([
      .init(InfoPlist.Key.systemCodes, .list([.text("0003")])),
      .init(InfoPlist.Key.systemCodes, .list([.text("88B4")])),
    ])
    #expect(info.repeatedKeys == [InfoPlist.Key.systemCodes])
    #expect(info.systemCodes == ["88B4"])
  }
}
