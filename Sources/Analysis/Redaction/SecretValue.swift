package import GrammarLanguage

/// A value that redaction replaces, as it stands in a command, an answer or a frame.
package struct SecretValue: Hashable, Sendable {
  package var kind: SecretKind
  package var bytes: [UInt8]
  /// For a PAN: how many of the nibbles are digits; 0 for anything else.
  package var digits: Int
  /// What is there of a value that a noise, a lost block or the capture cut: where in the value its
  /// first byte lies. Nil for one that is whole.
  package var cutFrom: Int?

  package init(_ kind: SecretKind, _ bytes: [UInt8], digits: Int = 0, cutFrom: Int? = nil) {
    self.kind = kind
    self.bytes = bytes
    self.digits = digits
    self.cutFrom = cutFrom
  }

  /// The bytes as digits of four bits.
  var nibbles: [UInt8] { Nibbles.of(bytes) }

  /// The digits in front, each four bits.
  var leadingDigits: ArraySlice<UInt8> { nibbles.prefix { $0 < 10 } }

  /// Whether it proves to be what it was taken for: a number that passes its check, a track with its
  /// field separator. What looks like one in a damaged frame may be anything.
  var isProven: Bool {
    let digits = leadingDigits
    guard digits.count >= 12, cutFrom == nil else { return false }
    switch kind {
    case .pan: return CardNumberFiller.checkDigit(of: digits.dropLast()) == digits.last
    case .track: return digits.count < bytes.count * 2 && nibbles[digits.count] == 0xD
    case .name, .date, .pin, .key, .password, .id: return false
    }
  }

  /// Whether it is worth looking for elsewhere: long enough that chance makes it nowhere, and not one
  /// byte over and over. Three bytes must be three different ones, and no small numbers as lengths
  /// and counters are.
  var isTelling: Bool {
    guard cutFrom == nil, bytes.count >= 3 else { return false }
    let different = Set(bytes).count
    if bytes.count > 3 { return different > 1 }
    return different == 3 && !bytes.contains(0) && bytes.contains { $0 >= 0x10 }
  }

  /// Whether it is the password or key that a factory leaves in a chip, which is in its data sheet: all
  /// ones, or nothing. Nobody's secret; a finding may say that it was never changed.
  static func isBlank(_ kind: SecretKind, _ bytes: some Sequence<UInt8>) -> Bool {
    guard kind == .key || kind == .password else { return false }
    return bytes.allSatisfy { $0 == 0xFF } || bytes.allSatisfy { $0 == 0 }
  }
}

/// Bytes as digits of four bits, the high half of each byte first.
enum Nibbles {
  /// Takes bytes apart.
  static func of(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    bytes.flatMap { [$0 >> 4, $0 & 15] }
  }

  /// The half byte at a place of a run of bytes.
  @inline(__always)
  static func at(_ place: Int, in bytes: Span<UInt8>) -> UInt8 {
    place % 2 == 0 ? bytes[place / 2] >> 4 : bytes[place / 2] & 15
  }

  /// Puts bytes together; a last half byte is filled with F.
  static func bytes(_ nibbles: [UInt8]) -> [UInt8] {
    stride(from: 0, to: nibbles.count, by: 2).map { index in
      nibbles[index] << 4 | (index + 1 < nibbles.count ? nibbles[index + 1] : 15)
    }
  }

  /// The digits of ASCII text; nil where anything else is in it.
  static func digits(ofText bytes: some Collection<UInt8>) -> [UInt8]? {
    var digits: [UInt8] = []
    for byte in bytes {
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
      digits.append(byte & 15)
    }
    return digits
  }

  /// A number's last digits, with zeros in front.
  static func digits(of number: Int, count: Int) -> [UInt8] {
    var digits = [UInt8](repeating: 0, count: count)
    var rest = number
    for index in digits.indices.reversed() {
      digits[index] = UInt8(rest % 10)
      rest /= 10
    }
    return digits
  }

  /// Digits as ASCII text.
  static func text(_ digits: some Sequence<UInt8>) -> [UInt8] { digits.map { 0x30 | $0 } }
}
