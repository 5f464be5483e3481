import Bytes
import Testing

@testable import TraceFormat

@Suite struct DeltaColumnTests {
  @Test(
    "The unit is the largest that fits, the width the least that does",
    arguments: [
      ([], "09"),
      ([0, 0], "09"),
      ([1000, 2000], "030102"),
      ([1500, 2000], "020F14"),
      ([1, 258], "0001020001"),  // low bytes 01 02, then high bytes 00 01
      ([-1, 1], "800102"),  // folded: 1 and 2
      ([-3_000_000_000, 0], "890500"),  // -3 s is folded to 5
      ([.min], "80FFFFFFFFFFFFFFFF"),
      ([.max], "00FFFFFFFFFFFFFF7F"),
    ] as [([Int64], String)])
  func codes(numbers: [Int64], hex: String) throws {
    var buffer = ByteBuffer(capacity: 16)
    DeltaColumn.append(numbers.span, to: &buffer)
    #expect(Hex.text(buffer.span) == hex)
    #expect(try read(hex, count: numbers.count) == numbers)
  }

  @Test(
    "What is no column of two numbers",
    arguments: [
      ("", ContentError.columnLength("times", is: 0, needed: 3)),
      ("0A0102", .unknownTimeUnit(0x0A)),
      ("0001", .columnLength("times", is: 2, needed: 3)),
      ("00010203", .columnLength("times", is: 4, needed: 5)),
      (
        "00" + String(repeating: "00", count: 18), .columnLength("times", is: 19, needed: 17)
      ),
    ])
  func refuses(hex: String, error: ContentError) {
    #expect(throws: error) { try read(hex, count: 2) }
  }

  private func read(_ hex: String, count: Int) throws -> [Int64] {
    let bytes = try #require(Hex.bytes(hex))
    let column = try DeltaColumn(bytes.span, count: count, name: "times")
    return (0..<count).map { column.number($0, in: bytes.span) }
  }
}
