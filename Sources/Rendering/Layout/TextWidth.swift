/// How many columns of a terminal a text takes.
enum TextWidth {
  /// The columns of valid UTF-8; marks take none.
  static func columns(_ text: Span<UInt8>) -> Int {
    var columns = 0
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte < 0x80 {
        if byte >= 0x20 { columns += 1 }
        index += 1
      } else {
        let (scalar, length) = scalar(text, at: index)
        columns += Self.columns(of: scalar)
        index += length
      }
    }
    return columns
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
  private static func columns(of scalar: UInt32) -> Int {
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
