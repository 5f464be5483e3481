import Testing
import TraceFormat

@testable import Decoding

@Suite struct PastedTextTests {
  @Test(
    "Bytes are read as people write them",
    arguments: [
      ("00A4040007", [0x00, 0xA4, 0x04, 0x00, 0x07]),
      ("00 a4 04 00 07", [0x00, 0xA4, 0x04, 0x00, 0x07]),
      ("00:A4:04:00", [0x00, 0xA4, 0x04, 0x00]),
      ("00-A4-04-00", [0x00, 0xA4, 0x04, 0x00]),
      ("0x00A40400", [0x00, 0xA4, 0x04, 0x00]),
      ("0x00, 0xA4, 0x4", [0x00, 0xA4, 0x04]),
      ("{ 0x6A,\n  0x82 }", [0x6A, 0x82]),
      ("\\x6A\\x82", [0x6A, 0x82]),
      ("6Ah 82h", [0x6A, 0x82]),
      ("00 A4 # SELECT", [0x00, 0xA4]),
      // Signed bytes as Java prints them: 106 is 6Ah, -126 is 256 - 126 = 130 = 82h.
      ("{106, -126}", [0x6A, 0x82]),
      ("[-112, 0]", [0x90, 0x00]),
      ("144, 0", [0x90, 0x00]),
      // Two digits each are hex, in a list as well.
      ("10, 20, 30", [0x10, 0x20, 0x30]),
    ] as [(String, [UInt8])])
  func readsBytes(text: String, expected: [UInt8]) throws {
    #expect(try PastedText(text) == .bytes(expected))
  }

  @Test func readsALogWithDirections() throws {
    let text = """
      # two exchanges
      > 00A4040005F222222222 00
      = aid  F222222222
      < 6A82

      -> 00 B0 00 00 02
      <- {106, -126}
      """
    #expect(
      try PastedText(text)
        == .sequence([
          .init(
            direction: .toCard,
            bytes: [0x00, 0xA4, 0x04, 0x00, 0x05, 0xF2, 0x22, 0x22, 0x22, 0x22, 0x00]),
          .init(direction: .fromCard, bytes: [0x6A, 0x82]),
          .init(direction: .toCard, bytes: [0x00, 0xB0, 0x00, 0x00, 0x02]),
          .init(direction: .fromCard, bytes: [0x6A, 0x82]),
        ]))
  }

  @Test(
    "What is no byte is pointed at",
    arguments: [
      ("", 1, 1, .empty),
      ("00 A4 0", 1, 7, .oddDigits),
      ("00 A4 zz", 1, 7, .unexpected("z")),
      ("{106, -129}", 1, 8, .outOfRange(-129)),
      ("> 00A4\n< 9z", 2, 4, .unexpected("z")),
      ("> 00A4\n9000", 2, 1, .noDirection),
    ] as [(String, Int, Int, PastedText.Fault.Kind)])
  func pointsAtFaults(text: String, line: Int, column: Int, kind: PastedText.Fault.Kind) {
    #expect(throws: PastedText.Fault(line: line, column: column, kind: kind)) {
      try PastedText(text)
    }
  }
}
