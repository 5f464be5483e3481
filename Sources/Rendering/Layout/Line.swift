import Analysis
import Bytes

/// A text on its way into columns: it knows its width, and how to break.
struct Line: ~Copyable {
  private var text = ByteBuffer(capacity: 256)
  private let typeface: Typeface

  init(typeface: Typeface) { self.typeface = typeface }

  /// Forgets the text.
  mutating func clear() { text.clear() }

  /// Whether there is no text.
  var isEmpty: Bool { text.count == 0 }

  /// Adds words. Those that hold of one exchange alone are left out if `count` are folded.
  mutating func append(_ words: Span<UInt8>, count: Int = 1) {
    guard count > 1 else {
      typeface.append(words, to: &text)
      return
    }
    var start = 0
    var index = 0
    while index < words.count {
      if words[index] == Mark.single {
        typeface.append(words.extracting(start..<index), to: &text)
        while index < words.count, words[index] != Mark.singleEnd { index += 1 }
        start = min(index + 1, words.count)
      }
      index += 1
    }
    typeface.append(words.extracting(start..<words.count), to: &text)
  }

  /// Adds ` ×3`.
  mutating func append(times count: Int) {
    guard count > 1 else { return }
    typeface.append([0x20, 0xC3, 0x97].span, to: &text)
    text.append(decimal: count)
  }

  /// Adds a finding's number.
  mutating func append(_ tag: Row.Tag) {
    if text.count > 0 { text.append(UInt8(ascii: " ")) }
    text.append(Mark.colour + tag.severity.rawValue)
    text.append(UInt8(ascii: "["))
    text.append(decimal: tag.number)
    text.append(UInt8(ascii: "]"))
    text.append(Mark.colourEnd)
  }

  /// The columns it takes, with or without the words that may be dropped.
  func width(dropping: Bool) -> Int {
    let all = TextWidth.columns(text.span)
    guard dropping else { return all }
    let span = text.span
    var width = all
    var start: Int?
    for index in span.indices {
      if span[index] == Mark.droppable { start = index }
      if span[index] == Mark.droppableEnd, let from = start {
        width -= TextWidth.columns(span.extracting(from..<index))
        start = nil
      }
    }
    return width
  }

  /// Writes it on one line.
  func write(dropping: Bool, into out: inout ByteBuffer) {
    write(0..<text.count, dropping: dropping, into: &out)
  }

  /// Writes it from a column on, broken at the last space that fits before `edge`. Further lines
  /// begin at `indent` or where a hang mark stands. Returns the column it ends at.
  @discardableResult
  func write(
    from column: Int, edge: Int?, indent: Int, dropping: Bool, into out: inout ByteBuffer
  ) -> Int {
    let span = text.span
    var column = column
    var indent = indent
    var start = 0
    var space: Int?
    var index = 0
    var isDropped = false
    while index < span.count {
      let byte = span[index]
      let length = byte < 0x80 ? 1 : TextWidth.scalar(span, at: index).length
      if byte == Mark.hang { indent = column }
      if byte == Mark.droppable { isDropped = dropping }
      if byte == Mark.droppableEnd { isDropped = false }
      let width = isDropped ? 0 : TextWidth.columns(span.extracting(index..<index + length))
      if byte == UInt8(ascii: " ") && !isDropped { space = index }
      if let edge, column + width > edge, let end = space, end > start {
        write(start..<end, dropping: dropping, into: &out)
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
    write(start..<span.count, dropping: dropping, into: &out)
    return column
  }

  private func write(_ range: Range<Int>, dropping: Bool, into out: inout ByteBuffer) {
    let span = text.span
    var index = range.lowerBound
    var start = index
    while index < range.upperBound {
      let byte = span[index]
      guard byte < 0x20, byte != Mark.lineFeed else {
        index += 1
        continue
      }
      out.append(span.extracting(start..<index))
      if byte == Mark.droppable && dropping {
        while index < range.upperBound, span[index] != Mark.droppableEnd { index += 1 }
      } else if byte >= Mark.colour {
        typeface.append(colour: byte, to: &out)
      }
      index = min(index + 1, range.upperBound)
      start = index
    }
    out.append(span.extracting(start..<range.upperBound))
  }
}
