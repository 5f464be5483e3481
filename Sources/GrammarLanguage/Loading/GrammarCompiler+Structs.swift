internal import Bytes

/// `struct`, `state`, `tlv`: what fields name.
extension GrammarCompiler {
  /// `struct NAME { field … }`: its fields are read wherever it is used.
  mutating func declareStruct(_ reader: inout StatementReader) throws(GrammarError) {
    let text = try checkTypeName(reader.phrase("a name"), reader)
    try reader.finishWithBody()
    guard try isNewName(text, of: "struct", reader) else { return }
    structs[text] = reader.index
  }

  /// `state NAME "words"`
  mutating func declareState(_ reader: inout StatementReader) throws(GrammarError) {
    let name = try reader.phrase("a name")
    let text = tree.string(name.place)
    guard isName(text) else { throw reader.error("'\(text)' is no name") }
    _ = try reader.string("the state's words")
    try reader.finishWithoutBody()
    guard try isNewName(text, of: "state", reader) else { return }
    guard tables.states.count < StateValues.capacity else {
      throw reader.error("a grammar has at most \(StateValues.capacity) states")
    }
    states[text] = UInt8(tables.states.count)
    tables.states.append(GrammarTables.Named(name: name, value: UInt8(tables.states.count)))
  }

  /// `tlv NAME ber|1-1|1-1/3|2-2 { tag … }`: the name and the shape; the tags come later.
  mutating func declareDictionary(_ reader: inout StatementReader) throws(GrammarError) {
    let name = try reader.phrase("a name")
    let text = try checkTypeName(name, reader)
    let word = try reader.word("a shape")
    guard let shape = TLVShape(name: word) else {
      throw reader.error("a tlv is ber, 1-1, 1-1/3 or 2-2, not '\(word)'")
    }
    try reader.finishWithBody()
    guard try isNewName(text, of: "tlv", reader) else { return }
    guard tables.dictionaries.count < 1000 else { throw reader.error("a grammar has 1000 tlvs") }
    if tables.dictionaries.isEmpty { addOwnDictionary() }
    dictionaryNames[text] = UInt16(tables.dictionaries.count)
    tables.dictionaries.append(TagDictionary(name: name, shape: shape))
  }

  /// Dictionary 0 is the one that `tag` statements outside a `tlv` fill.
  mutating func addOwnDictionary() {
    tables.dictionaries.append(TagDictionary(name: .none, shape: .ber))
  }

  /// The struct as a message of its own, for layers, data fields and tags.
  mutating func structMessage(_ name: String, _ reader: StatementReader) throws(GrammarError)
    -> UInt16
  {
    if let message = structMessages[name] { return message }
    guard let statement = structs[name] else {
      throw reader.error("no struct is called '\(name)'")
    }
    let outer = citation
    if let own = tree.statements[statement].citation { citation = Phrase(own) }
    defer { citation = outer }
    let structReader = StatementReader(tree, statement)
    let phrase = Phrase(tree.words[tree.statements[statement].words.lowerBound + 1].place)
    let label = try addLabel(Label(name: phrase), structReader)
    var run = FieldRun(mayDepend: true)
    run.structs = [name]
    try compileFields(of: statement, into: &run)
    let message = try addMessage(
      Message(label: label, fields: .none, startsAtZero: true), run, structReader)
    structMessages[name] = message
    tables.structures.append(GrammarTables.Named(name: phrase, value: message))
    return message
  }

  /// Every struct can be asked for by name, unless it names fields around it.
  mutating func compileStructs() throws(GrammarError) {
    for (name, statement) in structs.sorted(by: { $0.value < $1.value }) {
      _ = try structMessage(name, StatementReader(tree, statement))
    }
  }
}
