import Bytes

/// Bytes in hex inside a line of a log.
enum HexRun {
  /// The bytes of a text that holds nothing but them: digits in pairs, alone or in groups, with
  /// spaces, colons, commas, hyphens or `0x` between them. Nil where anything else stands in it.
  static func bytes(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    let (bytes, end) = prefix(text)
    return end == text.endIndex && !bytes.isEmpty ? bytes : nil
  }

  /// The bytes that a text begins with, and where what is none of them begins.
  static func prefix(_ text: ArraySlice<UInt8>) -> (bytes: [UInt8], end: Int) {
    var bytes: [UInt8] = []
    var at = text.startIndex
    while true {
      while at < text.endIndex, isSeparator(text[at]) { at += 1 }
      var first = at
      if text[first...].starts(with: [0x30, 0x78]) { first += 2 }
      var end = first
      while end < text.endIndex, Hex.value(text[end]) != nil { end += 1 }
      // `0x4` is a byte too: it says itself that it is a number.
      let isDigit = end - first == 1 && first > at
      let isWhole = end > first && (end - first) % 2 == 0 || isDigit
      guard isWhole, !isLetter(text, at: end) else { return (bytes, at) }
      if isDigit {
        bytes.append(Hex.value(text[first]) ?? 0)
        at = end
        continue
      }
      for index in stride(from: first, to: end, by: 2) {
        bytes.append((Hex.value(text[index]) ?? 0) << 4 | (Hex.value(text[index + 1]) ?? 0))
      }
      at = end
    }
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x09, UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "-"): true
    default: false
    }
  }

  /// Whether a word goes on here, so that what looked like digits was its beginning: `added`.
  private static func isLetter(_ text: ArraySlice<UInt8>, at index: Int) -> Bool {
    guard index < text.endIndex else { return false }
    switch text[index] {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "."), UInt8(ascii: "_"), 0x80...:
      return true
    default: return false
    }
  }
}

extension ArraySlice<UInt8> {
  /// Without the white space at its ends.
  var trimmed: ArraySlice<UInt8> {
    var text = self
    while let first = text.first, first == 0x20 || first == 0x09 { text.removeFirst() }
    while let last = text.last, last == 0x20 || last == 0x09 { text.removeLast() }
    return text
  }

  /// Its text.
  var text: String { String(decoding: self, as: UTF8.self) }

  /// Where a text of ASCII begins in it.
  func firstPlace(of words: String) -> Int? {
    let words = words.utf8
    guard count >= words.count, let first = words.first else { return nil }
    var place = startIndex
    while place <= endIndex - words.count {
      if self[place] == first, self[place...].starts(with: words) { return place }
      place += 1
    }
    return nil
  }
}
