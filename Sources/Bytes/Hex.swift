/// Hexadecimal, as this project prints and reads it: capitals, two digits a byte.
@usableFromInline package enum Hex {
  /// The sixteen digits in ASCII.
  @inlinable package static func digit(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "A") - 10 + nibble
  }

  /// The eight digits of four bytes in a row, the first byte and the first digit in the lowest
  /// byte of their words.
  @inlinable package static func digits(ofFour bytes: UInt32) -> UInt64 {
    var spread = UInt64(bytes)
    spread = (spread | spread << 16) & 0x0000_FFFF_0000_FFFF
    spread = (spread | spread << 8) & 0x00FF_00FF_00FF_00FF
    let nibbles = spread >> 4 & 0x000F_000F_000F_000F | (spread & 0x000F_000F_000F_000F) << 8
    // From ten on, what lies between "9" and "A" comes on top.
    let letters = (nibbles &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
    return nibbles &+ 0x3030_3030_3030_3030 &+ letters &* 7
  }

  /// The value of an ASCII hex digit of either case, or nil.
  @inlinable package static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  /// The bytes as text, in capitals, with nothing between them. For cold paths.
  package static func text(_ bytes: Span<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    for index in bytes.indices {
      text.append(digit(bytes[index] >> 4))
      text.append(digit(bytes[index] & 15))
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes as text, in capitals, with nothing between them. For cold paths.
  package static func text(_ bytes: some Collection<UInt8>) -> String {
    text(Array(bytes).span)
  }

  /// A number in capitals, padded with zeros to `digits`.
  package static func text(_ number: some FixedWidthInteger, digits: Int) -> String {
    let text = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  /// Reads digits with white space between bytes allowed, or nil if anything else is there or a
  /// digit is left over.
  package static func bytes(_ text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    var high: UInt8?
    for unit in text.utf8 {
      if let nibble = value(unit) {
        if let first = high {
          bytes.append(first << 4 | nibble)
          high = nil
        } else {
          high = nibble
        }
      } else if unit == UInt8(ascii: " ") || unit == 9 || unit == 10 || unit == 13 {
        if high != nil { return nil }
      } else {
        return nil
      }
    }
    return high == nil ? bytes : nil
  }
}
