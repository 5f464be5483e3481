/// Numbers as digits, hexadecimal and decimal. Up to eight digits are made at once in the bytes of a
/// word: one by one each would cost a division, a check and a store of its own.
extension ByteBuffer {
  /// Appends a byte as two hex digits.
  @inlinable package mutating func append(hex byte: UInt8) {
    append(word: Hex.digits(ofFour: UInt32(byte)), length: 2)
  }

  /// Appends bytes as hex digits with nothing between them.
  @inlinable package mutating func append(hex bytes: Span<UInt8>) {
    room(bytes.count * 2 + 8)
    var index = 0
    while bytes.count - index >= 4 {
      append(
        word: Hex.digits(ofFour: ByteOrder.little.number32(bytes, at: index)), length: 8)
      index += 4
    }
    let left = bytes.count - index
    var last: UInt32 = 0
    for place in 0..<left { last |= UInt32(bytes[index + place]) << UInt32(8 * place) }
    append(word: Hex.digits(ofFour: last), length: 2 * left)
  }

  /// Appends a number in decimal.
  @inlinable package mutating func append(decimal number: Int) {
    if number < 0 { append(UInt8(ascii: "-")) }
    append(decimal: number.magnitude)
  }

  /// Appends a number in decimal.
  @inlinable package mutating func append(decimal number: UInt) {
    if number < 10 { return append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number)) }
    if number >= Decimal.limit {
      append(decimal: number / Decimal.limit)
      append(decimal: number, digits: 8)
      return
    }
    let digits = Decimal.digits(of: number)
    let zeros = Decimal.zeros(before: digits)
    append(word: digits >> UInt64(8 * zeros), length: 8 - zeros)
  }

  /// Appends the last `digits` decimal digits of a number, with zeros in front.
  @inlinable package mutating func append(decimal number: UInt, digits count: Int) {
    guard count <= 8 else {
      append(decimal: number / Decimal.limit, digits: count - 8)
      append(decimal: number, digits: 8)
      return
    }
    let digits = Decimal.digits(of: number % Decimal.limit)
    append(word: digits >> UInt64(8 * (8 - count)), length: count)
  }
}

/// Eight decimal digits in a word, the first one in its lowest byte.
@usableFromInline enum Decimal {
  /// The first number that has more than eight digits.
  @inlinable static var limit: UInt { 100_000_000 }

  /// The digits of a number below `limit`. Quotients are taken in two halves at once, then in four
  /// quarters, by multiplication: x / 100 is x · 10486 / 2²⁰ up to 9999, x / 10 is x · 103 / 2¹⁰
  /// up to 99.
  @inlinable static func digits(of number: UInt) -> UInt64 {
    let number = UInt64(number)
    let halves = number / 10_000 | (number % 10_000) << 32
    let hundreds = (halves &* 10_486) >> 20 & 0x0000_007F_0000_007F
    let pairs = (halves &- hundreds &* 100) << 16 | hundreds
    let tens = (pairs &* 103) >> 10 & 0x000F_000F_000F_000F
    return ((pairs &- tens &* 10) << 8 | tens) | 0x3030_3030_3030_3030
  }

  /// How many zeros stand in front of a number other than 0.
  @inlinable static func zeros(before digits: UInt64) -> Int {
    (digits ^ 0x3030_3030_3030_3030).trailingZeroBitCount / 8
  }
}
