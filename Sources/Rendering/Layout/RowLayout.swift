import Analysis
import Bytes

/// Puts rows into columns.
struct RowLayout: ~Copyable {
  let columns: Columns
  private let typeface: Typeface
  private var reader: Line
  private var card: Line
  private var pen = Pen()

  init(columns: Columns, typeface: Typeface) {
    self.columns = columns
    self.typeface = typeface
    reader = Line(typeface: typeface)
    card = Line(typeface: typeface)
  }

  /// Writes a row and the lines below it; `words` is what its extents point into.
  mutating func write(
    _ row: borrowing Row, words: Span<UInt8>, times: inout TimeColumn, into out: inout ByteBuffer
  ) {
    pen.start()
    writeFrames(row, into: &out)
    times.append(row.time, to: &pen.number)
    pen.writeNumber(endingAt: columns.frames + columns.time, into: &out)
    if row.line.isEmpty {
      writeHalves(row, words: words, into: &out)
    } else {
      Self.compose(&reader, words.extracting(row.line.range), of: row, times: true) { _ in true }
      pen.move(to: columns.readerStart, into: &out)
      write(readerFrom: pen.column, into: &out)
    }
    out.append(UInt8(ascii: "\n"))
    writeDetail(row, words: words.extracting(row.detail.range), into: &out)
    typeface.append(words.extracting(row.verbatim.range), to: &out)
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
    let width = reader.width(dropping: false)
    if width + 1 < columns.width {
      reader.append([0x20].span)
      for _ in width + 1..<columns.width { reader.append([0xE2, 0x94, 0x80].span) }
    }
    reader.write(dropping: false, into: &out)
    out.append("\n")
  }

  private mutating func writeFrames(_ row: borrowing Row, into out: inout ByteBuffer) {
    pen.number.append(decimal: row.frames.lowerBound)
    switch columns.form {
    case .narrow:
      pen.writeNumber(endingAt: columns.frames - 1, into: &out)
    case .wide:
      var width = pen.number.count
      if row.showsRange, row.frames.count > 1 {
        pen.number.append("–")
        width += 1 + Self.digits(of: row.frames.upperBound)
        pen.number.append(decimal: row.frames.upperBound)
      }
      typeface.append(pen.number.span, to: &out)
      pen.number.clear()
      pen.advance(by: width)
      pen.reach(columns.frames)
    }
  }

  private static func digits(of number: Int) -> Int {
    var digits = 1
    var rest = number / 10
    while rest > 0 {
      digits += 1
      rest /= 10
    }
    return digits
  }

  // The halves.

  private mutating func writeHalves(
    _ row: borrowing Row, words: Span<UInt8>, into out: inout ByteBuffer
  ) {
    let hasReader = !row.reader.isEmpty
    let hasCard = !row.card.isEmpty
    let hasDetail = !row.detail.isEmpty
    Self.compose(&reader, words.extracting(row.reader.range), of: row, times: hasReader) { half in
      hasReader && (half == .command || !hasCard && (half != .detail || !hasDetail))
    }
    Self.compose(&card, words.extracting(row.card.range), of: row, times: !hasReader) { half in
      hasCard && (half != .command || !hasReader) && (half != .detail || !hasDetail)
    }
    guard columns.edge != nil else {
      writeReader(dropping: false, into: &out)
      writeCard(dropping: false, into: &out)
      writeNumbers(row, into: &out)
      return
    }

    let hasNumbers = row.latency != nil || row.wait != .none
    let readerFit = Fit(reader, limit: columns.reader - 1)
    let cardFit = Fit(card, limit: columns.card)
    if readerFit == .tooLong {
      pen.move(to: columns.readerStart, into: &out)
      write(readerFrom: pen.column, into: &out)
      if hasCard || hasNumbers { pen.newLine(into: &out) }
    } else {
      writeReader(dropping: readerFit == .dropping, into: &out)
    }
    if cardFit == .tooLong {
      if hasNumbers { writeNumbers(row, into: &out) }
      if hasNumbers || readerFit != .tooLong { pen.newLine(into: &out) }
      pen.move(to: columns.cardStart, into: &out)
      pen.stop(
        at: card.write(
          from: pen.column, edge: columns.edge, indent: columns.cardStart + 2, dropping: false,
          into: &out))
    } else {
      writeCard(dropping: cardFit == .dropping, into: &out)
      writeNumbers(row, into: &out)
    }
  }

  /// How a half fits its column.
  private enum Fit {
    case whole, dropping, tooLong

    init(_ line: borrowing Line, limit: Int) {
      if line.width(dropping: false) <= limit {
        self = .whole
      } else {
        self = line.width(dropping: true) <= limit ? .dropping : .tooLong
      }
    }
  }

  private mutating func writeReader(dropping: Bool, into out: inout ByteBuffer) {
    guard !reader.isEmpty else { return }
    pen.move(to: columns.readerStart, into: &out)
    reader.write(dropping: dropping, into: &out)
    pen.advance(by: reader.width(dropping: dropping))
  }

  private mutating func writeCard(dropping: Bool, into out: inout ByteBuffer) {
    guard !card.isEmpty else { return }
    pen.step(to: columns.cardStart, into: &out)
    card.write(dropping: dropping, into: &out)
    pen.advance(by: card.width(dropping: dropping))
  }

  /// Writes the text in `reader` from a column to the edge, and on below.
  private mutating func write(readerFrom column: Int, into out: inout ByteBuffer) {
    pen.stop(
      at: reader.write(
        from: column, edge: columns.edge, indent: columns.readerStart + 2, dropping: false,
        into: &out))
  }

  private mutating func writeNumbers(_ row: borrowing Row, into out: inout ByteBuffer) {
    let end = columns.cardStart + columns.card + columns.latency
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
    _ row: borrowing Row, words: Span<UInt8>, into out: inout ByteBuffer
  ) {
    let indent = columns.readerStart + 2
    var start = 0
    while start < words.count {
      var end = start
      while end < words.count, words[end] != Mark.lineFeed { end += 1 }
      let isLast = end + 1 >= words.count
      Self.compose(&reader, words.extracting(start..<end), of: row, times: false) { half in
        isLast && half == .detail
      }
      out.append(repeating: UInt8(ascii: " "), count: indent)
      reader.write(from: indent, edge: columns.edge, indent: indent, dropping: false, into: &out)
      out.append(UInt8(ascii: "\n"))
      start = end + 1
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

extension Row.Wait {
  /// Appends the wait, a space and the share right in three columns.
  fileprivate func append(to out: inout ByteBuffer) {
    switch self {
    case .none: break
    case .time(let wait): Time.append(milliseconds: wait, to: &out)
    case .share(let wait, let percent):
      Time.append(milliseconds: wait, to: &out)
      out.append(UInt8(ascii: " "))
      if percent < 10 { out.append(UInt8(ascii: " ")) }
      out.append(decimal: percent)
      out.append(UInt8(ascii: "%"))
    case .more(let percent):
      out.append(UInt8(ascii: ">"))
      out.append(decimal: percent)
      out.append(UInt8(ascii: "%"))
    }
  }
}
