internal import Bytes

/// `instruction` and `class`.
extension GrammarCompiler {
  /// `instruction INS NAME ["title"] { … }`
  mutating func compileInstruction(_ reader: inout StatementReader) throws(GrammarError) {
    guard tables.code == .instruction else {
      throw reader.error("only a grammar whose code is ins has instructions")
    }
    let ins = try reader.bytes("an INS", count: 1...1)[0]
    let name = try reader.phrase("the instruction's name")
    let title = reader.isString ? try reader.string("a title") : .none
    try reader.finish()
    let position = UInt64(classes.mask) << 8 | UInt64(classes.bits)
    let identity = Identity(kind: .command, scope: scope, first: UInt64(ins), second: position)
    guard try isNew(identity, "this instruction", reader) else { return }
    var row = InstructionRow(
      ins: ins, scope: scope, classes: classes,
      label: try addLabel(Label(name: name, title: title), reader),
      p1: ImpliedLabel.p1.rawValue, p2: ImpliedLabel.p2.rawValue)
    var parameters: [String: ValueList] = [:]
    for line in tree.body(of: reader.index) {
      var reader = StatementReader(tree, line)
      switch try reader.word("p1, p2, p1p2, data or reply") {
      case "data":
        guard row.data == nil else { throw reader.error("'data' is given twice") }
        row.data = try readContent(&reader, .data)
      case "reply":
        guard row.reply == nil else { throw reader.error("'reply' is given twice") }
        row.reply = try readContent(&reader, .reply)
      case let word where word == "p1" || word == "p2" || word == "p1p2":
        try readParameter(
          &reader, width: word == "p1p2" ? 2 : 1, into: &parameters[word, default: ValueList()])
      case let word: throw reader.error("'\(word)' says nothing about an instruction")
      }
      try reader.finishWithoutBody()
    }
    if let values = parameters["p1"] { row.p1 = try label(.p1, values, reader) }
    if let values = parameters["p2"] { row.p2 = try label(.p2, values, reader) }
    if let values = parameters["p1p2"] { row.both = try label(.p1p2, values, reader) }
    tables.instructions.append(row)
  }

  private mutating func readParameter(
    _ reader: inout StatementReader, width: Int, into values: inout ValueList
  ) throws(GrammarError) {
    var value = try readTest(&reader, width: width)
    try readMeaning(&reader, into: &value)
    while !reader.isAtEnd {
      if value.data == nil, reader.skip("data") {
        value.data = try readContent(&reader, .data)
      } else if value.reply == nil, reader.skip("reply") {
        value.reply = try readContent(&reader, .reply)
      } else {
        throw reader.unknown
      }
    }
    try append(value, to: &values, width: width, reader)
  }

  private mutating func label(
    _ implied: ImpliedLabel, _ values: ValueList, _ reader: StatementReader
  ) throws(GrammarError) -> UInt16 {
    var label = tables.labels[Int(implied.rawValue)]
    label.values = store(values)
    label.citation = .none
    return try addLabel(label, reader)
  }

  /// `KIND [attributes]`: what a data field holds.
  private mutating func readContent(_ reader: inout StatementReader, _ side: ImpliedLabel)
    throws(GrammarError) -> Content
  {
    let word = try reader.word("a kind of data")
    var label = side
    var kind = Content.Kind.bytes
    switch word {
    case "bytes": break
    case "tlv", "tlv?":
      if tables.dictionaries.isEmpty { addOwnDictionary() }
      kind = word == "tlv" ? .elements : .elementsIfAny
    case "aid": label = .aid
    case "file_id": label = .fileID
    case "path": label = .path
    case "text": label = .text
    default: kind = try contentKind(word, reader)
    }
    var attributes = Attributes()
    while try readAttribute(&reader, into: &attributes) {}
    guard attributes != Attributes() else { return Content(kind: kind, label: label.rawValue) }
    var own = tables.labels[Int(label.rawValue)]
    own.attributes = attributes
    own.citation = .none
    return Content(kind: kind, label: try addLabel(own, reader))
  }

  /// A struct or a tlv by its name.
  mutating func contentKind(_ word: String, _ reader: StatementReader) throws(GrammarError)
    -> Content.Kind
  {
    if let dictionary = dictionaryNames[word] { return .dictionary(dictionary) }
    guard structs[word] != nil else {
      throw reader.error("no kind of data, struct or tlv is called '\(word)'")
    }
    let message = try structMessage(word, reader)
    guard tables.messages[Int(message)].standsAlone else {
      throw reader.error("'\(word)' names fields of a message around it; there is none here")
    }
    return .message(message)
  }

  /// `class PATTERN "meaning"`
  mutating func compileClass(_ reader: inout StatementReader) throws(GrammarError) {
    var value = try readTest(&reader, width: 1)
    try readMeaning(&reader, into: &value)
    try reader.finishWithoutBody()
    try append(value, to: &classValues, width: 1, reader)
  }
}
