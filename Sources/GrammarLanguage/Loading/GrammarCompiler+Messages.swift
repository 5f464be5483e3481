internal import Bytes

/// `command`, `response`, `answer`.
extension GrammarCompiler {
  /// `command CODE NAME [bits N] { field …  answer [bits N] { field … } }`
  mutating func compileCommand(_ reader: inout StatementReader) throws(GrammarError) {
    let line = try readMessageLine(&reader)
    guard try isNewMessage(line, .command, reader) else { return }
    var run = FieldRun()
    run.hasAnswers = true
    let names = try compileBody(of: .command, line, into: &run, reader)
    if commandNames[line.text] == nil || scope == .root { commandNames[line.text] = names }
    var answers: [Message] = []
    for body in tree.body(of: reader.index) {
      var answer = StatementReader(tree, body)
      guard answer.skip("answer") else { continue }
      answers.append(try compileAnswer(&answer, to: names, line.name))
      guard answers.filter({ $0.bits == answers[answers.count - 1].bits }).count == 1 else {
        throw answer.error("an answer of that many bits is there already")
      }
    }
    let start = tables.messages.count
    tables.messages.append(contentsOf: answers)
    tables.messages[Int(names.message)].answers = Rows(start..<tables.messages.count)
  }

  private mutating func compileAnswer(
    _ reader: inout StatementReader, to names: CommandNames, _ name: Phrase
  ) throws(GrammarError) -> Message {
    let outer = citation
    if let own = tree.statements[reader.index].citation { citation = Phrase(own) }
    defer { citation = outer }
    let bits = try readBits(&reader)
    try reader.finishWithBody()
    var run = FieldRun(command: names)
    let head = bits == 0 ? try compileHead(.answer, into: &run, reader) : 0
    try compileFields(of: reader.index, into: &run)
    var label = tables.labels[Int(tables.messages[Int(names.message)].label)]
    label.citation = citation
    var message = Message(label: 0, fields: .none, startsAtZero: true)
    message.label = try addLabel(label, reader)
    message.bits = bits
    message.headCount = UInt16(clamping: head)
    return place(message, run)
  }

  /// `response CODE NAME [bits N] { field … }`
  mutating func compileResponse(_ response: DeferredResponse) throws(GrammarError) {
    var reader = StatementReader(tree, response.statement)
    _ = reader.skip("response")
    (scope, classes) = (response.scope, response.classes)
    citation = reader.citation
    defer { (scope, classes, citation) = (.root, ClassPattern(), .none) }
    let line = try readMessageLine(&reader)
    let command = commandNames[line.text]
    if isChecked, let distance = pairDistance, line.bits == 0 {
      try checkPair(line, command, distance, reader)
    }
    guard try isNewMessage(line, .response, reader) else { return }
    var run = FieldRun(command: command)
    _ = try compileBody(of: .response, line, into: &run, reader)
  }

  private func checkPair(
    _ line: MessageLine, _ command: CommandNames?, _ distance: UInt32, _ reader: StatementReader
  ) throws(GrammarError) {
    let key = tables.messageKeys.first { !$0.isResponse && $0.message == command?.message }
    guard let key, line.key.low == key.low &+ distance else {
      throw reader.error("no command '\(line.text)' has a code that is \(distance) less")
    }
  }

  /// What a `command` or `response` line says.
  struct MessageLine {
    let name: Phrase
    let text: String
    let title: Phrase
    var key: MessageKey
    var bits: UInt8 { key.bits }
  }

  private mutating func readMessageLine(_ reader: inout StatementReader) throws(GrammarError)
    -> MessageLine
  {
    guard case .bytes(let place) = tables.code else {
      throw reader.error("this grammar's head says that its messages have no code of their own")
    }
    let test = try readTest(&reader, width: place.count)
    let name = try reader.phrase("the message's name")
    let text = tree.string(name.place)
    guard isName(text) else { throw reader.error("'\(text)' is no name") }
    let title = reader.isString ? try reader.string("a title") : .none
    var key = MessageKey(
      isResponse: false, scope: scope, bits: try readBits(&reader), low: 0, high: 0, mask: .max,
      message: 0)
    switch test.test {
    case .value(let value): (key.low, key.high) = (UInt32(value), UInt32(value))
    case .range(let range):
      (key.low, key.high) = (UInt32(range.lowerBound), UInt32(range.upperBound))
    case .pattern(let mask, let bits):
      guard test.letters.isEmpty else { throw reader.error("a code has no letters") }
      let open = ~mask & (.max >> UInt64(64 - place.count * 8))
      // A pattern whose last places are open is a range, and found to be one that is given twice.
      let isRange = open & (open + 1) == 0
      (key.low, key.high) = (UInt32(bits), UInt32(bits | (isRange ? open : 0)))
      key.mask = isRange ? .max : UInt32(mask)
    }
    if key.bits > 0 {
      guard place == 0..<1, key.low >> UInt32(key.bits) == 0 else {
        throw reader.error("this code does not fit \(key.bits) bits")
      }
    }
    return MessageLine(name: name, text: text, title: title, key: key)
  }

  private func readBits(_ reader: inout StatementReader) throws(GrammarError) -> UInt8 {
    guard reader.skip("bits") else { return 0 }
    return UInt8(try reader.decimal("a number of bits", in: 1...7))
  }

  private mutating func isNewMessage(
    _ line: MessageLine, _ kind: MessageKind, _ reader: StatementReader
  ) throws(GrammarError) -> Bool {
    let identity = Identity(
      kind: kind == .command ? .command : .response, scope: scope,
      first: UInt64(line.key.low) << 32 | UInt64(line.key.high),
      second: UInt64(line.key.mask) << 8 | UInt64(line.bits))
    return try isNew(identity, "this code", reader)
  }

  /// Reads a message's head and fields, and gives it its label and its key.
  private mutating func compileBody(
    of kind: MessageKind, _ line: MessageLine, into run: inout FieldRun, _ reader: StatementReader
  ) throws(GrammarError) -> CommandNames {
    try reader.finish()
    var label = Label(name: line.name, title: line.title)
    label.citation = citation
    var message = Message(label: try addLabel(label, reader), fields: .none, startsAtZero: false)
    message.bits = line.bits
    if line.bits == 0 {
      message.headCount = UInt16(clamping: try compileHead(kind, into: &run, reader))
      message.startsAtZero = heads[kind] != nil
    }
    try compileFields(of: reader.index, into: &run)
    var key = line.key
    key.isResponse = kind == .response
    key.message = try addMessage(message, run, reader)
    tables.messageKeys.append(key)
    return CommandNames(message: key.message, names: run.frames[0])
  }

  /// Puts the fields of the grammar's `head` in front, as if they were the message's own.
  private mutating func compileHead(
    _ kind: MessageKind, into run: inout FieldRun, _ message: StatementReader
  ) throws(GrammarError) -> Int {
    guard let line = heads[kind] else { return 0 }
    var reader = StatementReader(tree, line)
    _ = (reader.skip("head"), try reader.word("a kind"))
    let name = try reader.word("a struct")
    guard let statement = structs[name] else {
      throw reader.error("no struct is called '\(name)'")
    }
    run.structs.append(name)
    try compileFields(of: statement, into: &run)
    run.structs.removeLast()
    if kind != .answer, case .bytes(let place) = tables.code {
      var covered = 0
      for field in run.fields {
        guard field.count == nil, field.conditions.isEmpty else { break }
        switch field.kind {
        case .number(let width, _): covered += Int(width)
        case .bytes(.fixed(let count)): covered += Int(count)
        default: break
        }
      }
      guard covered >= place.upperBound else {
        throw reader.error("'\(name)' does not run over the code, at \(place.upperBound - 1)")
      }
    }
    return run.fields.count
  }

  /// Puts a message into the tables.
  mutating func addMessage(_ message: Message, _ run: FieldRun, _ reader: StatementReader)
    throws(GrammarError) -> UInt16
  {
    guard tables.messages.count < 10_000 else { throw reader.error("a grammar has 10000 messages") }
    let placed = place(message, run)
    tables.messages.append(placed)
    return UInt16(tables.messages.count - 1)
  }

  private mutating func place(_ message: Message, _ run: FieldRun) -> Message {
    var message = message
    let start = tables.fields.count
    tables.fields.append(contentsOf: run.fields)
    message.fields = Rows(start..<tables.fields.count)
    message.slotCount = run.slotCount
    message.standsAlone = !run.depends
    for index in message.fields.range where tables.fields[index].bodyCount > 0 {
      var slots: UInt16 = 0
      for inner in index + 1...index + Int(tables.fields[index].bodyCount) {
        if let slot = tables.fields[inner].slot { slots |= 1 << UInt16(slot) }
        for letter in tables.fieldLetters[tables.fields[inner].letters.range] {
          if let slot = letter.slot { slots |= 1 << UInt16(slot) }
        }
      }
      tables.fields[index].innerSlots = slots
    }
    return message
  }
}
