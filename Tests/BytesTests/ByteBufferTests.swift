import Bytes
import Testing

@Suite struct ByteBufferTests {
  @Test(
    "A number is written in decimal",
    arguments: [
      (0, "0"), (7, "7"), (10, "10"), (99, "99"), (100, "100"), (12_345, "12345"),
      (9_999_999, "9999999"), (10_000_000, "10000000"), (99_999_999, "99999999"),
      (100_000_000, "100000000"), (100_000_001, "100000001"), (1_234_567_890, "1234567890"),
      (10_000_000_000_000_000, "10000000000000000"), (-1, "-1"), (-120, "-120"),
      (Int.max, "9223372036854775807"), (Int.min, "-9223372036854775808"),
    ])
  func writesDecimals(number: Int, expected: String) {
    #expect(text { $0.append(decimal: number) } == expected)
  }

  /// The standard library is the independent tool.
  @Test func writesEveryNumberOfFiveDigits() {
    for number in 0..<100_000 where text({ $0.append(decimal: number) }) != String(number) {
      Issue.record("\(number)")
    }
  }

  @Test(
    "The last digits of a number, with zeros in front",
    arguments: [
      (0, 0, ""), (5, 1, "5"), (582, 6, "000582"), (1_000_582, 6, "000582"),
      (123_456_789, 9, "123456789"), (42, 12, "000000000042"), (98_765_432_101, 8, "65432101"),
    ] as [(UInt, Int, String)])
  func writesSoManyDigits(number: UInt, digits: Int, expected: String) {
    #expect(text { $0.append(decimal: number, digits: digits) } == expected)
  }

  @Test("Bytes are written in hex, whatever their number", arguments: 0...17)
  func writesHex(count: Int) {
    let bytes: [UInt8] = [
      0x00, 0x09, 0x0A, 0x0F, 0x10, 0x90, 0x9F, 0xA0, 0xFF, 0x12, 0x34, 0x56, 0x78, 0x9A, 0xBC,
      0xDE, 0xF0,
    ]
    let expected = "00090A0F10909FA0FF123456789ABCDEF0".prefix(2 * count)
    #expect(text { $0.append(hex: bytes.span.extracting(0..<count)) } == expected)
  }

  @Test func writesEveryByteInHex() {
    for byte in UInt8.min...UInt8.max {
      let digits = Array("0123456789ABCDEF")
      let expected = String([digits[Int(byte >> 4)], digits[Int(byte & 15)]])
      #expect(text { $0.append(hex: byte) } == expected)
    }
  }

  @Test func copiesWhatItHoldsWhenItHasToGrow() {
    var buffer = ByteBuffer(capacity: 4)
    buffer.append("abcd")
    buffer.append(copyOf: 1..<4)
    #expect(text(buffer) == "abcdbcd")
  }

  @Test func keepsOnlySoManyBytesOfAWord() {
    #expect(text { $0.append(word: 0x4443_4241, length: 3) } == "ABC")
  }

  private func text(_ write: (inout ByteBuffer) -> Void) -> String {
    var buffer = ByteBuffer(capacity: 1)
    write(&buffer)
    return text(buffer)
  }

  private func text(_ buffer: borrowing ByteBuffer) -> String {
    var bytes: [UInt8] = []
    bytes.append(buffer.span)
    return String(decoding: bytes, as: UTF8.self)
  }
}
