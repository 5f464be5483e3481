internal import Bytes

/// What stands behind a field's type.
extension GrammarCompiler {
  /// Reads one modifier into a field's line.
  mutating func readModifier(
    _ reader: inout StatementReader, into line: inout FieldLine, in run: inout FieldRun
  ) throws(GrammarError) {
    if reader.isString {
      line.label.title = try reader.string("a title")
      return
    }
    if try readAttribute(&reader, into: &line.label.attributes) { return }
    switch reader.peek {
    case "when":
      _ = reader.skip("when")
      line.conditions.append(try readCondition(&reader, in: &run))
    case "in":
      _ = reader.skip("in")
      guard let width = line.type.width else { throw reader.error("only numbers are 'in' values") }
      line.field.allowed = try readRanges(&reader, width: width)
    case "as":
      _ = reader.skip("as")
      try readFormat(&reader, into: &line)
    case let word?:
      if let values = enums[word] {
        _ = reader.skip(word)
        guard line.type.width == values.width else {
          throw reader.error("'\(word)' names values of \(values.width) bytes; this has another")
        }
        line.label.values = values.set
      } else {
        try readPattern(&reader, into: &line)
      }
    case nil: throw reader.unknown
    }
  }

  /// `when FIELD [not] in VALUES`
  mutating func readCondition(_ reader: inout StatementReader, in run: inout FieldRun)
    throws(GrammarError) -> Condition
  {
    let name = try reader.word("a field")
    let reference = try resolve(name, reader, in: &run)
    let isNegated = reader.skip("not")
    guard reader.skip("in") else {
      throw reader.isAtEnd ? reader.error("'in' is missing behind this") : reader.unknown
    }
    return Condition(
      reference: reference, isNegated: isNegated, ranges: try readRanges(&reader, width: 8))
  }

  /// VALUES: numbers and ranges, to the first word that is neither.
  private mutating func readRanges(_ reader: inout StatementReader, width: Int)
    throws(GrammarError) -> Rows
  {
    let start = tables.ranges.count
    while let word = reader.peek {
      if let number = HexWord.number(word) {
        _ = reader.skip(word)
        guard number.digits <= width * 2 else { throw reader.error(misfit(word, width)) }
        tables.ranges.append(number.value...number.value)
      } else if let range = HexWord.range(word) {
        _ = reader.skip(word)
        guard range.digits <= width * 2 else { throw reader.error(misfit(word, width)) }
        guard range.low <= range.high else { throw reader.error("'\(word)' is no range") }
        tables.ranges.append(range.low...range.high)
      } else {
        break
      }
    }
    guard tables.ranges.count > start else { throw reader.error("'in' needs hex values behind it") }
    return Rows(start..<tables.ranges.count)
  }

  private func misfit(_ word: String, _ width: Int) -> String {
    "'\(word)' does not fit \(width) byte\(width == 1 ? "" : "s")"
  }

  /// `as FORMAT`, `as STRUCT`, `as TLV`
  private mutating func readFormat(_ reader: inout StatementReader, into line: inout FieldLine)
    throws(GrammarError)
  {
    let word = try reader.word("a format, a struct or a tlv")
    if let format = ValueFormat(word: word), format != .tlv {
      line.label.format = format
      return
    }
    guard case .bytes(let length) = line.field.kind else {
      throw reader.error("only bytes can be read as '\(word)'")
    }
    if structs[word] != nil {
      line.field.kind = .bounded(length)
      line.content = word
    } else if word == "tlv" {
      if tables.dictionaries.isEmpty { addOwnDictionary() }
      line.field.kind = .elements(length, dictionary: nil)
    } else if let dictionary = dictionaryNames[word] {
      line.field.kind = .elements(length, dictionary: dictionary)
    } else {
      throw reader.error("no format, struct or tlv is called '\(word)'")
    }
  }

  /// `PATTERN letter=name[:ENUM] …`
  private mutating func readPattern(_ reader: inout StatementReader, into line: inout FieldLine)
    throws(GrammarError)
  {
    guard let word = reader.peek, let width = line.type.width, width <= 4,
      let pattern = PatternWord(word, width: width), word.utf8.count == width * 8,
      line.letters.isEmpty
    else { throw reader.unknown }
    _ = reader.skip(word)
    line.field.constantMask = pattern.mask
    line.field.constantBits = pattern.bits
    while let assignment = reader.peek, assignment.utf8.dropFirst().first == UInt8(ascii: "=") {
      let place = reader.nextPlace
      _ = reader.skip(assignment)
      guard let letter = pattern.letters.first(where: { $0.letter == assignment.utf8.first }) else {
        throw reader.error("the pattern has no letter '\(assignment.prefix(1))'")
      }
      guard !line.letters.contains(where: { $0.letter == letter.letter }) else {
        throw reader.error("the letter '\(assignment.prefix(1))' has a name already")
      }
      line.letters.append(letter)
      line.letterLabels.append(try letterLabel(assignment, at: place, letter, reader, line.label))
    }
    for letter in pattern.letters where !line.letters.contains(letter) {
      throw reader.error("the letter '\(Character(Unicode.Scalar(letter.letter)))' has no name")
    }
  }

  private func letterLabel(
    _ assignment: String, at place: Extent, _ letter: Letter, _ reader: StatementReader,
    _ field: Label
  ) throws(GrammarError) -> Label {
    let parts = assignment.dropFirst(2).split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2, let name = parts.first, isName(String(name)) else {
      throw reader.error("'\(assignment)' is not letter=name or letter=name:ENUM")
    }
    let start = Int(place.start) + 2
    var label = Label(name: Phrase(Extent(start..<start + name.utf8.count)))
    label.citation = field.citation
    if parts.count == 2 {
      guard let values = enums[String(parts[1])] else {
        throw reader.error("no enum is called '\(parts[1])'")
      }
      guard letter.mask.nonzeroBitCount <= values.width * 8 else {
        throw reader.error("'\(parts[1])' has fewer bits than the letter")
      }
      label.values = values.set
    }
    return label
  }
}
