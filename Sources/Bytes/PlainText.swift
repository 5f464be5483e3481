/// Text that needs no escaping anywhere: printable ASCII without quotation mark and backslash.
@usableFromInline package enum PlainText {
  /// How many bytes from an offset on are such text. Eight are looked at at once.
  @inlinable package static func length(in text: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while text.count - index >= 8 {
      guard isPlain(ByteOrder.little.number64(text, at: index)) else { break }
      index += 8
    }
    while index < text.count, isPlain(text[index]) { index += 1 }
    return index - start
  }

  /// Whether a byte is such text.
  @inlinable package static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  /// Whether eight bytes are. A borrow or a carry begins at a byte that is not, so none is missed
  /// and none is wrongly found in a word without such a byte.
  @inlinable static func isPlain(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let controls = word &- ones &* 0x20
    let quotes = (word ^ ones &* 0x22) &- ones
    let backslashes = (word ^ ones &* 0x5C) &- ones
    let beyond = word | (word &+ ones)
    return (controls | quotes | backslashes | beyond) & (ones &* 0x80) == 0
  }
}
