/// Hex as people write it into property lists.
package enum Hexadecimal {
  /// The bytes; nil for what is no hex. Both cases are taken.
  package static func bytes(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard !digits.isEmpty, digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = value(digits[index]), let low = value(digits[index + 1]) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x41...0x46: digit - 0x37
    case 0x61...0x66: digit - 0x57
    default: nil
    }
  }

  /// What somebody meant who wrote hex with 0x, spaces, colons or hyphens; nil for what is no hex even
  /// so, and for what needs no mending.
  package static func mended(_ text: String) -> String? {
    let separators: Set<Character> = [":", "-", "_", ".", ","]
    var digits = text.filter { !$0.isWhitespace && !separators.contains($0) }
    if digits.lowercased().hasPrefix("0x") { digits.removeFirst(2) }
    guard digits != text, let bytes = bytes(digits) else { return nil }
    return self.text(bytes)
  }

  /// The digits of bytes, in capitals.
  package static func text(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { byte in
      String(byte >> 4, radix: 16, uppercase: true) + String(byte & 15, radix: 16, uppercase: true)
    }.joined()
  }
}
