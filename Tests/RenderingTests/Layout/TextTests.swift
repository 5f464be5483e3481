import Bytes
import Testing

@testable import Rendering

@Suite struct TextTests {
  @Test(
    "A text takes the columns that a terminal gives it",
    arguments: [
      ("", 0), ("RATS", 4), ("25–26", 5), ("×3 · …", 6), ("東京", 4), ("e\u{301}", 1),
      ("\u{1F3E6}", 2), ("\u{1}(x)\u{2}", 3),
    ])
  func columns(text: String, expected: Int) {
    #expect(TextWidth.columns(Array(text.utf8).span) == expected)
  }

  @Test(
    "Text from a card cannot move the cursor or turn its neighbours around",
    arguments: [
      ("VISA DEBIT", "VISA DEBIT"), ("a\u{1B}[2Jb", "a\\x1B[2Jb"), ("a\nb", "a\\x0Ab"),
      ("a\\b", "a\\\\b"), ("\u{202E}gpj", "\\u{202E}gpj"), ("\u{2067}x", "\\u{2067}x"),
      ("\u{FEFF}x", "\\u{FEFF}x"), ("\u{7F}\u{85}", "\\x7F\\u{85}"), ("Zürich 東京", "Zürich 東京"),
    ])
  func escapes(text: String, expected: String) {
    #expect(escaped(Array(text.utf8)) == expected)
  }

  @Test(
    "What is not UTF-8 is shown byte for byte",
    arguments: [
      ([0xFF, 0x41], "\\xFFA"), ([0xC3], "\\xC3"), ([0xC0, 0x80], "\\xC0\\x80"),
      ([0xE2, 0x82], "\\xE2\\x82"), ([0xED, 0xA0, 0x80], "\\xED\\xA0\\x80"),
      ([0xF5, 0x80, 0x80, 0x80], "\\xF5\\x80\\x80\\x80"), ([0xE0, 0x80, 0xAF], "\\xE0\\x80\\xAF"),
    ] as [([UInt8], String)])
  func escapesBytes(bytes: [UInt8], expected: String) {
    #expect(escaped(bytes) == expected)
  }

  private func escaped(_ bytes: [UInt8]) -> String {
    var out = ByteBuffer(capacity: 16)
    CardText.append(bytes.span, to: &out)
    return lines(of: out).joined()
  }
}
