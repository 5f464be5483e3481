import Bytes

/// Where a block of MIFARE Classic lies: 32 sectors of 4 blocks, then 8 of 16.
package enum ClassicBlock {
  /// The sector that a block is in.
  package static func sector(of block: UInt8) -> Int {
    block < 128 ? Int(block) / 4 : 32 + (Int(block) - 128) / 16
  }

  /// Whether a block is its sector's last one, with the keys and access bits.
  package static func isTrailer(_ block: UInt8) -> Bool {
    block < 128 ? block % 4 == 3 : block % 16 == 15
  }

  /// The struct of the grammar that a block of 16 bytes is; nil for one that holds data.
  static func contents(of block: UInt8, _ bytes: Span<UInt8>) -> String? {
    if isTrailer(block) { return "SectorTrailer" }
    if block == 0 {
      return bytes[0] ^ bytes[1] ^ bytes[2] ^ bytes[3] == bytes[4] ? "ManufacturerBlock" : nil
    }
    for index in 0..<4 {
      guard bytes[index] == bytes[index + 8], bytes[index] == ~bytes[index + 4] else { return nil }
    }
    let isAddressed = bytes[12] == bytes[14] && bytes[13] == bytes[15] && bytes[12] == ~bytes[13]
    return isAddressed ? "ValueBlock" : nil
  }

  /// The access bits C1, C3, C2 of a block (3: the trailer), from bytes 7 and 8.
  package static func access(_ block: Int, _ second: UInt8, _ third: UInt8) -> UInt8 {
    let place = UInt8(block & 3)
    return (second >> (4 + place) & 1) << 2 | (third >> (4 + place) & 1) << 1 | third >> place & 1
  }

  /// Whether the access bits of a trailer agree with the complements beside them; bytes 6 to 8.
  package static func accessBitsAgree(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Bool {
    // Byte 6: C2 and C1 inverted; byte 7: C1, C3 inverted; byte 8: C3, C2.
    let (c1, c2, c3) = (second >> 4, third & 0x0F, third >> 4)
    return first & 0x0F == c1 ^ 0x0F && first >> 4 == c2 ^ 0x0F && second & 0x0F == c3 ^ 0x0F
  }
}
