internal import Bytes

/// Numbers and patterns as grammars write them: capitals for hex digits, small letters to collect.
enum HexWord {
  /// Whole bytes in capital hex digits, or nil.
  static func bytes(_ word: String) -> [UInt8]? {
    let count = word.utf8.count
    guard count > 0, count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count / 2)
    var high: UInt8?
    for unit in word.utf8 {
      guard isDigit(unit), let digit = Hex.value(unit) else { return nil }
      if let first = high {
        bytes.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    return bytes
  }

  /// A number of 1 to 16 capital hex digits, and how many they are.
  static func number(_ word: some StringProtocol) -> (value: UInt64, digits: Int)? {
    guard (1...16).contains(word.utf8.count) else { return nil }
    var value: UInt64 = 0
    for unit in word.utf8 {
      guard isDigit(unit), let digit = Hex.value(unit) else { return nil }
      value = value << 4 | UInt64(digit)
    }
    return (value, word.utf8.count)
  }

  /// Two numbers with `..` between them.
  static func range(_ word: String) -> (low: UInt64, high: UInt64, digits: Int)? {
    guard let dot = word.firstIndex(of: "."), word[dot...].hasPrefix("..") else { return nil }
    let second = word.index(dot, offsetBy: 2)
    guard let low = number(word[..<dot]), let high = number(word[second...]),
      low.digits == high.digits
    else { return nil }
    return (low.value, high.value, low.digits)
  }

  /// Whether a name reads as a number.
  static func readsAsHex(_ name: String) -> Bool { name.utf8.allSatisfy(isDigit) }

  private static func isDigit(_ unit: UInt8) -> Bool {
    unit >= UInt8(ascii: "0") && unit <= UInt8(ascii: "9")
      || unit >= UInt8(ascii: "A") && unit <= UInt8(ascii: "F")
  }
}

/// A pattern: places that have to match, and letters that collect.
struct PatternWord {
  var mask: UInt64 = 0
  var bits: UInt64 = 0
  /// In the order of first appearance.
  var letters: [Letter] = []

  /// Reads one place for each bit, or one hex digit for each four, `-` being any; nil if the word is
  /// neither.
  init?(_ word: String, width: Int) {
    let count = word.utf8.count
    guard width <= 8, count == width * 8 || count == width * 2 else { return nil }
    let isBinary = count == width * 8
    for unit in word.utf8 where !append(unit, isBinary: isBinary) { return nil }
  }

  private mutating func append(_ unit: UInt8, isBinary: Bool) -> Bool {
    let width: UInt64 = isBinary ? 1 : 4
    let ones: UInt64 = isBinary ? 1 : 15
    mask <<= width
    bits <<= width
    for index in letters.indices {
      letters[index] = Letter(letter: letters[index].letter, mask: letters[index].mask << width)
    }
    if isBinary ? unit == UInt8(ascii: "0") || unit == UInt8(ascii: "1") : unit <= 0x46,
      let digit = Hex.value(unit)
    {
      mask |= ones
      bits |= UInt64(digit)
      return true
    }
    if unit == UInt8(ascii: "-") { return true }
    let first = isBinary ? UInt8(ascii: "a") : UInt8(ascii: "g")
    guard unit >= first, unit <= UInt8(ascii: "z") else { return false }
    if let index = letters.firstIndex(where: { $0.letter == unit }) {
      letters[index] = Letter(letter: unit, mask: letters[index].mask | ones)
    } else {
      letters.append(Letter(letter: unit, mask: ones))
    }
    return true
  }
}
