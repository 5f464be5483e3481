/// The checks that NFC frames end with.
///
/// CRC_A and CRC_B are ISO/IEC 14443-3's, sent least significant byte first. They share one
/// polynomial (reflected, 8408h) and differ in preset and final complement. CRC_F is
/// JIS X 6319-4's (polynomial 1021h, preset 0), sent most significant byte first.
@usableFromInline package enum Checksum {
  /// ISO/IEC 14443-3 Type A: preset 6363h, no complement.
  @inlinable package static func crcA(_ bytes: Span<UInt8>) -> UInt16 {
    reflected(bytes, preset: 0x6363)
  }

  /// ISO/IEC 14443-3 Type B, and ISO/IEC 15693: preset FFFFh, complemented.
  @inlinable package static func crcB(_ bytes: Span<UInt8>) -> UInt16 {
    ~reflected(bytes, preset: 0xFFFF)
  }

  /// JIS X 6319-4 (FeliCa), over LEN and data: polynomial 1021h, preset 0.
  package static func crcF(_ bytes: Span<UInt8>) -> UInt16 {
    var crc: UInt16 = 0
    for index in bytes.indices {
      crc ^= UInt16(bytes[index]) << 8
      for _ in 0..<8 { crc = crc & 0x8000 != 0 ? crc << 1 ^ 0x1021 : crc << 1 }
    }
    return crc
  }

  /// The block check character of an ISO/IEC 14443-3 Type A cascade level: the XOR of its bytes.
  @inlinable package static func bcc(_ bytes: Span<UInt8>) -> UInt8 {
    var check: UInt8 = 0
    for index in bytes.indices { check ^= bytes[index] }
    return check
  }

  /// Eight bytes a turn where there are eight (tables in `slices`), one at a time for the rest.
  @inlinable package static func reflected(_ bytes: Span<UInt8>, preset: UInt16) -> UInt16 {
    let table = slices.span
    var crc = preset
    var at = 0
    while bytes.count - at >= 8 {
      let first = UInt16(bytes[at]) ^ (crc & 0xFF)
      let second = UInt16(bytes[at + 1]) ^ (crc >> 8)
      crc =
        table[7 * 256 + Int(first)] ^ table[6 * 256 + Int(second)]
        ^ table[5 * 256 + Int(bytes[at + 2])] ^ table[4 * 256 + Int(bytes[at + 3])]
        ^ table[3 * 256 + Int(bytes[at + 4])] ^ table[2 * 256 + Int(bytes[at + 5])]
        ^ table[256 + Int(bytes[at + 6])] ^ table[Int(bytes[at + 7])]
      at += 8
    }
    while at < bytes.count {
      crc = crc >> 8 ^ table[Int(UInt8(truncatingIfNeeded: crc) ^ bytes[at])]
      at += 1
    }
    return crc
  }

  /// Table k at 256 × k: what a byte does to the CRC after k more bytes.
  @usableFromInline package static let slices: [UInt16] = {
    var table = [UInt16](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var crc = UInt16(byte)
      for _ in 0..<8 { crc = crc & 1 != 0 ? crc >> 1 ^ 0x8408 : crc >> 1 }
      table[byte] = crc
    }
    for index in 256..<8 * 256 {
      let crc = table[index - 256]
      table[index] = crc >> 8 ^ table[Int(crc & 0xFF)]
    }
    return table
  }()
}
