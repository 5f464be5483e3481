internal import Bytes

/// Names of values: `enum`, and the lines of that kind elsewhere.
extension GrammarCompiler {
  /// `enum NAME u8|u16|u24|u32 { VALUE "meaning" … }`
  mutating func declareEnum(_ reader: inout StatementReader) throws(GrammarError) {
    let name = try reader.phrase("a name")
    let text = try checkTypeName(name, reader)
    let word = try reader.word("u8, u16, u24 or u32")
    guard let width = ["u8": 1, "u16": 2, "u24": 3, "u32": 4][word] else {
      throw reader.error("an enum is u8, u16, u24 or u32, not '\(word)'")
    }
    try reader.finishWithBody()
    guard try isNewName(text, of: "enum", reader) else { return }
    var values = ValueList()
    for line in tree.body(of: reader.index) {
      var reader = StatementReader(tree, line)
      var value = try readTest(&reader, width: width)
      try readMeaning(&reader, into: &value)
      try reader.finishWithoutBody()
      try append(value, to: &values, width: width, reader)
    }
    let set = store(values)
    enums[text] = (set, width)
    tables.enumerations.append(GrammarTables.Named(name: name, value: set))
  }

  /// The name of an enum, struct or tlv: no word of the language and no number looks like it.
  func checkTypeName(_ name: Phrase, _ reader: StatementReader) throws(GrammarError) -> String {
    let text = tree.string(name.place)
    guard let first = text.utf8.first, first >= 0x41, first <= 0x5A, isName(text) else {
      throw reader.error("'\(text)' is no name that begins with a capital")
    }
    guard !HexWord.readsAsHex(text) else {
      throw reader.error("the name '\(text)' reads as a number")
    }
    return text
  }

  /// Whether a text is letters, digits and `_`, and begins with a letter.
  func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, first & 0xDF >= 0x41, first & 0xDF <= 0x5A else {
      return false
    }
    return text.utf8.allSatisfy {
      $0 & 0xDF >= 0x41 && $0 & 0xDF <= 0x5A || $0 >= 0x30 && $0 <= 0x39 || $0 == 0x5F
    }
  }

  /// Reads a value, a range or a pattern of a number of bytes.
  mutating func readTest(_ reader: inout StatementReader, width: Int) throws(GrammarError)
    -> NamedValue
  {
    let word = try reader.word("a value, a range or a pattern")
    let all = UInt64.max >> UInt64(64 - width * 8)
    if let range = HexWord.range(word) {
      guard range.digits == width * 2 else { throw reader.error(misfit(word, width)) }
      guard range.low < range.high else { throw reader.error("'\(word)' is no range") }
      return NamedValue(test: .range(range.low...range.high), places: all)
    }
    if let number = HexWord.number(word), number.digits != width * 8 {
      guard number.digits == width * 2 else { throw reader.error(misfit(word, width)) }
      return NamedValue(test: .value(number.value), places: all)
    }
    guard let pattern = PatternWord(word, width: width) else {
      throw reader.error(misfit(word, width))
    }
    return NamedValue(
      test: .pattern(mask: pattern.mask, bits: pattern.bits),
      places: pattern.letters.reduce(pattern.mask) { $0 | $1.mask },
      letters: store(pattern.letters))
  }

  private func misfit(_ word: String, _ width: Int) -> String {
    "'\(word)' does not fit \(width) byte\(width == 1 ? "" : "s"): "
      + "\(width * 2) hex digits, or \(width * 8) places of 0, 1, - and letters"
  }

  /// Reads the meaning of a value and its short form. The meaning prints every letter of the
  /// pattern, and neither prints another.
  func readMeaning(_ reader: inout StatementReader, into value: inout NamedValue)
    throws(GrammarError)
  {
    value.meaning = try reader.string("a meaning")
    let collected = tables.letters[value.letters.range].map(\.letter)
    let printed = try printedLetters(of: value.meaning, among: collected, reader)
    for letter in collected where isChecked && !printed.contains(letter) {
      let name = Character(Unicode.Scalar(letter))
      throw reader.error("the letter \(name) is not printed: {\(name)}")
    }
    guard reader.skip("short") else { return }
    value.short = try reader.string("a short meaning")
    _ = try printedLetters(of: value.short, among: collected, reader)
  }

  private func printedLetters(
    of meaning: Phrase, among collected: [UInt8], _ reader: StatementReader
  ) throws(GrammarError) -> [UInt8] {
    guard isChecked else { return [] }
    let printed = try MeaningTemplate.letters(of: tree.string(meaning.place)) { reader.error($0) }
    for letter in printed where !collected.contains(letter) {
      let name = Character(Unicode.Scalar(letter))
      throw reader.error("{\(name)} is no letter of the pattern")
    }
    return printed
  }

  /// Adds a value to others, unless one of these says the same or more.
  func append(
    _ value: NamedValue, to list: inout ValueList, width: Int, _ reader: StatementReader
  ) throws(GrammarError) {
    guard isChecked else { return list.addUnchecked(value) }
    guard !list.isFull else {
      throw reader.error("more than \(ValueList.limit) ranges and patterns stand together")
    }
    if let earlier = list.add(value, width: width) {
      let meaning = tree.string(earlier.meaning.place)
      throw reader.error("this value is given earlier, as \"\(meaning)\"")
    }
  }

  /// Puts values into the tables: single ones in order, then the others as they stand.
  mutating func store(_ list: ValueList) -> ValueSet {
    let values = list.values
    let start = tables.values.count
    var exact: [(UInt64, NamedValue)] = []
    for value in values {
      if case .value(let number) = value.test, value.byte == nil { exact.append((number, value)) }
    }
    exact.sort { $0.0 < $1.0 }
    tables.values.append(contentsOf: exact.map(\.1))
    let middle = tables.values.count
    for value in values {
      if case .value = value.test, value.byte == nil { continue }
      tables.values.append(value)
    }
    return ValueSet(exact: Rows(start..<middle), others: Rows(middle..<tables.values.count))
  }

  /// Puts a pattern's letters into the tables.
  mutating func store(_ letters: [Letter]) -> Rows {
    guard !letters.isEmpty else { return .none }
    tables.letters.append(contentsOf: letters)
    return Rows(tables.letters.count - letters.count..<tables.letters.count)
  }
}
