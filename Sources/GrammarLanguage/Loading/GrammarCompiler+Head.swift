internal import Bytes

/// `grammar`, `source`, citations.
extension GrammarCompiler {
  /// Reads the statement that opens a file.
  mutating func readHead(ofFile file: Int) throws(GrammarError) {
    guard let index = tree.top(ofFile: file).first(where: { _ in true }) else {
      throw tree.error(at: tree.files[file].start, "a grammar begins with 'grammar NAME {'")
    }
    var reader = StatementReader(tree, index)
    guard reader.skip("grammar") else {
      throw reader.error("a grammar begins with 'grammar NAME {'")
    }
    let name = try reader.phrase("the grammar's name")
    try reader.finishWithBody()
    if file == 0 { tables.name = name }
    var hasCode = false
    var hasLayer = false
    for line in tree.body(of: index) {
      var reader = StatementReader(tree, line)
      switch try reader.word("a statement") {
      case "over":
        let layer = try reader.phrase("a layer")
        if file == 0 { tables.over = layer }
        hasLayer = true
      case "code":
        let code = try readCodePlace(&reader)
        if file == 0 { tables.code = code }
        hasCode = true
      case "extends":
        let base = try reader.word("a grammar's name")
        guard file > 0, base == nameOfFirstFile else {
          throw reader.error("no grammar '\(base)' is there to extend")
        }
        extends[file] = base
      case "head", "pair", "wrap":
        if file == 0 { try readFraming(line) }
        continue
      case let word: throw reader.error("'\(word)' says nothing about a grammar")
      }
      try reader.finishWithoutBody()
    }
    if file == 0, !hasLayer || !hasCode {
      throw reader.error("'over' and 'code' are missing in these braces")
    }
  }

  private var nameOfFirstFile: String? {
    guard let index = tree.top(ofFile: 0).first(where: { _ in true }) else { return nil }
    var reader = StatementReader(tree, index)
    return reader.skip("grammar") ? reader.peek : nil
  }

  private func readCodePlace(_ reader: inout StatementReader) throws(GrammarError) -> CodePlace {
    switch try reader.word("byte, ins, aid or none") {
    case "ins": return .instruction
    case "aid": return .application
    case "none": return .none
    case "byte":
      let word = try reader.word("a byte's offset")
      let parts = word.split(separator: ".", omittingEmptySubsequences: false)
      guard let first = Int(parts[0]), parts.count == 1 || parts.count == 3,
        let last = Int(parts[parts.count - 1]), (0...64).contains(first),
        (first...first + 3).contains(last)
      else { throw reader.error("'\(word)' is no offset, and no run of at most four (0..1)") }
      return .bytes(first..<last + 1)
    case let word: throw reader.error("a code is at a byte, ins, aid or none, not '\(word)'")
    }
  }

  private mutating func readFraming(_ line: Int) throws(GrammarError) {
    var reader = StatementReader(tree, line)
    switch try reader.word("a statement") {
    case "head":
      let kind: MessageKind
      switch try reader.word("command, response or answer") {
      case "command": kind = .command
      case "response": kind = .response
      case "answer": kind = .answer
      case let word: throw reader.error("'\(word)' has no head")
      }
      heads[kind] = line
      _ = try reader.word("a struct")
    case "pair":
      guard reader.skip("response"), reader.skip("="), reader.skip("command"), reader.skip("+")
      else { throw reader.unknown }
      pairDistance = UInt32(try reader.decimal("the distance", in: 0...255))
    default:
      guard reader.skip("class") else { throw reader.unknown }
      let cla = try reader.bytes("a class", count: 1...1)
      guard reader.skip("status") else { throw reader.unknown }
      let status = try reader.bytes("SW1", count: 1...1)
      tables.wrap = GrammarTables.Wrap(cla: cla[0], sw1: status[0])
    }
    try reader.finishWithoutBody()
  }

  /// Reads the sources of every file, and checks that each citation names one.
  mutating func readCitations() throws(GrammarError) {
    for file in tree.files.indices {
      for index in tree.top(ofFile: file) {
        var reader = StatementReader(tree, index)
        guard reader.skip("source") else { continue }
        let key = try reader.phrase("a key")
        let title = try reader.string("a title")
        try reader.finishWithoutBody()
        let name = tree.string(key.place)
        guard sourcesOfFiles[file]?[name] == nil else {
          throw reader.error("the source '\(name)' is given twice")
        }
        sourcesOfFiles[file, default: [:]][name] = UInt16(clamping: tables.sources.count)
        tables.sources.append(GrammarTables.Source(key: key, title: title))
      }
    }
    guard isChecked else { return }
    for statement in tree.statements {
      guard let citation = statement.citation else { continue }
      guard let source = source(of: Phrase(citation), file: statement.file) else {
        let key = tree.string(citation).prefix { $0 != " " }
        throw tree.error(at: Int(citation.start), "no source is called '\(key)'")
      }
      citedSources.insert(source)
    }
  }

  /// Which source a citation names.
  func source(of citation: Phrase, file: Int) -> UInt16? {
    guard !citation.isEmpty else { return nil }
    let key = tree.string(citation.place).prefix { $0 != " " }
    return sourcesOfFiles[file]?[String(key)]
  }

  /// `example "title" { … }`: that each line can be read; whether it holds is `grammar check`'s.
  func checkExample(_ reader: inout StatementReader) throws(GrammarError) {
    guard isChecked else { return }
    _ = try reader.string("a title")
    try reader.finishWithBody()
    for line in tree.body(of: reader.index) {
      var reader = StatementReader(tree, line)
      _ = try ExampleLine(&reader)
    }
  }

  /// What a file has to have besides being right.
  func checkFiles() throws(GrammarError) {
    for file in tree.files.indices {
      let start = tree.files[file].start
      guard let sources = sourcesOfFiles[file], !sources.isEmpty else {
        throw tree.error(at: start, "a grammar names its sources; this one has none")
      }
      for (key, source) in sources.sorted(by: { $0.value < $1.value })
      where !citedSources.contains(source) {
        throw tree.error(
          at: Int(tables.sources[Int(source)].key.place.start),
          "nothing cites the source '\(key)'")
      }
      let examples = tree.top(ofFile: file).filter { index in
        StatementReader(tree, index).peek == "example"
      }
      guard !examples.isEmpty else {
        throw tree.error(at: start, "a grammar shows an example; this one has none")
      }
    }
  }
}
