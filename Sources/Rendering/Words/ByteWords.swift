import Bytes
import Decoding

/// Bytes and numbers as rows write them.
extension ByteBuffer {
  /// Appends loose bytes: `0A 00 50`.
  mutating func append(spaced bytes: Span<UInt8>) {
    for index in bytes.indices {
      if index > 0 { append(UInt8(ascii: " ")) }
      append(hex: bytes[index])
    }
  }

  /// Appends `1 byte` or `2 bytes`.
  mutating func append(count: Int, _ one: StaticString, _ many: StaticString) {
    append(decimal: count)
    append(UInt8(ascii: " "))
    append(count == 1 ? one : many)
  }

  /// Appends a number of two bytes as four digits.
  mutating func append(hex number: UInt16) {
    append(hex: UInt8(truncatingIfNeeded: number >> 8))
    append(hex: UInt8(truncatingIfNeeded: number))
  }

  /// Appends an identifier's bytes.
  mutating func append(hex identifier: Identifier) {
    for index in 0..<Int(identifier.count) { append(hex: identifier[index]) }
  }

  /// Appends a number with as many bytes as it has (at least one): a tag.
  mutating func append(tag: UInt32) {
    var shift: UInt32 = tag > 0xFF_FFFF ? 24 : tag > 0xFFFF ? 16 : tag > 0xFF ? 8 : 0
    while true {
      append(hex: UInt8(truncatingIfNeeded: tag >> shift))
      if shift == 0 { return }
      shift -= 8
    }
  }

  /// Appends `.3` for the third frame derived from a captured one, nothing for 0.
  mutating func append(derived number: UInt16) {
    guard number != 0 else { return }
    append(UInt8(ascii: "."))
    append(decimal: Int(number))
  }

  /// Appends a row's last frame, of which the first is written: `24.10–11`.
  mutating func append(lastOf row: borrowing Row) {
    if row.frames.count > 1 {
      append(decimal: row.frames.upperBound)
      append(derived: row.derived.last)
    } else {
      append(decimal: Int(row.derived.last))
    }
  }
}
