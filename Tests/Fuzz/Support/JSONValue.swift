/// Whether bytes are one JSON value (RFC 8259), told without keeping any of it.
struct JSONValue {
  private let bytes: ArraySlice<UInt8>
  private var at: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    at = bytes.startIndex
  }

  mutating func isWhole() -> Bool {
    skipSpace()
    guard value(depth: 0) else { return false }
    skipSpace()
    return at == bytes.endIndex
  }

  private var next: UInt8? { at < bytes.endIndex ? bytes[at] : nil }

  private mutating func skipSpace() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { at += 1 }
  }

  private mutating func take(_ text: StaticString) -> Bool {
    let text = Array(text.description.utf8)
    guard bytes[at...].starts(with: text) else { return false }
    at += text.count
    return true
  }

  private mutating func value(depth: Int) -> Bool {
    guard depth < 1000 else { return false }
    switch next {
    case UInt8(ascii: "{"):
      return items("{", "}") { value in
        guard value.string() else { return false }
        value.skipSpace()
        guard value.take(":") else { return false }
        value.skipSpace()
        return value.value(depth: depth + 1)
      }
    case UInt8(ascii: "["): return items("[", "]") { $0.value(depth: depth + 1) }
    case UInt8(ascii: "\""): return string()
    case UInt8(ascii: "t"): return take("true")
    case UInt8(ascii: "f"): return take("false")
    case UInt8(ascii: "n"): return take("null")
    default: return number()
    }
  }

  private mutating func items(
    _ opening: StaticString, _ closing: StaticString, _ item: (inout Self) -> Bool
  ) -> Bool {
    guard take(opening) else { return false }
    skipSpace()
    if take(closing) { return true }
    while true {
      guard item(&self) else { return false }
      skipSpace()
      if take(closing) { return true }
      guard take(",") else { return false }
      skipSpace()
    }
  }

  private mutating func string() -> Bool {
    guard take("\"") else { return false }
    while let byte = next {
      at += 1
      switch byte {
      case UInt8(ascii: "\""): return true
      case UInt8(ascii: "\\"):
        guard let escaped = next else { return false }
        at += 1
        if escaped == UInt8(ascii: "u") {
          for _ in 0..<4 {
            guard let digit = next, Character(UnicodeScalar(digit)).isHexDigit else { return false }
            at += 1
          }
        } else if !"\"\\/bfnrt".utf8.contains(escaped) {
          return false
        }
      case ..<0x20: return false
      default: break
      }
    }
    return false
  }

  private mutating func number() -> Bool {
    _ = take("-")
    let start = at
    guard digits() else { return false }
    if bytes[start] == UInt8(ascii: "0"), at > start + 1 { return false }
    if take("."), !digits() { return false }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      return digits()
    }
    return true
  }

  private mutating func digits() -> Bool {
    let start = at
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { at += 1 }
    return at > start
  }
}
