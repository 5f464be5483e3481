import Analysis
import Bytes

/// Puts rows into columns.
///
/// Words go from the arena straight to the output where they stand as they were composed. Those of
/// a row that stands for several, that a finding's number follows, or that need other characters
/// are put together in a line of their own first.
struct RowLayout: ~Copyable {
  let columns: Columns
  private let typeface: Typeface
  private var reader: Line
  private var card: Line
  private var pen = Pen()
  /// What a rule line is drawn with, as often as the widest one needs.
  private var dashes: Line

  init(columns: Columns, typeface: Typeface) {
    self.columns = columns
    self.typeface = typeface
    reader = Line(typeface: typeface)
    card = Line(typeface: typeface)
    dashes = Line(typeface: typeface)
    for _ in 0..<columns.width { dashes.append([0xE2, 0x94, 0x80].span) }
  }

  /// Writes a row and the lines below it; `words` is what its extents point into.
  mutating func write(
    _ row: borrowing Row, words: Span<UInt8>, times: inout TimeColumn, into out: inout ByteBuffer
  ) {
    pen.start()
    writeFrames(row, into: &out)
    times.append(row.time, to: &pen.number)
    pen.writeNumber(endingAt: columns.frames + columns.time, into: &out)
    let isPlain = typeface.isUTF8 && row.count == 1 && row.tags.isEmpty
    if !row.line.isEmpty {
      pen.move(to: columns.readerStart, into: &out)
      let line = words.extracting(row.line.range)
      if isPlain {
        write(line, from: pen.column, indent: columns.readerStart + 2 + pen.shift, into: &out)
      } else {
        Self.compose(&reader, line, of: row, times: true) { _ in true }
        write(readerFrom: pen.column, indent: columns.readerStart + 2 + pen.shift, into: &out)
      }
    } else if isPlain {
      Self.write(
        words.extracting(row.reader.range), words.extracting(row.card.range), of: row, in: columns,
        typeface, with: &pen, into: &out)
    } else {
      compose(halvesOf: row, words: words)
      Self.write(reader, card, of: row, in: columns, typeface, with: &pen, into: &out)
    }
    out.append(UInt8(ascii: "\n"))
    if !row.detail.isEmpty {
      writeDetail(row, words: words.extracting(row.detail.range), isPlain: isPlain, into: &out)
    }
    if !row.verbatim.isEmpty {
      FieldFold.write(
        words.extracting(row.verbatim.range), edge: columns.edge, typeface, into: &out)
    }
  }

  /// Writes the names of the columns.
  mutating func writeHeader(into out: inout ByteBuffer) {
    pen.start()
    out.append(columns.form == .narrow ? "frame" : "frames")
    pen.advance(by: columns.form == .narrow ? 5 : 6)
    pen.number.append("time s")
    pen.writeNumber(endingAt: columns.frames + columns.time, into: &out)
    pen.move(to: columns.readerStart, into: &out)
    out.append("reader")
    pen.advance(by: 6)
    pen.move(to: columns.cardStart, into: &out)
    out.append("card")
    pen.advance(by: 4)
    let end = columns.cardStart + columns.card + columns.latency
    pen.number.append("ms")
    pen.writeNumber(endingAt: end, into: &out)
    if columns.wait > 0 {
      pen.number.append("wait, FWT")
      pen.writeNumber(endingAt: end + columns.wait, into: &out)
    }
    out.append("\n")
  }

  /// Writes a line that opens a visit, drawn to the edge.
  mutating func write(rule words: Span<UInt8>, into out: inout ByteBuffer) {
    reader.clear()
    reader.append([0xE2, 0x94, 0x80, 0xE2, 0x94, 0x80, 0x20].span)
    reader.append(words)
    let width = typeface.write(reader.text.span, into: &out)
    if width + 1 < columns.width {
      out.append(UInt8(ascii: " "))
      let dash = dashes.text.count / columns.width
      out.append(dashes.text.span.extracting(0..<dash * (columns.width - width - 1)))
    }
    out.append("\n")
  }

  /// Writes words that stand for themselves, wrapped at the edge.
  mutating func write(
    paragraph words: Span<UInt8>, from column: Int, indent: Int, into out: inout ByteBuffer
  ) {
    out.append(repeating: UInt8(ascii: " "), count: column)
    if typeface.isUTF8 {
      write(words, from: column, indent: indent, into: &out)
    } else {
      reader.clear()
      reader.append(words)
      write(readerFrom: column, indent: indent, into: &out)
    }
    out.append("\n")
  }

  /// Writes words as they are, whatever their width.
  mutating func write(whole words: Span<UInt8>, into out: inout ByteBuffer) {
    reader.clear()
    reader.append(words)
    reader.write(into: &out)
  }

  private func write(
    _ words: Span<UInt8>, from column: Int, indent: Int, into out: inout ByteBuffer
  ) {
    typeface.write(words, from: column, edge: columns.edge, indent: indent, into: &out)
  }

  private func write(readerFrom column: Int, indent: Int, into out: inout ByteBuffer) {
    write(reader.text.span, from: column, indent: indent, into: &out)
  }

  private mutating func writeFrames(_ row: borrowing Row, into out: inout ByteBuffer) {
    pen.number.append(decimal: row.frames.lowerBound)
    pen.number.append(derived: row.derived.first)
    switch columns.form {
    case .narrow:
      pen.writeNumber(endingAt: columns.frames - 1, into: &out)
    case .wide:
      var width = pen.number.count
      if row.showsRange, row.frames.count > 1 || row.derived.first != row.derived.last {
        pen.number.append("–")
        let dash = pen.number.count - width
        pen.number.append(lastOf: row)
        width = pen.number.count - dash + 1
      }
      typeface.append(pen.number.span, to: &out)
      pen.number.clear()
      pen.advance(by: width)
      pen.reach(columns.frames)
    }
  }

  // The halves.

  private mutating func compose(halvesOf row: borrowing Row, words: Span<UInt8>) {
    let hasReader = !row.reader.isEmpty
    let hasCard = !row.card.isEmpty
    let hasDetail = !row.detail.isEmpty
    Self.compose(&reader, words.extracting(row.reader.range), of: row, times: hasReader) { half in
      hasReader && (half == .command || !hasCard && (half != .detail || !hasDetail))
    }
    Self.compose(&card, words.extracting(row.card.range), of: row, times: !hasReader) { half in
      hasCard && (half != .command || !hasReader) && (half != .detail || !hasDetail)
    }
  }

  private static func write(
    _ reader: borrowing Line, _ card: borrowing Line, of row: borrowing Row, in columns: Columns,
    _ typeface: Typeface, with pen: inout Pen, into out: inout ByteBuffer
  ) {
    write(
      reader.text.span, card.text.span, of: row, in: columns, typeface, with: &pen, into: &out)
  }

  private static func write(
    _ reader: Span<UInt8>, _ card: Span<UInt8>, of row: borrowing Row, in columns: Columns,
    _ typeface: Typeface, with pen: inout Pen, into out: inout ByteBuffer
  ) {
    guard let edge = columns.edge else {
      write(reader: reader, dropping: false, in: columns, typeface, with: &pen, into: &out)
      write(card: card, dropping: false, in: columns, typeface, with: &pen, into: &out)
      writeNumbers(row, in: columns, with: &pen, into: &out)
      return
    }

    let hasNumbers = row.latency != nil || row.wait != .none
    let readerFit = HalfFit(reader, limit: columns.reader - 1)
    // What a wide number has moved right must not move out at the edge.
    let cardRoom = edge - columns.cardStart - pen.shift - columns.latency - columns.wait
    let cardFit = HalfFit(card, limit: min(columns.card, cardRoom))
    if readerFit == .tooLong {
      pen.move(to: columns.readerStart, into: &out)
      pen.stop(
        at: typeface.write(
          reader, from: pen.column, edge: columns.edge,
          indent: columns.readerStart + 2 + pen.shift, into: &out))
      if !row.card.isEmpty || hasNumbers { pen.newLine(into: &out) }
    } else {
      write(
        reader: reader, dropping: readerFit == .dropping, in: columns, typeface, with: &pen,
        into: &out)
    }
    if cardFit == .tooLong {
      if hasNumbers { writeNumbers(row, in: columns, with: &pen, into: &out) }
      if hasNumbers || readerFit != .tooLong { pen.newLine(into: &out) }
      pen.move(to: columns.cardStart, into: &out)
      pen.stop(
        at: typeface.write(
          card, from: pen.column, edge: columns.edge, indent: columns.cardStart + 2 + pen.shift,
          into: &out))
    } else {
      write(
        card: card, dropping: cardFit == .dropping, in: columns, typeface, with: &pen, into: &out)
      writeNumbers(row, in: columns, with: &pen, into: &out)
    }
  }

  private static func write(
    reader: Span<UInt8>, dropping: Bool, in columns: Columns, _ typeface: Typeface,
    with pen: inout Pen, into out: inout ByteBuffer
  ) {
    guard reader.count > 0 else { return }
    pen.move(to: columns.readerStart, into: &out)
    pen.advance(by: typeface.write(reader, dropping: dropping, into: &out))
  }

  private static func write(
    card: Span<UInt8>, dropping: Bool, in columns: Columns, _ typeface: Typeface,
    with pen: inout Pen, into out: inout ByteBuffer
  ) {
    guard card.count > 0 else { return }
    pen.step(to: columns.cardStart, into: &out)
    pen.advance(by: typeface.write(card, dropping: dropping, into: &out))
  }

  private static func writeNumbers(
    _ row: borrowing Row, in columns: Columns, with pen: inout Pen, into out: inout ByteBuffer
  ) {
    let end = columns.cardStart + columns.card + columns.latency
    // Numbers at the end of a line stay at the edge.
    let shift = pen.hold(shift: (columns.edge ?? .max) - end - columns.wait)
    defer { pen.hold(shift) }
    if let latency = row.latency {
      Time.append(milliseconds: latency, to: &pen.number)
      pen.writeNumber(endingAt: end, into: &out)
    }
    guard columns.wait > 0, row.wait != .none else { return }
    row.wait.append(to: &pen.number)
    pen.writeNumber(endingAt: end + columns.wait, into: &out)
  }

  // The lines below.

  private mutating func writeDetail(
    _ row: borrowing Row, words: Span<UInt8>, isPlain: Bool, into out: inout ByteBuffer
  ) {
    let indent = columns.readerStart + 2 + pen.shift
    var start = 0
    while start < words.count {
      let end = Self.lineEnd(words, from: start)
      let isLast = end + 1 >= words.count
      let line = words.extracting(start..<end)
      out.append(repeating: UInt8(ascii: " "), count: indent)
      if isPlain {
        write(line, from: indent, indent: indent, into: &out)
      } else {
        Self.compose(&reader, line, of: row, times: false) { isLast && $0 == .detail }
        write(readerFrom: indent, indent: indent, into: &out)
      }
      out.append(UInt8(ascii: "\n"))
      start = end + 1
    }
  }

  /// Where the line that begins at an index ends.
  private static func lineEnd(_ words: Span<UInt8>, from start: Int) -> Int {
    var end = start
    while true {
      end = TextWidth.plainEnd(words, from: end)
      guard end < words.count, words[end] != Mark.lineFeed else { return end }
      end += 1
    }
  }

  /// Puts words, their multiplicity and their findings' numbers into a line.
  private static func compose(
    _ line: inout Line, _ words: Span<UInt8>, of row: borrowing Row, times: Bool,
    tags: (Finding.Half) -> Bool
  ) {
    line.clear()
    line.append(words, count: row.count)
    if times { line.append(times: row.count) }
    for tag in row.tags where tags(tag.half) { line.append(tag) }
  }
}
