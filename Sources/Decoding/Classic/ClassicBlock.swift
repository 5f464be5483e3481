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

  /// Where the keys lie in blocks behind each other, the first of which has a number; the last may be
  /// cut.
  static func keys(in range: Range<Int>, from block: UInt8) -> [Range<Int>] {
    var found: [Range<Int>] = []
    for (index, start) in stride(from: range.lowerBound, to: range.upperBound, by: 16).enumerated()
    {
      guard Int(block) + index <= 0xFF, isTrailer(block + UInt8(index)) else { continue }
      for keys in [start..<start + 6, start + 10..<start + 16] where range.overlaps(keys) {
        found.append(keys.clamped(to: range))
      }
    }
    return found
  }

  /// Whether one of so many blocks, the first of which has a number, is a trailer.
  static func holdsTrailer(_ count: Int, from block: UInt8) -> Bool {
    (0..<max(0, min(count, 256 - Int(block)))).contains { isTrailer(block + UInt8($0)) }
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
