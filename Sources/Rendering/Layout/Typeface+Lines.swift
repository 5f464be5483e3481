import Bytes

/// Words with marks among them, already in this typeface's characters, become lines.
extension Typeface {
  /// Writes words on one line, without those that may be dropped if so asked. Returns the columns
  /// they take.
  @discardableResult
  func write(
    _ words: Span<UInt8>, dropping: Bool = false, into out: inout ByteBuffer
  ) -> Int {
    var columns = 0
    // What is not written yet begins at `start`, what is not measured at `index`.
    var start = 0
    var index = 0
    while true {
      let end = TextWidth.plainEnd(words, from: index)
      columns += end - index
      guard end < words.count else { break }
      let byte = words[end]
      if byte >= 0x80 {
        let (scalar, length) = TextWidth.scalar(words, at: end)
        columns += TextWidth.columns(of: scalar)
        index = end + length
        continue
      }
      index = end + 1
      guard byte != Mark.lineFeed else { continue }
      out.append(words.extracting(start..<end))
      if byte == Mark.droppable && dropping {
        while index < words.count, words[index] != Mark.droppableEnd { index += 1 }
        index = min(index + 1, words.count)
      } else if byte >= Mark.colour {
        append(colour: byte, to: &out)
      }
      start = index
    }
    out.append(words.extracting(start..<words.count))
    return columns
  }

  /// Writes words from a column on, broken at the last space that fits before `edge`. Further lines
  /// begin at `indent` or where a hang mark stands. Returns the column they end at.
  @discardableResult
  func write(
    _ words: Span<UInt8>, from column: Int, edge: Int?, indent: Int, into out: inout ByteBuffer
  ) -> Int {
    guard let edge, column + TextWidth.columns(words) > edge else {
      return column + write(words, into: &out)
    }
    return wrap(words, from: column, edge: edge, indent: indent, into: &out)
  }

  private func wrap(
    _ words: Span<UInt8>, from column: Int, edge: Int, indent: Int, into out: inout ByteBuffer
  ) -> Int {
    var column = column
    var indent = indent
    var start = 0
    var space: Int?
    var index = 0
    while index < words.count {
      let byte = words[index]
      var (width, length) = (byte < 0x20 ? 0 : 1, 1)
      if byte >= 0x80 {
        let scalar: UInt32
        (scalar, length) = TextWidth.scalar(words, at: index)
        width = TextWidth.columns(of: scalar)
      }
      if byte == Mark.hang { indent = column }
      if byte == UInt8(ascii: " ") { space = index }
      if column + width > edge, let end = space, end > start {
        write(words.extracting(start..<end), into: &out)
        out.append(UInt8(ascii: "\n"))
        out.append(repeating: UInt8(ascii: " "), count: indent)
        start = end + 1
        index = start
        column = indent
        space = nil
        continue
      }
      column += width
      index += length
    }
    write(words.extracting(start..<words.count), into: &out)
    return column
  }
}
