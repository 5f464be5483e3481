import GrammarLanguage

/// A card number (PAN) in BCD, one digit a nibble, filled up with F.
@usableFromInline package enum CardNumber {
  /// The nibble at `place`, counted from the high nibble of the byte at `start`.
  @inlinable package static func nibble(_ bytes: Span<UInt8>, _ start: Int, _ place: Int) -> UInt8 {
    let byte = bytes[start + place / 2]
    return place % 2 == 0 ? byte >> 4 : byte & 15
  }

  /// How many digits stand at the start of a range before anything else.
  package static func digits(_ bytes: Span<UInt8>, in range: Range<Int>) -> Int {
    var count = 0
    while count < range.count * 2, nibble(bytes, range.lowerBound, count) < 10 { count += 1 }
    return count
  }

  /// Whether behind the digits there are only fillers F.
  package static func isFilled(
    _ bytes: Span<UInt8>, in range: Range<Int>, behind digits: Int
  ) -> Bool {
    for place in digits..<range.count * 2 where nibble(bytes, range.lowerBound, place) != 0xF {
      return false
    }
    return true
  }

  /// Whether the first `digits` digits of a range pass the check of ISO/IEC 7812-1.
  package static func passesLuhn(_ bytes: Span<UInt8>, in range: Range<Int>, digits: Int) -> Bool {
    passesLuhn(bytes, from: range.lowerBound, nibbles: 0..<digits)
  }

  /// The same for a run of nibbles counted from the byte at `start`.
  package static func passesLuhn(
    _ bytes: Span<UInt8>, from start: Int, nibbles: Range<Int>
  ) -> Bool {
    var sum = 0
    var isDoubled = false
    for place in nibbles.reversed() {
      let digit = Int(nibble(bytes, start, place))
      sum += isDoubled ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit
      isDoubled.toggle()
    }
    // Twelve zeros and more pass, too, and are no card number.
    return sum > 0 && sum % 10 == 0
  }

  /// The secret that a PAN's value is. A value cut short is masked as if it were whole; one that is
  /// not all digits is masked but for its first six nibbles.
  package static func secret(
    _ bytes: Span<UInt8>, in range: Range<Int>, claimed: Int, side: Side
  ) -> Secret {
    let digits = digits(bytes, in: range)
    let isWhole = range.count == claimed
    let count = isWhole && isFilled(bytes, in: range, behind: digits) ? digits : claimed * 2
    return Secret(.pan, side, range, digits: count)
  }
}
