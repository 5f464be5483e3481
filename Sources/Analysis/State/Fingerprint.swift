import Decoding

/// A number that is the same for the same bytes and numbers, on every run, and nearly always another
/// for others.
struct Fingerprint: Equatable {
  private(set) var value: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Mixes in a number.
  mutating func add(_ number: UInt64) {
    value = (value ^ number) &* 0xFF51_AFD7_ED55_8CCD
    value ^= value >> 32
  }

  /// Mixes in bytes, and how many there are.
  mutating func add(_ bytes: Span<UInt8>) {
    var index = 0
    while index + 8 <= bytes.count {
      var word: UInt64 = 0
      for place in 0..<8 { word = word << 8 | UInt64(bytes[index + place]) }
      add(word)
      index += 8
    }
    var rest = UInt64(bytes.count)
    while index < bytes.count {
      rest = rest << 8 | UInt64(bytes[index])
      index += 1
    }
    add(rest)
  }

  /// Mixes in an identifier.
  mutating func add(_ identifier: Identifier) {
    add(identifier.high)
    add(identifier.low ^ UInt64(identifier.count))
  }
}
