import Bytes
import Testing

@testable import Tags

/// Value blocks (NXP MF1S50yyX): the value, its complement and itself, the address twice with
/// complements.
@Suite struct ValueBlockTests {
  private func block(_ hex: String) -> ValueBlock? {
    ValueBlock(Hex.bytes(hex.filter { $0 != " " }) ?? [], block: 5)
  }

  @Test(
    "What a block holds",
    arguments: [
      ("05000000 FAFFFFFF 05000000 04FB04FB", 5, 0x04),
      // −2 is FFFFFFFE.
      ("FEFFFFFF 01000000 FEFFFFFF 05FA05FA", -2, 0x05),
      ("00000000 FFFFFFFF 00000000 00FF00FF", 0, 0x00),
    ] as [(String, Int32, UInt8)])
  func values(hex: String, value: Int32, address: UInt8) throws {
    let read = try #require(block(hex))
    #expect(read.value == value)
    #expect(read.address == address)
    #expect(read.fault == nil)
  }

  @Test(
    "One number that the others contradict",
    arguments: [
      ("05000000 FBFFFFFF 05000000 04FB04FB", 4..<8, 0xFFFF_FFFB, 0xFFFF_FFFA),
      ("05000000 FAFFFFFF 06000000 04FB04FB", 8..<12, 6, 5),
      ("07000000 FAFFFFFF 05000000 04FB04FB", 0..<4, 7, 5),
      // 04 FB 04 FA should be 04 FB 04 FB, least significant byte first.
      ("05000000 FAFFFFFF 05000000 04FB04FA", 12..<16, 0xFA04_FB04, 0xFB04_FB04),
    ] as [(String, Range<Int>, UInt32, UInt32)])
  func faults(hex: String, range: Range<Int>, found: UInt32, expected: UInt32) throws {
    let fault = try #require(block(hex)?.fault)
    #expect(fault == ValueBlock.Fault(range: range, found: found, expected: expected))
  }

  @Test(
    "What is none",
    arguments: [
      "00000000 00000000 00000000 00000000", "FFFFFFFF FFFFFFFF FFFFFFFF FFFFFFFF",
      "03FF0108 C1010000 01015504 6163636F", "05000000 FBFFFFFF 06000000 04FB04FB",
      "D3F7D3F7 D3F77F07 8840FFFF FFFFFFFF",
    ])
  func noValues(hex: String) { #expect(block(hex) == nil) }
}
