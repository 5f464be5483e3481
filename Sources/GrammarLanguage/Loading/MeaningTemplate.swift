/// A meaning with letters to fill in: `"{n} tries left"`, `"data object {t:hex}"`.
enum MeaningTemplate {
  /// The letters between braces, or an error for braces that hold something else.
  static func letters(of text: String, _ fail: (String) -> GrammarError) throws(GrammarError)
    -> [UInt8]
  {
    var letters: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let open = rest.firstIndex(where: { $0 == openBrace || $0 == closeBrace }) {
      guard let (letter, _, end) = placeholder(in: Array(rest[open...]).span, at: 0) else {
        throw fail("braces in a meaning hold one letter: {n} or {n:hex}")
      }
      letters.append(letter)
      rest = rest[(open + end)...]
    }
    return letters
  }

  /// The letter between braces at an offset, whether it is printed in hex, and the offset behind.
  static func placeholder(in text: Span<UInt8>, at offset: Int) -> (
    letter: UInt8, isHex: Bool, end: Int
  )? {
    guard offset + 2 < text.count, text[offset] == openBrace else { return nil }
    let letter = text[offset + 1]
    guard letter >= UInt8(ascii: "a"), letter <= UInt8(ascii: "z") else { return nil }
    if text[offset + 2] == closeBrace { return (letter, false, offset + 3) }
    guard offset + 6 < text.count, text[offset + 2] == UInt8(ascii: ":"),
      text[offset + 3] == UInt8(ascii: "h"), text[offset + 4] == UInt8(ascii: "e"),
      text[offset + 5] == UInt8(ascii: "x"), text[offset + 6] == closeBrace
    else { return nil }
    return (letter, true, offset + 7)
  }

  static let openBrace = UInt8(ascii: "{")
  static let closeBrace = UInt8(ascii: "}")
}
