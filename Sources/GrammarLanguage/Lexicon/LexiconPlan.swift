internal import Bytes

/// Which files make which grammar, before any label has its number.
struct LexiconPlan {
  private(set) var entries: [Entry] = []
  private(set) var conflicts: [String] = []

  /// One grammar and the user files that add to it.
  struct Entry {
    var name: String
    var base: GrammarFile
    var extensions: [GrammarFile] = []
  }

  /// Takes one more file; those that extend come behind what they extend.
  mutating func add(_ file: GrammarFile) throws(GrammarError) {
    if let builtIn = file.builtIn {
      entries.append(Entry(name: builtIn.name, base: file))
      return
    }
    var tree = StatementTree()
    try tree.append(file.bytes, named: file.file)
    let (name, extended) = try Self.head(of: tree)
    if let extended {
      guard let index = entries.firstIndex(where: { $0.name == extended.name }) else {
        throw tree.error(at: extended.offset, "no grammar '\(extended.name)' is there to extend")
      }
      entries[index].extensions.append(file)
    } else if let index = entries.firstIndex(where: { $0.name == name }) {
      guard entries[index].base.builtIn != nil else {
        throw tree.error(
          at: 0, "the grammar '\(name)' is in \(entries[index].base.file) already")
      }
      conflicts.append("\(file.file): takes the place of the built-in grammar '\(name)'")
      entries[index].base = file
    } else {
      entries.append(Entry(name: name, base: file))
    }
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
    for file in extensions { try tree.append(file.bytes, named: file.file) }
    var compiler = GrammarCompiler(tree, isChecked: true)
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
