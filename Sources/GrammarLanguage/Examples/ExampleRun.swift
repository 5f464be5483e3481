internal import Bytes

/// What an example has read so far, and whether its next expectation holds.
struct ExampleRun {
  let lexicon: Lexicon
  let grammar: Grammar
  private var perspective: Perspective
  private var states = StateValues()
  private var bytes: [UInt8] = []
  private var tree = FieldTree()
  /// The command that an answer belongs to.
  private var command: MessageIndex?
  private var registers: Registers?
  private var instruction: InstructionMeaning?
  private var wrapped: WrappedReader.Command?
  private var application: ApplicationMeaning?
  private var products: [String] = []
  private var isUnknown = false
  private var isFrameRead = false
  /// Problems that a line has named.
  private var expected: Set<Int> = []

  init(_ lexicon: Lexicon, _ grammar: Grammar) {
    self.lexicon = lexicon
    self.grammar = grammar
    perspective = Self.perspective(lexicon, grammar, selected: nil)
  }

  /// A grammar over another one whose code is the INS is looked up before that one.
  private static func perspective(_ lexicon: Lexicon, _ grammar: Grammar, selected: [UInt8]?)
    -> Perspective
  {
    let aid = selected ?? []
    if let base = lexicon.grammar(grammar.over), base !== grammar, base.code == .instruction {
      return Perspective(base, selected: aid.span, grammar: grammar)
    }
    return Perspective(grammar, selected: aid.span, grammar: nil)
  }

  /// Takes the next line; what is wrong with it, or nil.
  mutating func take(_ line: ExampleLine) -> String? {
    switch line {
    case .frame(let isResponse, let bytes, let bits, let reading):
      self.bytes = bytes
      return read(isResponse: isResponse, bits: bits, reading: reading)
    case .state(let name, let number):
      guard let state = grammar.state(named: name) else { return "no state is called '\(name)'" }
      states[state] = number
      return nil
    case .selected(let aid):
      perspective = Self.perspective(lexicon, grammar, selected: aid)
      return nil
    case .given(let traits): return give(traits)
    case .value(let path, let hex, let severity, let meanings):
      return check(path, hex, severity, meanings)
    case .error(let word, let path, let offset): return checkError(word, path, offset)
    }
  }

  /// What is wrong with the last frame that no line has named.
  mutating func finish() -> String? {
    defer { expected = [] }
    guard isFrameRead else { return nil }
    isFrameRead = false
    if isUnknown { return "no message has this code, and no '= unknown' says so" }
    for index in tree.problems.indices where !expected.contains(index) {
      let problem = tree.problems[index]
      return "not expected: = error \(problem.kind.word) \(path(problem.node)) at \(problem.offset)"
    }
    return nil
  }

  private mutating func read(isResponse: Bool, bits: UInt8, reading: String?) -> String? {
    tree.clear()
    isFrameRead = true
    isUnknown = false
    if let reading { return read(as: reading) }
    switch grammar.code {
    case .instruction: readAPDU(isResponse: isResponse)
    case .application:
      application = grammar.application(bytes.span)
      isUnknown = application == nil
    case .none:
      let bytes = bytes
      var reader = MessageReader(perspective, states: states)
      reader.readElements(bytes.span, into: &tree)
    case .bytes:
      if !readWrapped(isResponse: isResponse) { readMessage(isResponse: isResponse, bits: bits) }
    }
    return nil
  }

  private mutating func read(as name: String) -> String? {
    let bytes = bytes
    var reader = MessageReader(grammar, perspective, command: registers, states: states)
    if let structure = grammar.structure(named: name) {
      reader.read(structure, bytes.span, into: &tree)
    } else if let dictionary = grammar.dictionary(named: name) {
      reader.readElements(bytes.span, dictionary: dictionary, into: &tree)
    } else {
      return "no struct that stands alone, and no tlv, is called '\(name)'"
    }
    return nil
  }

  private mutating func readAPDU(isResponse: Bool) {
    let bytes = bytes
    let reader = APDUReader(perspective, states: states)
    if isResponse {
      reader.readResponse(bytes.span, to: instruction, into: &tree)
    } else {
      let meaning = reader.readCommand(bytes.span, into: &tree)
      instruction = meaning
      isUnknown = !meaning.isKnown
    }
  }

  private mutating func readMessage(isResponse: Bool, bits: UInt8) {
    let scope = perspective.scope(in: grammar)
    var message: MessageIndex?
    if isResponse, let command { message = grammar.answer(to: command, bits: bits) }
    message =
      message
      ?? grammar.message(in: bytes.span, isResponse: isResponse, bits: bits, scope: scope)
    guard let message else {
      isUnknown = true
      return
    }
    let bytes = bytes
    var reader = MessageReader(
      grammar, perspective, command: isResponse ? registers : nil, states: states)
    reader.read(message, bytes.span, into: &tree)
    if !isResponse {
      command = message
      registers = reader.registers
    }
  }

  /// Reads an APDU that wraps a message; false for one that does not.
  private mutating func readWrapped(isResponse: Bool) -> Bool {
    guard let wrap = grammar.wrap else { return false }
    let bytes = bytes
    let reader = WrappedReader(grammar, perspective, states: states)
    if isResponse {
      guard let wrapped, bytes.count >= 2, bytes[bytes.count - 2] == wrap.sw1 else { return false }
      reader.readResponse(bytes.span, to: wrapped, into: &tree)
      return true
    }
    wrapped = reader.readCommand(bytes.span, into: &tree)
    return wrapped != nil
  }

  private mutating func give(_ traits: [ExampleLine.Trait]) -> String? {
    var evidence = ProductEvidence()
    for trait in traits {
      switch trait.trait {
      case .atqa where trait.bytes.count == 2:
        evidence.atqa = UInt16(trait.bytes[0]) << 8 | UInt16(trait.bytes[1])
      case .sak where trait.bytes.count == 1: evidence.sak = trait.bytes[0]
      case .ats: evidence.ats = trait.bytes
      case .historical: evidence.historical = trait.bytes
      case .version: evidence.version = trait.bytes
      case .uid: evidence.uid = trait.bytes
      case .atqb: evidence.atqb = trait.bytes
      case .pmm: evidence.pmm = trait.bytes
      case .atqa, .sak: return "\(trait.trait.word) has another length"
      }
    }
    products = grammar.products(evidence).map { grammar.string($0.name) }
    isFrameRead = false
    return nil
  }
}

extension ExampleRun {
  private func path(_ node: Int) -> String {
    text { lexicon.append(pathOf: node, in: tree, to: &$0) }
  }

  private func text(_ write: (inout ByteBuffer) -> Void) -> String {
    var buffer = ByteBuffer(capacity: 64)
    write(&buffer)
    var bytes: [UInt8] = []
    let span = buffer.span
    for index in span.indices { bytes.append(span[index]) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func checkError(_ word: String, _ path: String, _ offset: Int) -> String? {
    for (index, problem) in tree.problems.enumerated()
    where problem.kind.word == word && problem.offset == offset && self.path(problem.node) == path {
      expected.insert(index)
      return nil
    }
    guard let first = tree.problems.indices.first(where: { !expected.contains($0) }) else {
      return "there is no such error"
    }
    expected.insert(first)
    let problem = tree.problems[first]
    return "instead: = error \(problem.kind.word) \(self.path(problem.node)) at \(problem.offset)"
  }

  private mutating func check(
    _ path: String, _ hex: [UInt8]?, _ severity: Severity?, _ meanings: [String]
  ) -> String? {
    if path == "unknown", hex == nil, meanings.isEmpty {
      defer { isUnknown = false }
      return isUnknown ? nil : "it is known"
    }
    if path == "product" {
      guard products != meanings else { return nil }
      return "instead: " + products.map { "\"\($0)\"" }.joined(separator: " ")
    }
    if grammar.code == .application, path == "category" {
      let words = grammar.category(bytes.span).map(grammar.string)
      return words.map { [$0] } ?? [] == meanings ? nil : "instead: \"\(words ?? "")\""
    }
    if let application, grammar.code == .application {
      return check(application, path, hex, severity, meanings)
    }
    if let root = tree.nodes.first, hex == nil, meanings.isEmpty, severity == nil,
      lexicon.name(of: root.label) == path
    {
      return nil
    }
    guard let node = tree.nodes.indices.dropFirst().first(where: { self.path($0) == path })
    else { return "there is no '\(path)'; there are: \(paths)" }
    return check(tree.nodes[node], hex, severity, meanings)
  }

  private var paths: String {
    let shown = tree.nodes.indices.dropFirst().prefix(40).map { path($0) }
    let root = tree.nodes.first.map { lexicon.name(of: $0.label) } ?? "nothing"
    return ([root] + shown).joined(separator: " ")
  }

  private func check(
    _ node: FieldNode, _ hex: [UInt8]?, _ severity: Severity?, _ meanings: [String]
  ) -> String? {
    let value: [UInt8]
    switch node.kind {
    case .number:
      value = (0..<node.place.count).reversed().map { UInt8(node.number >> UInt64(8 * $0) & 0xFF) }
    case .bits:
      let width = hex?.count ?? 1
      guard width <= 8 else { return "a number has at most 8 bytes" }
      value = (0..<width).reversed().map { UInt8(node.number >> UInt64(8 * $0) & 0xFF) }
    default: value = Array(bytes[node.place.range])
    }
    let found = lexicon.meanings(of: node, in: bytes.span)
    let isRight =
      (hex == nil || hex == value) && (meanings.isEmpty || meanings == found)
      && (severity == nil || severity == self.severity(of: node))
    guard !isRight else { return nil }
    let words = found.map { " \"\($0)\"" }.joined()
    let word = self.severity(of: node).map { " \($0.word)" } ?? ""
    return "instead: \(Hex.text(value))\(word)\(words)"
  }

  private func severity(of node: FieldNode) -> Severity? {
    guard node.kind == .status, node.detail > 0,
      let grammar = lexicon.grammar(ofLabel: node.label)
    else { return nil }
    return grammar.tables.statuses[Int(node.detail) - 1].severity
  }

  private func check(
    _ application: ApplicationMeaning, _ path: String, _ hex: [UInt8]?, _ severity: Severity?,
    _ meanings: [String]
  ) -> String? {
    let phrase: Phrase?
    switch path {
    case "application": phrase = application.name
    case "short": phrase = application.shortName
    case "note": phrase = application.note
    case "on":
      phrase = meanings.first.flatMap { application.name(on: $0) }
      return phrase.map(grammar.string) == meanings.last
        ? nil : "instead: \"\(phrase.map(grammar.string) ?? "")\""
    case "owner": phrase = application.provider
    case "rest":
      let rest = Array(bytes.dropFirst(application.length == 0 ? 5 : application.length))
      return hex ?? [] == rest ? nil : "instead: \(Hex.text(rest))"
    default:
      return application.kind?.word == path ? nil : "it is '\(application.kind?.word ?? "nothing")'"
    }
    let words = phrase.map(grammar.string)
    return words.map { [$0] } ?? [] == meanings ? nil : "instead: \"\(words ?? "")\""
  }
}
