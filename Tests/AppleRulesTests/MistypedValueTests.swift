import Testing

@testable import AppleRules

/// Values of the wrong kind, and hex as people write it.
@Suite struct MistypedValueTests {
  @Test func aStringIsNoList() {
    let info = InfoPlist([
      .init(InfoPlist.Key.systemCodes, .text("0003")),
      .init(InfoPlist.Key.usageDescription, .list([.text("a < b & c")])),
      .init(InfoPlist.Key.selectIdentifiers, .list([.text("D2760000850101"), .other])),
    ])
    #expect(info.systemCodes.isEmpty)
    #expect(info.usageDescription == nil)
    #expect(
      info.mistyped.map(\.key) == [
        InfoPlist.Key.usageDescription, InfoPlist.Key.selectIdentifiers, InfoPlist.Key.systemCodes,
      ])
    #expect(
      info.mistyped.last?.lines == [
        "<key>\(InfoPlist.Key.systemCodes)</key>", "<array>", "\t<string>0003</string>", "</array>",
      ])
    #expect(info.mistyped.first?.lines.last == "<string>a &lt; b &amp; c</string>")
    #expect(info.present == Set(InfoPlist.Key.all))
  }

  @Test(
    "Formats that are no list count as none",
    arguments: [.text("TAG"), .truth(true), .keys([]), .other] as [PropertyList.Value])
  func formatsThatAreNoList(value: PropertyList.Value) {
    let entitlements = Entitlements([.init(Entitlements.key, value)])
    #expect(entitlements.formats == [])
    #expect(entitlements.mistyped.count == 1)
  }

  @Test func rightKindsAreSilent() {
    let info = InfoPlist([
      .init(InfoPlist.Key.systemCodes, .list([])), .init(InfoPlist.Key.usageDescription, .text("")),
    ])
    #expect(info.mistyped.isEmpty)
    #expect(Entitlements([]).mistyped.isEmpty)
    #expect(Entitlements([]).formats == nil)
  }

  @Test(
    "Hex is mended where it is clear",
    arguments: [
      ("D2 76 00 00 85 01 01", "D2760000850101"), ("0xd2760000850101", "D2760000850101"),
      ("A0:00:00:02:47", "A000000247"), ("12FC ", "12FC"), ("D276", nil), ("D2 7", nil),
      ("0x", nil), ("", nil), ("D276*", nil),
    ] as [(String, String?)])
  func hexIsMended(text: String, mended: String?) {
    #expect(Hexadecimal.mended(text) == mended)
  }

  /// A list may have nothing in it but keys that are nearly right.
  @Test func nearMissesAreBounded() {
    let entries = (0..<50_000).map { number in
      PropertyList.Entry("NFCReaderUsageDescriptio\(number)", .truth(true))
    }
    #expect(InfoPlist(entries).nearMisses.count == 64)
  }

  @Test func aNearMissBesideTheKeyIsTold() {
    let key = InfoPlist.Key.usageDescription
    let info = InfoPlist([.init(key, .text("x")), .init(key + "s", .text("x"))])
    #expect(info.nearMisses.map(\.isBesideIt) == [true])
    #expect(InfoPlist([.init(key + "s", .text("x"))]).nearMisses.map(\.isBesideIt) == [false])
  }
}
