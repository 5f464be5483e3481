/// CRC-32C (Castagnoli, RFC 3720): the checksum of this project's own files.
extension Checksum {
  /// Polynomial 1EDC6F41h, reflected, preset and final complement FFFFFFFFh. A checksum goes on
  /// over several runs when the one so far is given as `after`.
  package static func crc32C(_ bytes: Span<UInt8>, after earlier: UInt32 = 0) -> UInt32 {
    let table = slices32.span
    var crc = ~earlier
    var at = 0
    while bytes.count - at >= 8 {
      let low =
        crc
        ^ (UInt32(bytes[at]) | UInt32(bytes[at + 1]) << 8 | UInt32(bytes[at + 2]) << 16
          | UInt32(bytes[at + 3]) << 24)
      crc =
        table[7 * 256 + Int(low & 0xFF)] ^ table[6 * 256 + Int(low >> 8 & 0xFF)]
        ^ table[5 * 256 + Int(low >> 16 & 0xFF)] ^ table[4 * 256 + Int(low >> 24)]
        ^ table[3 * 256 + Int(bytes[at + 4])] ^ table[2 * 256 + Int(bytes[at + 5])]
        ^ table[256 + Int(bytes[at + 6])] ^ table[Int(bytes[at + 7])]
      at += 8
    }
    while at < bytes.count {
      crc = crc >> 8 ^ table[Int(UInt8(truncatingIfNeeded: crc) ^ bytes[at])]
      at += 1
    }
    return ~crc
  }

  /// Table k at 256 × k: what a byte does to the checksum after k more bytes.
  private static let slices32: [UInt32] = {
    var table = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var crc = UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 != 0 ? crc >> 1 ^ 0x82F6_3B78 : crc >> 1 }
      table[byte] = crc
    }
    for index in 256..<8 * 256 {
      let crc = table[index - 256]
      table[index] = crc >> 8 ^ table[Int(crc & 0xFF)]
    }
    return table
  }()
}
