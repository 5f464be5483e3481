import GrammarLanguage

/// Tracks that match a replaced card number.
///
///     track 2   number | D | year, month | service code | the issuer's own | F     (BCD)
///     track 2   number | = | year, month | service code | the issuer's own         (ASCII)
///     track 1   B | number | ^ | name | ^ | year, month | service code | the issuer's own
enum TrackFiller {
  /// Year and month of every track.
  static let expiry: [UInt8] = [4, 9, 1, 2]

  static func filler(for bytes: [UInt8], _ substitutes: inout Substitutes) -> [UInt8] {
    let nibbles = Nibbles.of(bytes)
    let digits = Array(nibbles.prefix { $0 < 10 })
    if digits.count >= 8, digits.count < nibbles.count, nibbles[digits.count] == 0xD {
      let number = substitutes.substitute(forCardNumber: digits)
      let rest = nibbles.dropFirst(digits.count + 1)
      return Nibbles.bytes(number + [0xD] + discretionary(Array(rest)) { $0 < 10 ? 0 : $0 })
    }
    if let caret = bytes.firstIndex(of: UInt8(ascii: "^")), bytes.first == UInt8(ascii: "B"),
      let digits = Nibbles.digits(ofText: bytes[1..<caret]), digits.count >= 8
    {
      return [bytes[0]] + Nibbles.text(substitutes.substitute(forCardNumber: digits))
        + track1(behindNumber: Array(bytes[caret...]), &substitutes)
    }
    if let sign = bytes.firstIndex(of: UInt8(ascii: "=")),
      let digits = Nibbles.digits(ofText: bytes[..<sign]), digits.count >= 8
    {
      return Nibbles.text(substitutes.substitute(forCardNumber: digits)) + [bytes[sign]]
        + text(behindSeparator: Array(bytes[(sign + 1)...]))
    }
    return loose(bytes)
  }

  /// The values of their own in a track: its number, its holder's name.
  static func parts(of bytes: [UInt8]) -> [SecretValue] {
    let nibbles = Nibbles.of(bytes)
    let digits = Array(nibbles.prefix { $0 < 10 })
    if digits.count >= 8, digits.count < nibbles.count, nibbles[digits.count] == 0xD {
      return [Substitutes.cardNumber(digits)]
    }
    if let caret = bytes.firstIndex(of: UInt8(ascii: "^")), bytes.first == UInt8(ascii: "B"),
      let digits = Nibbles.digits(ofText: bytes[1..<caret]), digits.count >= 8
    {
      let name = bytes[(caret + 1)...].prefix { $0 != UInt8(ascii: "^") }
      let number = Substitutes.cardNumber(digits)
      return name.isEmpty ? [number] : [number, SecretValue(.name, Array(name))]
    }
    if let sign = bytes.firstIndex(of: UInt8(ascii: "=")),
      let digits = Nibbles.digits(ofText: bytes[..<sign]), digits.count >= 8
    {
      return [Substitutes.cardNumber(digits)]
    }
    return []
  }

  /// The name of the track's holder, and what stands behind it.
  private static func track1(
    behindNumber bytes: [UInt8], _ substitutes: inout Substitutes
  ) -> [UInt8] {
    let name = Array(bytes.dropFirst().prefix { $0 != UInt8(ascii: "^") })
    let end = 1 + name.count
    let caret = Array(bytes.prefix(1))
    let replaced =
      name.isEmpty ? [] : substitutes.substitute(for: substitutes.add(SecretValue(.name, name)))
    guard end < bytes.count else { return caret + replaced }
    return caret + replaced + [bytes[end]] + text(behindSeparator: Array(bytes[(end + 1)...]))
  }

  private static func text(behindSeparator bytes: [UInt8]) -> [UInt8] {
    let parts = discretionary(bytes.map { (0x30...0x39).contains($0) ? $0 & 15 : $0 }) { _ in 0 }
    return zip(bytes, parts).map { old, new in
      (0x30...0x39).contains(old) ? 0x30 | new : isLetter(old) ? UInt8(ascii: "X") : old
    }
  }

  /// Year and month, the service code as it was, and nothing of the issuer's own.
  private static func discretionary(
    _ digits: [UInt8], _ filler: (UInt8) -> UInt8
  ) -> [UInt8] {
    digits.enumerated().map { place, digit in
      switch place {
      case 0..<4: digit < 10 ? expiry[place] : digit
      case 4..<7: digit
      default: filler(digit)
      }
    }
  }

  /// A part of a track: text or digits, and no number in it that could be told.
  private static func loose(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.allSatisfy({ (0x20...0x7E).contains($0) }) {
      return bytes.map {
        (0x30...0x39).contains($0) ? UInt8(ascii: "0") : isLetter($0) ? UInt8(ascii: "X") : $0
      }
    }
    return Nibbles.bytes(CutValue.zeros(Nibbles.of(bytes), from: 0))
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }
}

/// Fillers for what is there of a value that is not whole.
enum CutValue {
  static func filler(for value: SecretValue) -> [UInt8] {
    let start = (value.cutFrom ?? 0) * 2
    switch value.kind {
    case .pan: return Nibbles.bytes(zeros(value.nibbles, from: start))
    case .track:
      return Nibbles.bytes(zeros(value.nibbles, from: start))
    case .name: return TextFiller.name(for: value.bytes, 1)
    case .date, .pin: return PINFiller.filler(for: value.bytes, 1)
    case .key, .password: return KeyFiller.filler(for: value.bytes, 1)
    case .id: return IdentifierFiller.filler(for: value.bytes, 0)
    }
  }

  /// Digits become zeros but for an issuer's; `start` is the place of the first.
  static func zeros(_ nibbles: [UInt8], from start: Int) -> [UInt8] {
    nibbles.enumerated().map { place, nibble in
      nibble > 9 || start + place < CardNumberFiller.issuer ? nibble : 0
    }
  }
}
