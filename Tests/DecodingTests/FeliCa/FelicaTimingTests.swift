import Bytes
import Testing

@testable import Decoding

/// T is 256 × 16 / 13.56 MHz = 302.0649 µs; the values are worked out by hand from it.
@Suite struct FelicaTimingTests {
  private static let idm = "0123456789ABCDEF"

  @Test(
    "A byte of PMm says how long a command may take",
    arguments: [
      // A 7, B 4, E 1: 302.0649 µs × (5 × 1 + 8) × 4.
      (0x67, 1, 15_707_375), (0x67, 3, 27_789_971),
      // A 3, B 0, E 1: (1 × 1 + 4) × 4, and for four blocks (4 + 4) × 4.
      (0x43, 1, 6_041_298), (0x43, 4, 9_666_077),
      // A 0, B 0, E 0: a node takes T, and T on top.
      (0x00, 0, 302_065), (0x00, 1, 604_130),
      // The longest: A 7, B 7, E 3 for 255 blocks.
      (0xFF, 255, 39_592_250_147),
    ] as [(UInt8, Int, Int64)])
  func limits(parameter: UInt8, count: Int, expected: Int64) {
    #expect(FelicaTiming.limit(parameter, times: count) == expected)
  }

  @Test(
    "Each command has its byte, and what it counts",
    arguments: [
      // PMm 01 20 22 04 27 67 4E FF: A 2, B 4, E 0 for nodes; (5 × 2 + 3) T.
      ("0F02\(idm)02FFFF0B00", 3_926_844), ("0D32\(idm)010B00", 2_416_519),
      // A 4: 5 T, whatever B says.
      ("0A04\(idm)", 1_510_324), ("0A0C\(idm)", 1_510_324), ("0C0A\(idm)0000", 1_510_324),
      // A 7, B 4: an area and a service, (5 × 2 + 8) T; then 8 T.
      ("1710\(idm)01000001881100000000000000FF", 5_437_168),
      ("1212\(idm)0011223344556677", 2_416_519),
      ("1006\(idm)010B00018000", 15_707_375),
      // A 6, B 1, E 1: (2 × 1 + 7) × 4 T.
      ("2008\(idm)01090001800000000000000000000000000000000000", 10_874_336),
      // What an enciphered command asks for is not to be seen; Polling has its time slots.
      ("0A140011223344556677", nil), ("0600FFFF0100", nil), ("02", nil), ("0302", nil),
      ("0B06\(idm)01", nil),
    ] as [(String, Int64?)])
  func commands(command: String, expected: Int64?) throws {
    let bytes = try #require(Hex.bytes(command))
    #expect(FelicaTiming.limit(for: bytes.span, pmm: 0x0120_2204_2767_4EFF) == expected)
  }
}
