/// The last block of a MIFARE Classic sector: its keys, and what may be done with its blocks.
///
///     key A (6) | access bits (3) | general purpose byte | key B (6)
package struct SectorTrailer: Equatable, Sendable {
  package let sector: Int
  /// Bytes 6 to 8, which hold each bit twice, once inverted.
  package let bits: [UInt8]
  /// In sector 0 it tells of the directory, in an NDEF sector of version and access; nil where it
  /// was not seen.
  package let general: UInt8?

  /// Reads a sector's trailer; nil where its access bits were not seen. No trailer is all zeros: that
  /// is what programs write for one that they could not read.
  package init?(_ image: MemoryImage, sector: Int) {
    let start = Self.sector(sector).upperBound - 16
    guard let bits = image[start + 6..<start + 9] else { return nil }
    if let whole = image[start..<start + 16], whole.allSatisfy({ $0 == 0 }) { return nil }
    self.sector = sector
    self.bits = bits
    general = image[start + 9]
  }

  /// Where it stands.
  package var range: Range<Int> {
    let end = Self.sector(sector).upperBound
    return end - 16..<end
  }

  /// Where its access bits stand.
  package var bitRange: Range<Int> { range.lowerBound + 6..<range.lowerBound + 9 }

  /// Whether the bits agree with their complements.
  package var agrees: Bool { Self.agree(bits[0], bits[1], bits[2]) }

  /// C1, C3, C2 of one of the sector's three groups of blocks, or of the trailer (3).
  package func access(_ group: Int) -> UInt8 { Self.access(group, bits[1], bits[2]) }

  /// The same, from bytes 7 and 8.
  package static func access(_ group: Int, _ second: UInt8, _ third: UInt8) -> UInt8 {
    let place = UInt8(group & 3)
    return (second >> (4 + place) & 1) << 2 | (third >> (4 + place) & 1) << 1 | third >> place & 1
  }

  /// Whether access bits agree with the complements beside them; bytes 6 to 8.
  package static func agree(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Bool {
    // Byte 6: C2 and C1 inverted; byte 7: C1, C3 inverted; byte 8: C3, C2.
    let (c1, c2, c3) = (second >> 4, third & 0x0F, third >> 4)
    return first & 0x0F == c1 ^ 0x0F && first >> 4 == c2 ^ 0x0F && second & 0x0F == c3 ^ 0x0F
  }

  /// Whether 16 bytes look like a trailer, as one is read (key A as zeros) or written.
  package static func isLikely(_ bytes: Span<UInt8>, isRead: Bool) -> Bool {
    guard bytes.count >= 16, agree(bytes[6], bytes[7], bytes[8]) else { return false }
    return !isRead || (0..<6).allSatisfy { bytes[$0] == 0 }
  }

  /// A sector's bytes: 32 of four blocks, then 8 of sixteen.
  package static func sector(_ number: Int) -> Range<Int> {
    number < 32 ? 64 * number..<64 * number + 64 : 256 * number - 6144..<256 * number - 5888
  }

  /// The trailers between two addresses.
  package static func places(in area: Range<Int>) -> [Range<Int>] {
    (0..<sectors).map { sector($0).upperBound - 16..<sector($0).upperBound }.filter(area.overlaps)
  }

  /// No card has more.
  package static let sectors = 40
}
