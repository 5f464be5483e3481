import Bytes

extension MarkedLine {
  /// What stands between a mark and the bytes: `(13 bytes):`, `[5]:`, `len = 4 >`, `data`, `T=1`,
  /// `(4+0008)`, `(12ms)`, `[]`.
  struct Lead {
    /// How many bytes follow, if that is said.
    var count: Int?
    /// The status word that is named apart from the bytes: `(SW1=0x90, SW2=0x00)`.
    var status: [UInt8] = []
    /// What is behind it.
    var rest: ArraySlice<UInt8>

    init(_ text: ArraySlice<UInt8>) {
      rest = text.trimmed
      while step() {}
    }

    /// Steps over one thing; false where the bytes begin, or something else.
    private mutating func step() -> Bool {
      guard let first = rest.first else { return false }
      switch first {
      case UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: ","):
        rest = rest.dropFirst().trimmed
        return true
      case UInt8(ascii: "("), UInt8(ascii: "["): return bracket(first)
      case UInt8(ascii: "<"):
        // What Node.js makes of bytes: `<Buffer 00 00 ff …>`.
        guard rest.starts(with: "<Buffer ".utf8) else { return false }
        rest = rest.dropFirst(8).trimmed
        return true
      default: return length() || word()
      }
    }

    /// `len=13`, `length: 5`.
    private mutating func length() -> Bool {
      let name = rest.prefix { $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z") }
      guard ["len", "length", "size"].contains(name.text.lowercased()) else { return false }
      let signs = rest[name.endIndex...].prefix {
        [0x20, UInt8(ascii: "="), UInt8(ascii: ":")].contains($0)
      }
      let digits = rest[signs.endIndex...].prefix { $0 >= 0x30 && $0 <= 0x39 }
      guard !signs.isEmpty, (1...6).contains(digits.count) else { return false }
      count = Int(digits.text)
      rest = rest[digits.endIndex...].trimmed
      return true
    }

    private mutating func bracket(_ first: UInt8) -> Bool {
      let close = first == UInt8(ascii: "(") ? UInt8(ascii: ")") : UInt8(ascii: "]")
      guard let end = rest.firstIndex(of: close), end - rest.startIndex <= 40 else { return false }
      let inside = rest[(rest.startIndex + 1)..<end]
      if let status = Self.status(in: inside) {
        self.status = status
      } else {
        count = Self.number(in: inside) ?? count
      }
      rest = rest[(end + 1)...].trimmed
      return true
    }

    /// A word that says what follows, and no way that it went.
    private mutating func word() -> Bool {
      for word in Self.words where rest.count >= word.utf8.count {
        let end = rest.startIndex + word.utf8.count
        if word == "buffer", end == rest.endIndex || rest[end] != UInt8(ascii: ":") { continue }
        let isWhole =
          end == rest.endIndex || [0x20, UInt8(ascii: ":"), UInt8(ascii: "=")].contains(rest[end])
        if isWhole, zip(rest, word.utf8).allSatisfy({ $0 | 0x20 == $1 | 0x20 }) {
          rest = rest[end...].trimmed
          return true
        }
      }
      return false
    }

    private static let words = [
      "data", "bytes", "frame", "raw", "hex", "buffer", "t=0", "t=1", "t=cl", "t=*",
    ]

    /// The only number in a text: `13 bytes`, and not `4+0008`, `12ms` or a time.
    private static func number(in text: ArraySlice<UInt8>) -> Int? {
      let text = text.trimmed
      let digits = text.prefix { $0 >= 0x30 && $0 <= 0x39 }
      let unit = text[digits.endIndex...].trimmed.text.lowercased()
      guard (1...6).contains(digits.count), ["", "byte", "bytes", "b"].contains(unit) else {
        return nil
      }
      return Int(digits.text)
    }

    /// `SW1=0x90, SW2=0x00` as two bytes.
    private static func status(in text: ArraySlice<UInt8>) -> [UInt8]? {
      guard let first = text.firstPlace(of: "SW1=0x"), let second = text.firstPlace(of: "SW2=0x"),
        second > first
      else { return nil }
      let bytes =
        HexRun.prefix(text[(first + 4)...].prefix(4)).bytes
        + HexRun.prefix(text[(second + 4)...].prefix(4)).bytes
      return bytes.count == 2 ? bytes : nil
    }
  }
}
