import Bytes

/// How many columns of a terminal a text takes.
enum TextWidth {
  /// The columns of valid UTF-8; marks take none.
  static func columns(_ text: Span<UInt8>) -> Int {
    var columns = 0
    var index = 0
    while true {
      let end = plainEnd(text, from: index)
      columns += end - index
      guard end < text.count else { return columns }
      index = end
      if text[end] < 0x80 {
        index += 1
      } else {
        let (scalar, length) = scalar(text, at: end)
        columns += Self.columns(of: scalar)
        index += length
      }
    }
  }

  /// The columns of a text without the words that may be dropped.
  static func columnsLeft(_ text: Span<UInt8>) -> Int {
    var columns = columns(text)
    var start: Int?
    for index in text.indices {
      if text[index] == Mark.droppable { start = index }
      if text[index] == Mark.droppableEnd, let from = start {
        columns -= Self.columns(text.extracting(from..<index))
        start = nil
      }
    }
    return columns
  }

  /// The first byte from an index on that is more, or less, than one column of ASCII: a mark or
  /// another character. Looks at eight bytes at a time, as most words are ASCII throughout.
  static func plainEnd(_ text: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index + 8 <= text.count {
      let word = ByteOrder.little.number64(text, at: index)
      // A byte below a space borrows from the one behind it, so the first one found is right.
      let odd = (word | (word &- 0x2020_2020_2020_2020)) & 0x8080_8080_8080_8080
      if odd != 0 { return index + odd.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < text.count, text[index] >= 0x20, text[index] < 0x80 { index += 1 }
    return index
  }

  /// The scalar that starts at an index and its length. The text is valid UTF-8; what is not is
  /// one column a byte.
  static func scalar(_ text: Span<UInt8>, at index: Int) -> (scalar: UInt32, length: Int) {
    let lead = text[index]
    let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1
    guard length > 1, index + length <= text.count else { return (UInt32(lead), 1) }
    var scalar = UInt32(lead) & (0x7F >> UInt32(length))
    for next in index + 1..<index + length { scalar = scalar << 6 | UInt32(text[next] & 0x3F) }
    return (scalar, length)
  }

  /// Two columns for East Asian wide characters and pictures, none for what joins the character
  /// before it, one for the rest (Unicode Standard Annex #11, whole blocks instead of characters).
  static func columns(of scalar: UInt32) -> Int {
    switch scalar {
    case 0x0300...0x036F, 0x200B...0x200D, 0x20D0...0x20F0, 0xFE00...0xFE0F: 0
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF,
      0x1F900...0x1FAFF, 0x20000...0x3FFFD:
      2
    default: 1
    }
  }
}
