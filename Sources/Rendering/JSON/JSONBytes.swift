import Bytes

/// JSON written as bytes, key by key. The first key of every object is `type`.
extension ByteBuffer {
  /// Appends `,"key":`.
  mutating func json(key: StaticString) {
    append(",\"")
    append(key)
    append("\":")
  }

  /// Appends a key and a number.
  mutating func json(_ key: StaticString, _ number: Int) {
    json(key: key)
    append(decimal: number)
  }

  /// Appends a key and a word that needs no escaping.
  mutating func json(_ key: StaticString, word: StaticString) {
    json(key: key)
    append("\"")
    append(word)
    append("\"")
  }

  /// Appends a key and a text.
  mutating func json(_ key: StaticString, text: String) {
    json(key: key)
    json(text: text)
  }

  /// Appends a key and `true`.
  mutating func json(flag key: StaticString) {
    json(key: key)
    append("true")
  }

  /// Appends a key and bytes as hex.
  mutating func json(_ key: StaticString, hex bytes: Span<UInt8>) {
    json(key: key)
    append("\"")
    append(hex: bytes)
    append("\"")
  }

  /// Appends a key and nanoseconds as seconds.
  mutating func json(_ key: StaticString, seconds: Int64, digits: Int) {
    json(key: key)
    Time.append(seconds: seconds, decimals: digits, to: &self)
  }

  /// Appends a text in quotation marks. What could turn around or hide its neighbours is escaped.
  mutating func json(text: String) { json(text: text.utf8.span) }

  /// Appends a text in quotation marks; what is not UTF-8 becomes U+FFFD.
  mutating func json(text: Span<UInt8>) {
    append("\"")
    var index = 0
    while true {
      let plain = PlainText.length(in: text, from: index)
      append(text.extracting(index..<index + plain))
      index += plain
      guard index < text.count else { break }
      switch text[index] {
      case UInt8(ascii: "\""): append("\\\"")
      case UInt8(ascii: "\\"): append("\\\\")
      case 0x0A: append("\\n")
      default:
        guard let (scalar, length) = CardText.scalar(text, at: index) else {
          append("\\uFFFD")
          break
        }
        if length > 1, CardText.isHarmless(scalar) {
          append(text.extracting(index..<index + length))
        } else {
          json(escaped: scalar)
        }
        index += length - 1
      }
      index += 1
    }
    append("\"")
  }

  /// Appends `\u202E`, in two halves beyond U+FFFF.
  private mutating func json(escaped scalar: UInt32) {
    if scalar > 0xFFFF {
      json(escaped: 0xD800 + (scalar - 0x10000) >> 10)
      json(escaped: 0xDC00 + (scalar - 0x10000) & 0x3FF)
      return
    }
    append("\\u")
    append(hex: UInt16(truncatingIfNeeded: scalar))
  }
}
