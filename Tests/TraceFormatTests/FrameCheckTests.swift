import Bytes
import Testing

@testable import TraceFormat

@Suite struct FrameCheckTests {
  /// ISO/IEC 14443-3 prints the first five, in its annex on CRC encoding; the sixth is a FeliCa
  /// Polling whose CRC_F a short Python loop over the polynomial gives as well.
  @Test(
    "A CRC is known by its link",
    arguments: [
      ("0000A01E", .iso14443, .crcA), ("123426CF", .iso14443, .crcA), ("123426CF", .nfcA, .crcA),
      ("000000CCC6", .iso14443, .crcB), ("0FAAFFFCD1", .nfcB, .crcB),
      ("0A1234562CF6", .nfcB, .crcB), ("0600FFFF01003A10", .iso14443, .crcF),
      ("0600FFFF01003A10", .nfcF, .crcF),
      ("123426CE", .iso14443, .none), ("123426CF", .nfcB, .none), ("123426CF", .apdu, .none),
      ("0000", .iso14443, .none), ("26", .nfcA, .none), ("", .iso14443, .none),
    ] as [(String, Link, FrameCheck)])
  func finds(hex: String, link: Link, check: FrameCheck) throws {
    let bytes = try #require(Hex.bytes(hex))
    #expect(FrameCheck(of: bytes.span, on: link) == check)
    if check != .none {
      let restored = check.bytes(after: Array(bytes.dropLast(2)).span)
      #expect(Hex.text(restored, digits: 4) == String(hex.suffix(4)))
    }
  }
}
