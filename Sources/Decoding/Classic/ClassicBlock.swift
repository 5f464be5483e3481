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
}
