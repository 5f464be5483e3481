/// The application directory of a MIFARE Classic card (NXP AN10787): for each sector whose it is.
///
///     block 1, block 2       CRC, publisher, AIDs of sectors 1 to 15       MAD version 1
///     blocks 64, 65, 66      CRC, publisher, AIDs of sectors 17 to 39      MAD version 2
///
/// An AID is stored application code first: 03 E1 is 03E1h, the NFC Forum's.
package struct ApplicationDirectory: Equatable, Sendable {
  /// The AID of each sector that has an entry, from 1 on; 0 is free.
  package private(set) var applications: [Int: UInt16] = [:]
  /// Where it stands.
  package let range: Range<Int>
  /// The sector of who issued the card; 0 where that is nobody's.
  package let publisher: UInt8
  /// The check byte that is there, and the one that the bytes give.
  package let found: UInt8
  package let computed: UInt8

  /// The AID of sectors with NDEF.
  package static let ndef: UInt16 = 0x03E1

  /// Reads the directory in blocks 1 and 2, or the second one; nil where they were not all seen.
  package init?(_ image: MemoryImage, isSecond: Bool) {
    range = isSecond ? 1024..<1072 : 16..<48
    guard let bytes = image[range] else { return nil }
    found = bytes[0]
    computed = Self.checksum(bytes[1...])
    publisher = bytes[1] & 0x3F
    let first = isSecond ? 17 : 1
    for entry in 0..<(bytes.count - 2) / 2 {
      applications[first + entry] = UInt16(bytes[2 + 2 * entry]) << 8 | UInt16(bytes[3 + 2 * entry])
    }
  }

  /// Whether the check byte is right.
  package var isRight: Bool { found == computed }

  /// CRC-8 with the polynomial 1Dh, from C7h (AN10787).
  package static func checksum(_ bytes: some Sequence<UInt8>) -> UInt8 {
    var crc: UInt8 = 0xC7
    for byte in bytes {
      crc ^= byte
      for _ in 0..<8 { crc = crc & 0x80 != 0 ? crc << 1 ^ 0x1D : crc << 1 }
    }
    return crc
  }
}
