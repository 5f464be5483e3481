import Bytes
import GrammarLanguage
import Testing

@Suite struct CommandAPDUTests {
  /// What a row expects: the shape, where the data is, and Ne.
  struct Expected: Sendable {
    let shape: CommandAPDU.Shape
    let data: Range<Int>
    let expected: Int?

    init(_ shape: CommandAPDU.Shape, _ data: Range<Int>, _ expected: Int?) {
      (self.shape, self.data, self.expected) = (shape, data, expected)
    }
  }

  @Test(
    "Each of the seven shapes is told by its length alone",
    arguments: [
      ("00A40400", Expected(.case1, 0..<0, nil)),
      ("00B0000000", Expected(.case2Short, 0..<0, 256)),
      ("00B000000F", Expected(.case2Short, 0..<0, 15)),
      ("00B00000000000", Expected(.case2Extended, 0..<0, 65_536)),
      ("00B00000000123", Expected(.case2Extended, 0..<0, 0x123)),
      ("00A4000C02E103", Expected(.case3Short, 5..<7, nil)),
      ("00A4040002E10300", Expected(.case4Short, 5..<7, 256)),
      ("00D600000000030A0B0C", Expected(.case3Extended, 7..<10, nil)),
      ("00CB3FFF0000030A0B0C0000", Expected(.case4Extended, 7..<10, 65_536)),
      ("00CB3FFF0000030A0B0C0100", Expected(.case4Extended, 7..<10, 256)),
    ] as [(String, Expected)]
  )
  func tellsTheShape(hex: String, expected: Expected) throws {
    let apdu = try apdu(hex)
    #expect(apdu.fault == nil)
    #expect(apdu.shape == expected.shape)
    #expect(apdu.data.range == expected.data)
    #expect(apdu.expected == expected.expected)
  }

  @Test(
    "What does not fit says how much was claimed and how much is there",
    arguments: [
      ("", .headerTooShort(present: 0)),
      ("00A404", .headerTooShort(present: 3)),
      ("FFCA0000", .invalidClass),
      ("00A4040007D27600", .lc(claimed: 7, present: 3)),
      ("00A4040002D2760085", .lc(claimed: 2, present: 4)),
      ("00A404000000", .lc(claimed: 0, present: 1)),
      ("00D60000000000AA", .lcZeroExtended),
      ("00D600000001000A0B0C", .lc(claimed: 256, present: 3)),
      ("00D600000000020A0B0C", .lc(claimed: 2, present: 3)),
    ] as [(String, CommandAPDU.Fault)]
  )
  func saysWhatDoesNotFit(hex: String, fault: CommandAPDU.Fault) throws {
    #expect(try apdu(hex).fault == fault)
  }

  @Test func theHeaderStaysReadableWithAWrongLc() throws {
    let apdu = try apdu("80A4040007D27600")
    #expect((apdu.cla, apdu.ins, apdu.p1, apdu.p2) == (0x80, 0xA4, 4, 0))
    #expect(apdu.lc.range == 4..<5)
    #expect(apdu.data.range == 5..<8)
  }

  @Test func aResponseEndsInItsStatus() throws {
    let bytes = try #require(Hex.bytes("6F009000"))
    let response = try ResponseAPDU(bytes.span)
    #expect(response.data.range == 0..<2)
    #expect(response.status == 0x9000)
    #expect(throws: ResponseAPDU.TooShort.self) { try ResponseAPDU([0x90].span) }
  }

  private func apdu(_ hex: String) throws -> CommandAPDU {
    let bytes = try #require(Hex.bytes(hex))
    return CommandAPDU(bytes.span)
  }
}
