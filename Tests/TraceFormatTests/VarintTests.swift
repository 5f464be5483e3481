import Bytes
import Testing

@testable import TraceFormat

@Suite struct VarintTests {
  @Test(
    "Seven bits a byte, least significant first",
    arguments: [
      (0, "00"), (127, "7F"), (128, "8001"), (300, "AC02"), (UInt64(UInt32.max), "FFFFFFFF0F"),
      (UInt64.max, "FFFFFFFFFFFFFFFFFF01"),
    ] as [(UInt64, String)])
  func codes(number: UInt64, hex: String) throws {
    var buffer = ByteBuffer(capacity: 10)
    Varint.append(number, to: &buffer)
    #expect(Hex.text(buffer.span) == hex)
    #expect(try read(hex) == number)
  }

  @Test(
    "What is no number of 64 bits",
    arguments: [
      ("", ContentError.truncated(Truncated(offset: 0, needed: 1, available: 0))),
      ("80", .truncated(Truncated(offset: 1, needed: 1, available: 0))),
      ("FFFFFFFFFFFFFFFFFF02", .numberTooLarge(offset: 0)),
      ("FFFFFFFFFFFFFFFFFFFF01", .numberTooLarge(offset: 0)),
    ])
  func refuses(hex: String, error: ContentError) {
    #expect(throws: error) { try read(hex) }
  }

  @Test func aNumberHasToFitItsType() throws {
    #expect(throws: ContentError.numberTooLarge(offset: 0)) {
      var cursor = ByteCursor([0x80, 0x02].span)
      return try Varint.read(UInt8.self, &cursor)
    }
  }

  @Test(
    "Signs are folded into the lowest bit",
    arguments: [(0, 0), (-1, 1), (1, 2), (-2, 3), (.max, .max - 1), (.min, .max)]
      as [(Int64, UInt64)])
  func folds(number: Int64, folded: UInt64) {
    #expect(Varint.folded(number) == folded)
    #expect(Varint.unfolded(folded) == number)
  }

  private func read(_ hex: String) throws -> UInt64 {
    let bytes = try #require(Hex.bytes(hex))
    var cursor = ByteCursor(bytes.span)
    return try Varint.read(&cursor)
  }
}
