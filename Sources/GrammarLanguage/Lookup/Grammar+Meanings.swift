package import Bytes

/// The meanings of one number, one after the other. Nothing is allocated.
package struct Meanings {
  private let grammar: Grammar
  private let number: UInt64
  private let start: Int
  private var index: Int
  private let end: Int

  init(_ grammar: Grammar, _ number: UInt64, _ set: ValueSet) {
    self.grammar = grammar
    self.number = number
    let exact = grammar.exactRow(number, set)
    start = exact ?? set.others.range.lowerBound
    index = start
    end = exact.map { $0 + 1 } ?? set.others.range.upperBound
  }

  /// The next meaning, nil when there are no more.
  package mutating func next() -> Meaning? {
    while index < end {
      defer { index += 1 }
      guard grammar.hasSay(index, of: start, number, byte: nil) else { continue }
      return Meaning(row: index, number: number)
    }
    return nil
  }
}

/// One meaning: words, and the number whose letters are filled in.
package struct Meaning: Equatable, Sendable {
  let row: Int
  package let number: UInt64
}

extension Grammar {
  /// Whether a row fits a number, and none before it (from `start` on) speaks of the same bits.
  func hasSay(_ row: Int, of start: Int, _ number: UInt64, byte: UInt8?) -> Bool {
    let value = tables.values[row]
    guard value.byte == byte, value.matches(number) else { return false }
    for index in start..<row {
      let earlier = tables.values[index]
      if earlier.places == value.places, earlier.byte == byte, earlier.matches(number) {
        return false
      }
    }
    return true
  }

  /// What a number means.
  package func meanings(of number: UInt64, in set: ValueSet) -> Meanings {
    Meanings(self, number, set)
  }

  func exactRow(_ number: UInt64, _ set: ValueSet) -> Int? {
    let start = Int(set.exact.start)
    let index =
      start
      + lowerBound(Int(set.exact.count)) {
        guard case .value(let value) = tables.values[start + $0].test else { return false }
        return value < number
      }
    guard index < set.exact.range.upperBound,
      case .value(number) = tables.values[index].test
    else { return nil }
    return index
  }

  /// Writes a meaning's words, letters filled in.
  package func append(_ meaning: Meaning, isShort: Bool = false, to buffer: inout ByteBuffer) {
    let value = tables.values[meaning.row]
    let words = isShort && !value.short.isEmpty ? value.short : value.meaning
    append(words, letters: value.letters, of: meaning.number, to: &buffer)
  }

  /// Writes a status word's meaning, letters filled in.
  package func append(_ status: StatusMeaning, isShort: Bool = false, to buffer: inout ByteBuffer) {
    let row = status.grammar.tables.statuses[status.row]
    let words = isShort && !row.short.isEmpty ? row.short : row.meaning
    status.grammar.append(words, letters: row.letters, of: UInt64(status.word), to: &buffer)
  }

  /// Writes the meanings of a field's bytes that a tag's `byte` lines name, with `separator`
  /// between them, and `betweenBytes` in its place where the next byte's begin; whether there were
  /// any.
  package func append(
    meaningsOf bytes: Span<UInt8>, in set: ValueSet, separator: StaticString,
    betweenBytes: StaticString? = nil, isShort: Bool = false, to buffer: inout ByteBuffer
  ) -> Bool {
    var isFirst = true
    var last: UInt8 = 0
    for row in set.others.range {
      guard let byte = tables.values[row].byte, Int(byte) < bytes.count else { continue }
      let number = UInt64(bytes[Int(byte)])
      guard hasSay(row, of: set.others.range.lowerBound, number, byte: byte) else { continue }
      if !isFirst { buffer.append(byte == last ? separator : betweenBytes ?? separator) }
      isFirst = false
      last = byte
      append(Meaning(row: row, number: number), isShort: isShort, to: &buffer)
    }
    return !isFirst
  }

  private func append(
    _ words: Phrase, letters: Rows, of number: UInt64, to buffer: inout ByteBuffer
  ) {
    guard !letters.isEmpty else { return append(words, to: &buffer) }
    let all = tables.text
    let text = all.span.extracting(words.place.range)
    var at = 0
    while at < text.count {
      guard let (name, isHex, end) = MeaningTemplate.placeholder(in: text, at: at) else {
        buffer.append(text[at])
        at += 1
        continue
      }
      at = end
      for letter in tables.letters[letters.range] where letter.letter == name {
        let value = letter.collect(from: number)
        guard isHex else {
          buffer.append(decimal: UInt(value))
          continue
        }
        let digits = (letter.mask.nonzeroBitCount + 3) / 4
        for place in (0..<digits).reversed() {
          buffer.append(Hex.digit(UInt8(value >> UInt64(4 * place) & 15)))
        }
      }
    }
  }
}
