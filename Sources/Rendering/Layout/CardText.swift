package import Bytes

/// Text that a card or a file wrote: nothing in it may move the cursor, hide or turn around what
/// stands beside it.
package enum CardText {
  /// Appends text with control characters, invisible and bidirectional ones, backslashes and what
  /// is not UTF-8 written as `\x0A` and `\u{202E}`.
  static func append(_ text: Span<UInt8>, to out: inout ByteBuffer) {
    var index = 0
    while true {
      let end = plainEnd(text, from: index)
      out.append(text.extracting(index..<end))
      guard end < text.count else { return }
      index = end
      let byte = text[index]
      if byte == UInt8(ascii: "\\") {
        out.append("\\\\")
        index += 1
      } else if let (scalar, length) = scalar(text, at: index) {
        if length == 1 {
          appendByte(byte, to: &out)
        } else if isHarmless(scalar) {
          out.append(text.extracting(index..<index + length))
        } else {
          appendScalar(scalar, to: &out)
        }
        index += length
      } else {
        appendByte(byte, to: &out)
        index += 1
      }
    }
  }

  /// The first byte from an index on that is not written as it is. Looks at eight at a time.
  private static func plainEnd(_ text: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index + 8 <= text.count {
      let word = ByteOrder.little.number64(text, at: index)
      // What is 0 in these is a backslash or DEL. A byte that is found borrows from the one behind
      // it, so the first one found is right.
      let slash = word ^ 0x5C5C_5C5C_5C5C_5C5C
      let delete = word ^ 0x7F7F_7F7F_7F7F_7F7F
      let found =
        word | (word &- 0x2020_2020_2020_2020) | ((slash &- 0x0101_0101_0101_0101) & ~slash)
        | ((delete &- 0x0101_0101_0101_0101) & ~delete)
      let odd = found & 0x8080_8080_8080_8080
      if odd != 0 { return index + odd.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < text.count, isPlain(text[index]) { index += 1 }
    return index
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\\")
  }

  /// Appends text in the same way.
  package static func append(_ text: String, to out: inout ByteBuffer) {
    append(text.utf8.span, to: &out)
  }

  /// Appends `\u{202E}`.
  static func appendScalar(_ scalar: UInt32, to out: inout ByteBuffer) {
    out.append("\\u{")
    out.append(String(scalar, radix: 16, uppercase: true))
    out.append("}")
  }

  private static func appendByte(_ byte: UInt8, to out: inout ByteBuffer) {
    out.append("\\x")
    out.append(hex: byte)
  }

  /// The scalar that starts at an index and its length, or nil where that is not UTF-8 (too long
  /// forms and surrogates included).
  static func scalar(_ text: Span<UInt8>, at index: Int) -> (scalar: UInt32, length: Int)? {
    let lead = text[index]
    let length: Int
    switch lead {
    case 0x00...0x7F: return (UInt32(lead), 1)
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF: length = 3
    case 0xF0...0xF4: length = 4
    default: return nil
    }
    guard length <= text.count - index else { return nil }
    var scalar = UInt32(lead) & (0x7F >> UInt32(length))
    for next in index + 1..<index + length {
      guard text[next] & 0xC0 == 0x80 else { return nil }
      scalar = scalar << 6 | UInt32(text[next] & 0x3F)
    }
    let least: UInt32 = length == 4 ? 0x10000 : length == 3 ? 0x800 : 0x80
    guard scalar >= least, scalar <= 0x10FFFF, !(0xD800...0xDFFF).contains(scalar) else {
      return nil
    }
    return (scalar, length)
  }

  /// Whether a scalar shows itself and nothing else.
  static func isHarmless(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x00...0x1F, 0x7F...0x9F, 0xAD, 0x061C, 0x200B...0x200F, 0x2028...0x202E,
      0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE0FFF:
      false
    default: true
    }
  }
}
