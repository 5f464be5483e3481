import Bytes

/// Folds a line of a field that is too wide for the terminal, so that it can still be pasted:
///
///     = 6F.A5.BF0C.61.50     4D61737465724361726420446562697420506C6174696E
///     = +                    756D "MasterCard Debit Platinum"               26:28
///
/// A line whose path is `+` goes on with the value of the one before. Digits are parted in pairs, a text
/// in quotation marks not at all.
struct FieldFold {
  private let edge: Int
  private var column = 0

  /// What a line of a field begins with.
  static let lead: StaticString = "      = "
  /// Where values begin.
  private static let values = 30
  /// Where a text begins that has no room there.
  private static let texts = 10

  init(edge: Int) { self.edge = edge }

  /// Writes lines of bytes and fields, those of fields folded.
  static func write(
    _ lines: Span<UInt8>, edge: Int?, _ typeface: Typeface, into out: inout ByteBuffer
  ) {
    guard let edge else { return typeface.append(lines, to: &out) }
    var start = 0
    while start < lines.count {
      var end = start
      while end < lines.count, lines[end] != UInt8(ascii: "\n") { end += 1 }
      let line = lines.extracting(start..<end)
      if isField(line), TextWidth.columns(line) > edge {
        var fold = FieldFold(edge: edge)
        fold.write(line, typeface, into: &out)
      } else {
        typeface.append(line, to: &out)
      }
      out.append("\n")
      start = end + 1
    }
  }

  private static func isField(_ line: Span<UInt8>) -> Bool {
    let lead = lead.utf8CodeUnitCount
    guard line.count > lead, line[lead - 2] == UInt8(ascii: "=") else { return false }
    for index in 0..<lead - 2 where line[index] != 0x20 { return false }
    return true
  }

  private mutating func write(
    _ line: Span<UInt8>, _ typeface: Typeface, into out: inout ByteBuffer
  ) {
    var words = Self.words(of: line, from: Self.lead.utf8CodeUnitCount)
    guard !words.isEmpty else { return typeface.append(line, to: &out) }
    let path = words.removeFirst()
    let place = words.last.flatMap { Self.isPlace(line.extracting($0)) ? $0 : nil }
    if place != nil { words.removeLast() }
    out.append(Self.lead)
    column = Self.lead.utf8CodeUnitCount
    put(line.extracting(path), typeface, into: &out)
    var isFirst = true
    for word in words {
      let text = line.extracting(word)
      pad(to: isFirst ? max(Self.values, column + 1) : column + 1, into: &out)
      put(value: text, typeface, into: &out)
      isFirst = false
    }
    guard let place else { return }
    let text = line.extracting(place)
    if column + 1 + text.count > edge { goOn(at: Self.values, into: &out) }
    pad(to: edge - text.count, into: &out)
    put(text, typeface, into: &out)
  }

  /// Writes digits in pieces, a text whole.
  private mutating func put(
    value text: Span<UInt8>, _ typeface: Typeface, into out: inout ByteBuffer
  ) {
    let width = TextWidth.columns(text)
    if column + width <= edge { return put(text, typeface, into: &out) }
    if text[0] == UInt8(ascii: "\"") {
      goOn(at: Self.values + width <= edge ? Self.values : Self.texts, into: &out)
      return put(text, typeface, into: &out)
    }
    var start = 0
    while start < text.count {
      // What is masked is wider in bytes than on the screen.
      let room = (edge - column) / 2 * 2
      var end = start
      var taken = 0
      while end < text.count, taken < room {
        end += text[end] < 0x80 ? 1 : TextWidth.scalar(text, at: end).length
        taken += 1
      }
      put(text.extracting(start..<end), typeface, into: &out)
      start = end
      if start < text.count { goOn(at: Self.values, into: &out) }
    }
  }

  private mutating func put(
    _ text: Span<UInt8>, _ typeface: Typeface, into out: inout ByteBuffer
  ) {
    typeface.append(text, to: &out)
    column += TextWidth.columns(text)
  }

  private mutating func pad(to target: Int, into out: inout ByteBuffer) {
    out.append(repeating: UInt8(ascii: " "), count: max(0, target - column))
    column = max(column, target)
  }

  /// Begins a line that goes on with the value.
  private mutating func goOn(at target: Int, into out: inout ByteBuffer) {
    out.append("\n")
    out.append(Self.lead)
    out.append("+")
    column = Self.lead.utf8CodeUnitCount + 1
    pad(to: target, into: &out)
  }

  /// Where the words of a line lie; a text in quotation marks is one.
  private static func words(of line: Span<UInt8>, from start: Int) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var index = start
    while index < line.count {
      if line[index] == 0x20 {
        index += 1
        continue
      }
      let first = index
      let isText = line[index] == UInt8(ascii: "\"")
      index += 1
      while index < line.count {
        let isEnd =
          isText
          ? line[index - 1] == UInt8(ascii: "\"") && index - 1 > first && line[index] == 0x20
          : line[index] == 0x20
        if isEnd { break }
        index += 1
      }
      words.append(first..<index)
    }
    return words
  }

  /// `26:28` or `12.3:4`.
  private static func isPlace(_ word: Span<UInt8>) -> Bool {
    var colons = 0
    for index in word.indices {
      let byte = word[index]
      if byte == UInt8(ascii: ":") {
        colons += 1
      } else if byte != UInt8(ascii: "."), !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
        return false
      }
    }
    return colons == 1
  }
}
