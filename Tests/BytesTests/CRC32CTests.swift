import Testing

@testable import Bytes

@Suite struct CRC32CTests {
  /// RFC 3720, B.4: 32 bytes each, whose checksums stand there least significant byte first.
  @Test(
    "The examples of RFC 3720",
    arguments: [
      ([UInt8](repeating: 0, count: 32), 0x8A91_36AA),
      ([UInt8](repeating: 0xFF, count: 32), 0x62A8_AB43),
      ([UInt8](0..<32), 0x46DD_794E),
      ([UInt8]((0..<32).reversed()), 0x113F_DB5C),
    ] as [([UInt8], UInt32)]
  )
  func examples(bytes: [UInt8], checksum: UInt32) {
    #expect(Checksum.crc32C(bytes.span) == checksum)
  }

  /// The check value that catalogues of CRCs give for the nine digits.
  @Test func theNineDigits() {
    #expect(Checksum.crc32C(Array("123456789".utf8).span) == 0xE306_9283)
  }

  @Test(arguments: [0, 1, 7, 8, 9, 31]) func goesOnWhereItStopped(cut: Int) {
    let bytes = [UInt8](0..<32)
    let first = Checksum.crc32C(Array(bytes[..<cut]).span)
    #expect(Checksum.crc32C(Array(bytes[cut...]).span, after: first) == 0x46DD_794E)
  }
}
