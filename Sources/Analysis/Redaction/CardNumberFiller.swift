/// Card numbers that are nobody's: the issuer's digits, zeros, a running number, and the check digit
/// of ISO/IEC 7812-1.
enum CardNumberFiller {
  /// So many digits in front say scheme and issuer.
  static let issuer = 6

  /// The number in BCD, filled up with F.
  static func filler(for digits: [UInt8], _ number: Int) -> [UInt8] {
    let kept = Array(digits.prefix(keptCount(of: digits)))
    let body = kept + Nibbles.digits(of: number, count: digits.count - 1 - kept.count)
    return Nibbles.bytes(body + [checkDigit(of: body)])
  }

  /// How many of a number's digits stay: what output masks whole has no digits of its issuer's shown
  /// either.
  static func keptCount(of digits: [UInt8]) -> Int { digits.count > 10 ? issuer : 0 }

  /// The digit that makes a number pass: from the right every second digit is doubled, beginning with
  /// the last one in front of it.
  static func checkDigit(of body: some BidirectionalCollection<UInt8>) -> UInt8 {
    var sum = 0
    for (place, digit) in body.reversed().enumerated() {
      let weighted = place % 2 == 0 ? Int(digit) * 2 : Int(digit)
      sum += weighted > 9 ? weighted - 9 : weighted
    }
    return UInt8((10 - sum % 10) % 10)
  }
}

/// Account numbers that are no card numbers: an IBAN keeps its country and gets check digits of its
/// own (ISO 13616: the number with country and checks behind it is 1 modulo 97).
enum AccountFiller {
  static func filler(for bytes: [UInt8], _ number: Int) -> [UInt8] {
    let letters = UInt8(ascii: "A")...UInt8(ascii: "Z")
    let text = bytes.prefix { letters.contains($0) || (0x30...0x39).contains($0) }
    guard text.count >= 15, letters.contains(text[0]), letters.contains(text[1]) else {
      if let digits = Nibbles.digits(ofText: bytes), digits.count >= 8 {
        return Nibbles.text(
          Nibbles.of(CardNumberFiller.filler(for: digits, number)).prefix(digits.count))
      }
      return KeyFiller.filler(for: bytes, number)
    }
    let account = Nibbles.digits(of: number, count: text.count - 4)
    let country = text.prefix(2).map { Int($0 - letters.lowerBound) + 10 }
    var rest = 0
    for digit in account { rest = (rest * 10 + Int(digit)) % 97 }
    for letter in country { rest = (rest * 100 + letter) % 97 }
    rest = rest * 100 % 97
    let check = Nibbles.digits(of: 98 - rest, count: 2)
    return Array(text.prefix(2)) + Nibbles.text(check + account) + bytes.dropFirst(text.count)
  }
}
