/// What checking one grammar file found.
package struct GrammarCheck: Equatable, Sendable {
  package let file: String
  /// The grammar's name, nil when the file does not load.
  package let name: String?
  /// How many examples were run.
  package var examples = 0
  /// Where it does not load, or which expectations do not hold.
  package var errors: [GrammarError] = []
}

extension Lexicon {
  /// Loads files as grammars and runs their examples. `builtIn` are the grammars that they may build
  /// upon.
  package static func check(_ files: [GrammarFile], with builtIn: [GrammarFile] = [])
    -> [GrammarCheck]
  {
    var checks: [GrammarCheck] = []
    var good = files
    while true {
      do {
        let lexicon = try Lexicon(builtIn + good)
        for file in good { checks.append(lexicon.runExamples(of: file)) }
        return checks.sorted { $0.file < $1.file }
      } catch {
        // The file that does not load is left out, so that the others can still be checked.
        checks.append(GrammarCheck(file: error.file, name: nil, errors: [error]))
        let rest = good.filter { $0.file != error.file }
        guard rest.count < good.count else { return checks }
        good = rest
      }
    }
  }

  /// Runs the examples of one of the lexicon's files.
  package func runExamples(of file: GrammarFile) -> GrammarCheck {
    var tree = StatementTree()
    do {
      try tree.append(file.bytes, named: file.file)
      let name = try LexiconPlan.grammarName(of: tree)
      var check = GrammarCheck(file: file.file, name: name)
      guard let grammar = grammar(name) else { return check }
      for index in tree.top(ofFile: 0) where StatementReader(tree, index).peek == "example" {
        check.examples += 1
        try run(index, tree, grammar, into: &check)
      }
      return check
    } catch {
      return GrammarCheck(file: file.file, name: nil, errors: [error])
    }
  }

  private func run(
    _ example: Int, _ tree: StatementTree, _ grammar: Grammar, into check: inout GrammarCheck
  ) throws(GrammarError) {
    var run = ExampleRun(self, grammar)
    var last = example
    var lines: [(line: ExampleLine, index: Int)] = []
    for index in tree.body(of: example) {
      var reader = StatementReader(tree, index)
      let line = try ExampleLine(&reader)
      if let whole = lines.last?.line.goingOn(with: line) {
        lines[lines.count - 1].line = whole
      } else {
        lines.append((line, index))
      }
    }
    for (line, index) in lines {
      if case .frame = line, let complaint = run.finish() {
        check.errors.append(Self.error(complaint, last, tree))
      }
      if let complaint = run.take(line) {
        check.errors.append(Self.error(complaint, index, tree))
      }
      last = index
    }
    if let complaint = run.finish() { check.errors.append(Self.error(complaint, last, tree)) }
  }

  private static func error(_ complaint: String, _ statement: Int, _ tree: StatementTree)
    -> GrammarError
  {
    tree.error(at: tree.words[tree.statements[statement].words.lowerBound], complaint)
  }
}
