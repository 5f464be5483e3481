import Bytes

/// Follows a text byte by byte, and tells where in it the key of a Wi-Fi network begins and ends: many
/// write into tags what codes for cameras hold.
///
///     WIFI:S:Guest;T:WPA;P:tiger lily 42;;
///                         ^ begins      ^ ends; a backslash takes the meaning from the next character
///
/// Zero bytes do not count, so that a text in UTF-16 is followed as well.
struct NetworkText: Equatable, Sendable {
  /// The last bytes that were not zero.
  private var window: UInt64 = 0
  private var isEscaped = false
  /// Where the key began that has not ended yet.
  private(set) var keyStart: Int?

  /// What a byte is to a key.
  enum Turn {
    case begins
    case ends
  }

  /// The longest key, in bytes: a passphrase of 63 characters or 64 hex digits, in UTF-16.
  static let longestKey = 128

  /// Takes the byte at an address. `isNetwork` says whether the text's beginning went by.
  mutating func take(_ byte: UInt8, at address: Int, isNetwork: inout Bool) -> Turn? {
    guard byte != 0 else { return nil }
    window = window << 8 | UInt64(byte)
    if let start = keyStart {
      if address - start >= Self.longestKey {
        keyStart = nil
        return nil
      }
      defer { isEscaped = !isEscaped && byte == UInt8(ascii: "\\") }
      guard byte == UInt8(ascii: ";"), !isEscaped else { return nil }
      keyStart = nil
      return .ends
    }
    // The case of letters does not matter.
    if window & 0xDFDF_DFDF_FF == Self.beginning { isNetwork = true }
    guard isNetwork, window & 0xFFFF == Self.key, Self.isBorder(UInt8(window >> 16 & 0xFF)) else {
      return nil
    }
    (keyStart, isEscaped) = (address + 1, false)
    return .begins
  }

  /// `WIFI:`
  private static let beginning: UInt64 = 0x57_4946_493A
  /// `P:`
  private static let key: UInt64 = 0x503A

  private static func isBorder(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ";") || byte == UInt8(ascii: ":")
  }
}

/// Texts that hold a network's key.
extension String {
  /// The same with `·` for each character of a network's key in it.
  package var withoutNetworkKey: String {
    let bytes = Array(utf8)
    guard let range = KeyTrail.textKeys(in: bytes.span).first else { return self }
    let hidden = String(decoding: bytes[range], as: UTF8.self).map { _ in "·" }.joined()
    return String(decoding: bytes[..<range.lowerBound], as: UTF8.self) + hidden
      + String(decoding: bytes[range.upperBound...], as: UTF8.self)
  }
}
