internal import Bytes

/// Which files make which grammar, before any label has its number.
struct LexiconPlan {
  private(set) var entries: [Entry] = []
  private(set) var conflicts: [String] = []

  /// One grammar and the user files that add to it.
  struct Entry {
    var name: String
    var base: GrammarFile
    /// Files that are parts of it like the base.
    var parts: [GrammarFile] = []
    /// Files of users, which win over the others.
    var extensions: [GrammarFile] = []
  }

  /// Takes files: first those that begin a grammar, then those that extend one.
  mutating func add(_ files: [GrammarFile]) throws(GrammarError) {
    var later: [(file: GrammarFile, name: String, error: GrammarError)] = []
    for file in files {
      if let extended = try add(file) { later.append(extended) }
    }
    for (file, name, error) in later {
      guard let index = entries.firstIndex(where: { $0.name == name }) else { throw error }
      if file.isUsers {
        entries[index].extensions.append(file)
      } else {
        entries[index].parts.append(file)
      }
    }
  }

  /// Takes a file that begins a grammar; gives back one that extends another.
  private mutating func add(_ file: GrammarFile) throws(GrammarError) -> (
    file: GrammarFile, name: String, error: GrammarError
  )? {
    if let builtIn = file.builtIn {
      if let index = entries.firstIndex(where: { $0.name == builtIn.name }) {
        entries[index].parts.append(file)
      } else {
        entries.append(Entry(name: builtIn.name, base: file))
      }
      return nil
    }
    var tree = StatementTree()
    try tree.append(file.bytes, named: file.file)
    let (name, extended) = try Self.head(of: tree)
    if let extended {
      let message = "no grammar '\(extended.name)' is there to extend"
      return (file, extended.name, tree.error(at: extended.offset, message))
    }
    if let index = entries.firstIndex(where: { $0.name == name }) {
      guard entries[index].base.builtIn != nil else {
        throw tree.error(
          at: 0, "the grammar '\(name)' is in \(entries[index].base.file) already")
      }
      conflicts.append("\(file.file): takes the place of the built-in grammar '\(name)'")
      entries[index].base = file
      entries[index].parts = []
    } else {
      entries.append(Entry(name: name, base: file))
    }
    return nil
  }

  /// The name of the grammar that a file makes, or adds to.
  static func grammarName(of tree: StatementTree) throws(GrammarError) -> String {
    let head = try head(of: tree)
    return head.extended?.name ?? head.name
  }

  private static func head(of tree: StatementTree) throws(GrammarError) -> (
    name: String, extended: (name: String, offset: Int)?
  ) {
    guard !tree.statements.isEmpty else {
      throw tree.error(at: 0, "a grammar begins with 'grammar NAME {'")
    }
    var reader = StatementReader(tree, 0)
    guard reader.skip("grammar") else {
      throw reader.error("a grammar begins with 'grammar NAME {'")
    }
    let name = try reader.word("the grammar's name")
    for line in tree.body(of: 0) {
      var reader = StatementReader(tree, line)
      guard reader.skip("extends") else { continue }
      let place = reader.nextPlace
      return (name, (try reader.word("a grammar's name"), Int(place.start)))
    }
    return (name, nil)
  }
}

extension LexiconPlan.Entry {
  /// Reads the grammar with what is added to it, and says what was overridden.
  func load(labelBase: UInt16) throws(GrammarError) -> (grammar: Grammar, conflicts: [String]) {
    var tree = StatementTree()
    try tree.append(base.bytes, named: base.file)
    for file in parts + extensions { try tree.append(file.bytes, named: file.file) }
    var compiler = GrammarCompiler(tree, isChecked: true, userFiles: parts.count + 1)
    try compiler.compile()
    var conflicts: [String] = []
    for override in compiler.overrides {
      let winner = tree.error(at: tree.words[tree.statements[override.winner].words.lowerBound], "")
      let loser = tree.error(at: tree.words[tree.statements[override.loser].words.lowerBound], "")
      conflicts.append(
        "\(winner.file):\(winner.line): takes the place of \(loser.file):\(loser.line)")
    }
    return (Grammar(compiler.tables, labelBase: labelBase), conflicts)
  }
}
