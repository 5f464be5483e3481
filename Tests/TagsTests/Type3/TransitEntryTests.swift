import Bytes
import Testing

@testable import Tags

@Suite struct TransitEntryTests {
  private func entry(_ hex: String) throws -> TransitEntry? {
    let bytes = try #require(Hex.bytes(hex))
    return TransitEntry(bytes.span)
  }

  /// 0E81 is 0000111 0100 00001: year 7, month 4, day 1.
  @Test func aFare() throws {
    let entry = try #require(try entry("160100020E8101020105E80300008000"))
    #expect(entry.terminal == 0x16 && entry.process == 0x01)
    #expect([entry.year, entry.month, entry.day] == [2007, 4, 1])
    #expect(entry.places == .stations(entry: stop(1, 2), exit: stop(1, 5)))
    #expect(entry.balance == 1000)
    #expect(entry.sequence == 128 && entry.region == 0)
  }

  @Test func aPurchaseHasATimeInPlaceOfAStation() throws {
    // 63C0 is 01100 011110 00000: 12:30.
    let entry = try #require(try entry("C74600000E8163C00001F40100008100"))
    #expect(entry.places == .purchase(hour: 12, minute: 30, till: 1))
    #expect(entry.balance == 500)
  }

  @Test func aBusHasALineAndAStop() throws {
    let entry = try #require(try entry("050F00000E8112345678F40100008200"))
    #expect(entry.places == .bus(line: 0x1234, stop: 0x5678))
  }

  @Test func whatIsNoEntryIsTold() throws {
    #expect(try entry(String(repeating: "00", count: 16)) == nil)
    #expect(try entry("16010002") == nil)
    // Month 0.
    #expect(try entry("160100020E0101020105E80300008000")?.isPlausible == false)
  }

  private func stop(_ line: UInt8, _ station: UInt8) -> TransitEntry.Stop {
    TransitEntry.Stop(line: line, station: station)
  }
}
