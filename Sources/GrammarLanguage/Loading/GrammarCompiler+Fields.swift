internal import Bytes

/// Fields: `NAME TYPE { modifier }`, and `when` blocks.
extension GrammarCompiler {
  /// Reads the fields in a statement's braces.
  mutating func compileFields(of statement: Int, into run: inout FieldRun) throws(GrammarError) {
    for line in tree.body(of: statement) {
      var reader = StatementReader(tree, line)
      guard let first = reader.peek else { throw reader.unknown }
      if first == "when" {
        let outer = run.conditions
        while reader.skip("when") {
          run.conditions.append(try readCondition(&reader, in: &run))
        }
        try reader.finishWithBody()
        try compileFields(of: line, into: &run)
        run.conditions = outer
      } else if first == "answer", run.hasAnswers, tree.statements[line].hasBody {
        continue
      } else {
        try compileField(&reader, into: &run)
      }
    }
  }

  /// What a field line says, before it is put into the run.
  struct FieldLine {
    var label: Label
    var field: Field
    var type: TypeWord
    /// The pattern's letters, and what each is called.
    var letters: [Letter] = []
    var letterLabels: [Label] = []
    /// A struct to read the bytes with.
    var content: String?
    var conditions: [Condition] = []
  }

  private mutating func compileField(_ reader: inout StatementReader, into run: inout FieldRun)
    throws(GrammarError)
  {
    let name = try reader.phrase("a field's name")
    let text = tree.string(name.place)
    guard isName(text) else { throw reader.error("'\(text)' is no name of a field") }
    guard text != "error", text != "unknown" else {
      throw reader.error("'\(text)' has a meaning of its own in examples")
    }
    let type = try readType(&reader, in: &run)
    var line = FieldLine(
      label: Label(name: name), field: Field(label: 0, kind: type.kind, count: type.count),
      type: type)
    line.content = type.structName
    line.label.citation = reader.citation
    line.conditions = run.conditions
    while !reader.isAtEnd { try readModifier(&reader, into: &line, in: &run) }
    try reader.finishWithoutBody()
    try checkRepeated(text, line, run, reader)
    try append(line, named: text, to: &run, reader)
  }

  /// The same name twice is for fields that stand for each other, under conditions.
  private func checkRepeated(
    _ name: String, _ line: FieldLine, _ run: FieldRun, _ reader: StatementReader
  ) throws(GrammarError) {
    guard isChecked, line.conditions.isEmpty,
      let frame = run.frames.last, frame.contains(where: { $0.name == name })
    else { return }
    throw tree.error(
      at: tree.words[tree.statements[reader.index].words.lowerBound],
      "the field '\(name)' is there already; only fields with conditions share a name")
  }

  private mutating func append(
    _ line: FieldLine, named name: String, to run: inout FieldRun, _ reader: StatementReader
  ) throws(GrammarError) {
    var field = line.field
    field.label = try label(of: line, reader)
    if !line.letters.isEmpty {
      let start = tables.fieldLetters.count
      tables.fieldLetters.append(contentsOf: line.letters.map { FieldLetter(letter: $0) })
      field.letters = Rows(start..<tables.fieldLetters.count)
    }
    if !line.conditions.isEmpty {
      let start = tables.conditions.count
      tables.conditions.append(contentsOf: line.conditions)
      field.conditions = Rows(start..<tables.conditions.count)
    }
    guard tables.fields.count + run.fields.count < 20_000 else {
      throw reader.error("structs in structs make more than 20000 fields")
    }
    let index = run.fields.count
    run.fields.append(field)
    let isList = field.count != nil
    var isNumber = false
    if case .number(let width, _) = field.kind { isNumber = width <= 4 }
    run.frames[run.frames.count - 1].append(
      FieldRun.Name(name: name, field: index, letter: nil, isList: isList, isNumber: isNumber))
    for (letter, label) in line.letterLabels.enumerated() {
      run.frames[run.frames.count - 1].append(
        FieldRun.Name(
          name: name + "." + tree.string(label.name.place), field: index, letter: letter,
          isList: isList, isNumber: true))
    }
    if let content = line.content {
      try compileContent(content, of: index, named: name, isList: isList, into: &run, reader)
    }
  }

  /// Puts a struct's fields behind the field that uses it.
  private mutating func compileContent(
    _ name: String, of index: Int, named fieldName: String, isList: Bool,
    into run: inout FieldRun, _ reader: StatementReader
  ) throws(GrammarError) {
    guard let statement = structs[name] else {
      throw reader.error("no struct is called '\(name)'")
    }
    guard !run.structs.contains(name) else {
      throw reader.error("the struct '\(name)' contains itself")
    }
    guard run.structs.count < FieldTree.depthLimit else {
      throw reader.error("structs are nested more than \(FieldTree.depthLimit) deep")
    }
    let outerCitation = citation
    if let own = tree.statements[statement].citation { citation = Phrase(own) }
    defer { citation = outerCitation }
    let conditions = run.conditions
    run.conditions = []
    run.structs.append(name)
    run.frames.append([])
    try compileFields(of: statement, into: &run)
    run.structs.removeLast()
    run.conditions = conditions
    run.fields[index].bodyCount = UInt16(clamping: run.fields.count - index - 1)
    guard let inner = run.frames.popLast(), !isList else { return }
    for var entry in inner {
      entry.name = fieldName + "." + entry.name
      run.frames[run.frames.count - 1].append(entry)
    }
  }

  /// A field has one label however often its struct is used, its letters those behind it.
  private mutating func label(of line: FieldLine, _ reader: StatementReader) throws(GrammarError)
    -> UInt16
  {
    if let label = labelsOfStatements[reader.index] { return label }
    let label = try addLabel(line.label, reader)
    for letter in line.letterLabels { _ = try addLabel(letter, reader) }
    labelsOfStatements[reader.index] = label
    return label
  }
}
