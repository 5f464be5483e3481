internal import Bytes

/// Turns statements into tables: first what declares names, then what uses them.
///
/// Files are read in reverse, so that a user's file, which comes behind the grammar it extends, is
/// met first and wins over what it names again.
struct GrammarCompiler {
  let tree: StatementTree
  /// Whether everything is checked, or the text is known to be good (it was embedded).
  let isChecked: Bool
  var tables = GrammarTables()
  /// The files from this index on are a user's, and win over those before.
  let userFiles: Int
  /// What a user's file says in place of the grammar it extends.
  var overrides: [Override] = []

  var extends: [Int: String] = [:]
  var heads: [MessageKind: Int] = [:]
  var pairDistance: UInt32?
  var sourcesOfFiles: [Int: [String: UInt16]] = [:]
  var citedSources: Set<UInt16> = []
  var names: [NameKey: Int] = [:]
  var identities: [Identity: Int] = [:]
  var enums: [String: (set: ValueSet, width: Int)] = [:]
  var structs: [String: Int] = [:]
  var structMessages: [String: UInt16] = [:]
  var dictionaryNames: [String: UInt16] = [:]
  var states: [String: UInt8] = [:]
  var labelsOfStatements: [Int: UInt16] = [:]
  var declaredLabels: [String: UInt16] = [:]
  var commandNames: [String: CommandNames] = [:]
  var responses: [DeferredResponse] = []
  var aids = AIDTrie()
  var classValues = ValueList()

  /// What the statement being read stands under.
  var scope = Scope.root
  var classes = ClassPattern()
  var parentTag: UInt32?
  var citation = Phrase.none

  init(_ tree: StatementTree, isChecked: Bool, userFiles: Int = .max) {
    self.tree = tree
    self.userFiles = userFiles
    self.isChecked = isChecked
    tables.text = tree.text
  }

  /// A user's statement that takes the place of another.
  struct Override: Equatable, Sendable {
    let winner: Int
    let loser: Int
  }

  /// What the messages of a head, and of labels, are told apart by.
  enum MessageKind: Hashable { case command, response, answer }

  /// A name and what kind of thing it names.
  struct NameKey: Hashable {
    let kind: String
    let name: String
  }

  /// A value that may be given once.
  struct Identity: Hashable {
    enum Kind: Hashable { case command, response, status, aid, rid, tag, system, service, category }
    let kind: Kind
    var scope = Scope.root
    var first: UInt64 = 0
    var second: UInt64 = 0
  }

  /// A response waits until every command is known.
  struct DeferredResponse {
    let statement: Int
    let scope: Scope
    let classes: ClassPattern
  }

  /// Reads every file into tables.
  mutating func compile() throws(GrammarError) {
    addImpliedLabels()
    let files = Array(tree.files.indices.reversed())
    for file in files { try readHead(ofFile: file) }
    try readCitations()
    for file in files {
      for index in tree.top(ofFile: file) { try declare(index) }
    }
    for file in files {
      for index in tree.top(ofFile: file) { try compile(index) }
    }
    for response in responses { try compileResponse(response) }
    try compileStructs()
    finish()
    if isChecked { try checkFiles() }
  }

  /// First pass: what later statements name.
  private mutating func declare(_ index: Int) throws(GrammarError) {
    var reader = StatementReader(tree, index)
    switch try reader.word("a statement") {
    case "enum": try declareEnum(&reader)
    case "struct": try declareStruct(&reader)
    case "tlv": try declareDictionary(&reader)
    case "state": try declareState(&reader)
    default: break
    }
  }

  /// Second pass: everything else.
  mutating func compile(_ index: Int) throws(GrammarError) {
    var reader = StatementReader(tree, index)
    let outer = citation
    if let own = tree.statements[index].citation { citation = Phrase(own) }
    defer { citation = outer }
    switch try reader.word("a statement") {
    case "grammar", "source", "enum", "struct", "state": break
    case "label": try compileLabel(&reader)
    case "tlv": try compileDictionary(&reader)
    case "command": try compileCommand(&reader)
    case "response":
      responses.append(DeferredResponse(statement: index, scope: scope, classes: classes))
    case "instruction": try compileInstruction(&reader)
    case "class": try compileClass(&reader)
    case "status": try compileStatus(&reader)
    case "rid": try compileOwner(&reader)
    case "aid": try compileApplication(&reader)
    case "category": try compileCategory(&reader)
    case "tag": try compileTag(&reader, dictionary: 0)
    case "within": try compileWithin(&reader, dictionary: 0)
    case "system", "service": try compileRegistry(&reader)
    case "product": try compileProduct(&reader)
    case "under": try compileUnder(&reader)
    case "example": try checkExample(&reader)
    case let word: throw reader.error("no statement is called '\(word)'")
    }
  }

  /// Whether a thing is new. Given twice in one file is an error; given again in the file that is
  /// extended, it loses against the user's.
  mutating func isNew(_ identity: Identity, _ what: String, _ reader: StatementReader)
    throws(GrammarError) -> Bool
  {
    guard isChecked else { return true }
    guard let first = identities[identity] else {
      identities[identity] = reader.index
      return true
    }
    try settle(first, reader, what)
    return false
  }

  /// Whether a name is new, as `isNew`.
  mutating func isNewName(_ name: String, of kind: String, _ reader: StatementReader)
    throws(GrammarError) -> Bool
  {
    let key = NameKey(kind: kind, name: name)
    guard let first = names[key] else {
      names[key] = reader.index
      return true
    }
    try settle(first, reader, "the \(kind) '\(name)'")
    return false
  }

  private mutating func settle(_ first: Int, _ reader: StatementReader, _ what: String)
    throws(GrammarError)
  {
    let isUsers = tree.statements[reader.index].file >= userFiles
    let wasUsers = tree.statements[first].file >= userFiles
    if isUsers == wasUsers {
      throw reader.error("\(what) is given twice; first \(place(of: first))")
    }
    overrides.append(Override(winner: first, loser: reader.index))
  }

  /// `in line N`, with the file where there are several.
  func place(of statement: Int) -> String {
    let first = tree.words[tree.statements[statement].words.lowerBound]
    let error = tree.error(at: first, "")
    return tree.files.count > 1 ? "in \(error.file):\(error.line)" : "in line \(error.line)"
  }
}
