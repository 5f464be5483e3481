/// Questions about bytes that may be text.
package enum UTF8Text {
  /// Where the first byte stands that no character begins with or goes on with; nil in good text.
  package static func firstFault(in bytes: [UInt8]) -> Int? {
    do {
      _ = try UTF8Span(validating: bytes.span)
      return nil
    } catch {
      return error.byteOffsets.lowerBound
    }
  }

  /// The first half of a surrogate pair that stands alone.
  static func firstLoneSurrogate(in units: [UInt16]) -> Int? {
    var index = 0
    while index < units.count {
      if UTF16.isLeadSurrogate(units[index]) {
        guard index + 1 < units.count, UTF16.isTrailSurrogate(units[index + 1]) else {
          return index
        }
        index += 1
      } else if UTF16.isTrailSurrogate(units[index]) {
        return index
      }
      index += 1
    }
    return nil
  }

  /// Whether bytes are text without control characters, line ends and tabs apart.
  package static func isPrintable(_ bytes: [UInt8]) -> Bool {
    bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 9 || $0 == 10 || $0 == 13 }
      && firstFault(in: bytes) == nil
  }

  /// The bytes as text, or nil where they are none.
  package static func text(_ bytes: [UInt8]) -> String? {
    firstFault(in: bytes) == nil ? String(decoding: bytes, as: UTF8.self) : nil
  }

  static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  static func isAlphanumeric(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }
}
