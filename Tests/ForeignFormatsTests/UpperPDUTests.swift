import ForeignFormats
import Testing
import TraceFormat

@Suite struct UpperPDUTests {
  private static let felica = "000C0008 66656C6963610000 00000000"
  private static let iso14443 = "000C0008 69736F3134343433 00000000"

  @Test(
    "A packet is what its dissector's name says",
    arguments: [
      (felica + "0012FC0100", "1 1.000000000 nfcF toCard 060012FC0100 crcStripped"),
      (iso14443 + "00FE000126", "1 1.000000000 iso14443 toCard 26"),
      (iso14443 + "00FD0000", "1 1.000000000 iso14443 fieldOff"),
      // Another dissector, no name, a list without end: kept whole.
      ("000C0004 64617461 00000000 01", "1 1.000000000 other unknown 000C0004646174610000000001"),
      ("00000000 01", "1 1.000000000 other unknown 0000000001"),
      ("000C0008 66656C69", "1 1.000000000 other unknown 000C000866656C69"),
      ("000C0005 66656C6963", "1 1.000000000 other unknown 000C000566656C6963"),
    ])
  func dissector(digits: String, line: String) throws {
    var file = PcapFile(linkType: 252)
    file.add(1, 0, digits)
    #expect(try Reading(file.bytes).lines == [line])
  }

  @Test(
    "Items that we would not write are kept",
    arguments: [
      // An item before the name, and a name that is not filled up with zeros.
      ("001C0002ABCD 000C0006 66656C696361 00000000", "0012FC0100"),
      ("000C0006 66656C696361 00000000", "0012FC0100"),
    ])
  func oddItems(items: String, data: String) throws {
    var file = PcapFile(linkType: 252)
    file.add(1, 0, items + data)
    let seen = try #require(try Reading(file.bytes).frames.first)
    #expect(seen.frame.flags == [.crcStripped, .oddRecord])
    #expect(seen.bytes == hex("06" + data))
    #expect(seen.extra == Array(file.records[0].prefix(16)) + hex(items))
  }

  @Test(
    "A packet that breaks its dissector's rules is kept whole",
    arguments: [felica, iso14443, iso14443 + "01FE0000", iso14443 + "00FC000126"])
  func bad(digits: String) throws {
    var file = PcapFile(linkType: 252)
    file.add(1, 0, digits)
    let seen = try #require(try Reading(file.bytes).frames.first)
    #expect(seen.frame.flags == .badRecord)
    #expect(seen.bytes == hex(digits))
  }

  @Test func dataLongerThanLENCanSayIsKeptWhole() throws {
    var file = PcapFile(linkType: 252)
    file.add(1, 0, Self.felica + String(repeating: "00", count: 255))
    let seen = try #require(try Reading(file.bytes).frames.first)
    #expect(seen.frame.flags == .badRecord)
    #expect(seen.bytes.count == 16 + 255)
  }
}
