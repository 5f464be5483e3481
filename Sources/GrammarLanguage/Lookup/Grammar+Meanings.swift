package import Bytes

/// The meanings of one number, one after the other. Nothing is allocated.
package struct Meanings {
  private let grammar: Grammar
  private let number: UInt64
  private var index: Int
  private let end: Int

  init(_ grammar: Grammar, _ number: UInt64, _ set: ValueSet) {
    self.grammar = grammar
    self.number = number
    let exact = grammar.exactRow(number, set)
    index = exact ?? set.others.range.lowerBound
    end = exact.map { $0 + 1 } ?? set.others.range.upperBound
  }

  /// The next meaning, nil when there are no more.
  package mutating func next() -> Meaning? {
    while index < end {
      defer { index += 1 }
      let value = grammar.tables.values[index]
      if value.byte == nil, value.matches(number) { return Meaning(row: index, number: number) }
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
  package func append(_ meaning: Meaning, to buffer: inout ByteBuffer) {
    let value = tables.values[meaning.row]
    append(value.meaning, letters: value.letters, of: meaning.number, to: &buffer)
  }

  /// Writes a status word's meaning, letters filled in.
  package func append(_ status: StatusMeaning, to buffer: inout ByteBuffer) {
    let row = status.grammar.tables.statuses[status.row]
    status.grammar.append(
      row.meaning, letters: row.letters, of: UInt64(status.word), to: &buffer)
  }

  /// Writes the meanings of a field's bytes that a tag's `byte` lines name, with `separator`
  /// between them; whether there were any.
  package func append(
    meaningsOf bytes: Span<UInt8>, in set: ValueSet, separator: StaticString,
    to buffer: inout ByteBuffer
  ) -> Bool {
    var isFirst = true
    for row in set.others.range {
      let value = tables.values[row]
      guard let byte = value.byte, Int(byte) < bytes.count else { continue }
      let number = UInt64(bytes[Int(byte)])
      guard value.matches(number) else { continue }
      if !isFirst { buffer.append(separator) }
      isFirst = false
      append(value.meaning, letters: value.letters, of: number, to: &buffer)
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
