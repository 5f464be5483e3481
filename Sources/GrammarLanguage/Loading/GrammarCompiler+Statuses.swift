internal import Bytes

/// `status`, and `under` with what it is under.
extension GrammarCompiler {
  /// `status PATTERN ok|warning|error "meaning" [short "words"] [to INS …]`
  mutating func compileStatus(_ reader: inout StatementReader) throws(GrammarError) {
    var test = try readTest(&reader, width: 2)
    let word = try reader.word("ok, warning or error")
    guard let severity = Severity(word: word) else {
      throw reader.error("a status is ok, warning or error, not '\(word)'")
    }
    try readMeaning(&reader, into: &test)
    var instructions: [UInt8?] = []
    if reader.skip("to") {
      repeat {
        instructions.append(try reader.bytes("an INS", count: 1...1)[0])
      } while !reader
        .isAtEnd
    }
    try reader.finishWithoutBody()
    let (mask, bits): (UInt16, UInt16)
    var last: UInt16?
    switch test.test {
    case .value(let value): (mask, bits) = (.max, UInt16(value))
    case .pattern(let open, let fixed): (mask, bits) = (UInt16(open), UInt16(fixed))
    case .range(let range):
      guard range.lowerBound >> 8 == range.upperBound >> 8 else {
        throw reader.error("a range of status words is of one SW1")
      }
      (mask, bits, last) = (0xFF00, UInt16(range.lowerBound), UInt16(range.upperBound))
    }
    for ins in instructions.isEmpty ? [nil] : instructions {
      let row = StatusRow(
        scope: scope, first: mask >> 8 == 0xFF ? UInt8(bits >> 8) : nil, classes: classes,
        ins: ins, mask: mask, bits: bits, last: last, severity: severity, meaning: test.meaning,
        short: test.short, letters: test.letters, citation: citation)
      let classBits = UInt64(classes.mask) << 8 | UInt64(classes.bits)
      let identity = Identity(
        kind: .status, scope: scope,
        first: UInt64(last ?? 0) << 32 | UInt64(mask) << 16 | UInt64(bits),
        second: classBits << 16 | (ins.map(UInt64.init) ?? 256))
      if try isNew(identity, "this status", reader) { tables.statuses.append(row) }
    }
  }

  /// `under aid HEX … | class PATTERN | system HEX … { … }`
  mutating func compileUnder(_ reader: inout StatementReader) throws(GrammarError) {
    let outer = (scope, classes)
    let kind = try reader.word("aid, class or system")
    var inner: Set<String> = ["instruction", "status", "command", "response", "under"]
    switch kind {
    case "aid":
      scope = try readApplicationScope(&reader)
      inner.formUnion(["tag", "within"])
    case "class":
      let test = try readTest(&reader, width: 1)
      switch test.test {
      case .value(let value): classes = ClassPattern(mask: 0xFF, bits: UInt8(value))
      case .pattern(let mask, let bits) where test.letters.isEmpty:
        classes = ClassPattern(mask: UInt8(mask), bits: UInt8(bits))
      default: throw reader.error("a class is a value or a pattern of 0, 1 and -")
      }
      inner = ["instruction", "status"]
    case "system":
      scope = try readSystemScope(&reader)
      inner = ["service"]
    default: throw reader.error("'under' is under aid, class or system, not '\(kind)'")
    }
    try reader.finishWithBody()
    for line in tree.body(of: reader.index) {
      let reader = StatementReader(tree, line)
      guard let word = reader.peek, inner.contains(word) else { throw reader.unknown }
      try compile(line)
    }
    (scope, classes) = outer
  }

  private mutating func readApplicationScope(_ reader: inout StatementReader)
    throws(GrammarError) -> Scope
  {
    guard scope == .root else { throw reader.error("'under aid' does not stand under another") }
    let start = tables.scopeAIDs.count
    repeat {
      let phrase = reader.nextPlace
      _ = try reader.bytes("an AID", count: 1...16)
      tables.scopeAIDs.append(Phrase(phrase))
    } while !reader.isAtEnd
    return try addScope(.application(Rows(start..<tables.scopeAIDs.count)), reader)
  }

  private mutating func readSystemScope(_ reader: inout StatementReader) throws(GrammarError)
    -> Scope
  {
    guard scope == .root else { throw reader.error("'under system' does not stand under another") }
    let start = tables.ranges.count
    repeat {
      let code = try reader.bytes("a system code", count: 2...2)
      let number = UInt64(code[0]) << 8 | UInt64(code[1])
      tables.ranges.append(number...number)
    } while !reader.isAtEnd
    return try addScope(.system(Rows(start..<tables.ranges.count)), reader)
  }

  private mutating func addScope(_ kind: ScopeRow.Kind, _ reader: StatementReader)
    throws(GrammarError) -> Scope
  {
    guard tables.scopes.count < 1000 else { throw reader.error("a grammar has 1000 scopes") }
    tables.scopes.append(ScopeRow(kind: kind, parent: .root))
    return Scope(index: UInt16(tables.scopes.count - 1))
  }
}

extension Severity {
  /// The severity by its word.
  init?(word: String) {
    switch word {
    case "ok": self = .ok
    case "warning": self = .warning
    case "error": self = .error
    default: return nil
    }
  }

  /// The word that grammars and outputs use.
  package var word: String {
    switch self {
    case .ok: "ok"
    case .warning: "warning"
    case .error: "error"
    }
  }
}
