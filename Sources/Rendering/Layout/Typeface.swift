import Bytes

/// Which characters and colours the output may have.
package struct Typeface: Equatable, Sendable {
  /// Whether the output is UTF-8. Otherwise `·`, `×`, `–`, `─`, `…` and `→` are written in ASCII, and
  /// anything else as `\u{…}`.
  package var isUTF8: Bool
  /// Whether severities are coloured.
  package var hasColour: Bool

  package init(isUTF8: Bool, hasColour: Bool) {
    self.isUTF8 = isUTF8
    self.hasColour = hasColour
  }

  /// Appends words as this typeface has them, marks untouched.
  func append(_ words: Span<UInt8>, to out: inout ByteBuffer) {
    if isUTF8 {
      out.append(words)
      return
    }
    var index = 0
    while index < words.count {
      let byte = words[index]
      if byte < 0x80 {
        out.append(byte)
        index += 1
        continue
      }
      let (scalar, length) = TextWidth.scalar(words, at: index)
      switch scalar {
      case 0xB7, 0x2013, 0x2014, 0x2500: out.append(UInt8(ascii: "-"))
      case 0xD7: out.append(UInt8(ascii: "x"))
      case 0x2026: out.append("...")
      case 0x2192: out.append("->")
      default: CardText.appendScalar(scalar, to: &out)
      }
      index += length
    }
  }

  /// Appends what a colour mark stands for.
  func append(colour mark: UInt8, to out: inout ByteBuffer) {
    guard hasColour else { return }
    switch mark {
    case Mark.colour: out.append("\u{1B}[36m")
    case Mark.colour + 1: out.append("\u{1B}[33m")
    case Mark.colour + 2: out.append("\u{1B}[31m")
    default: out.append("\u{1B}[0m")
    }
  }
}
