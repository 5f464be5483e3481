/// What is known of a command's instruction: which grammar says it, and what it says of the data.
package struct InstructionMeaning: Sendable {
  package let grammar: Grammar
  package let cla: UInt8
  package let ins: UInt8
  package let isSecured: Bool
  /// In the index space of all grammars: the instruction's name, P1, P2, and both as one.
  package private(set) var label: UInt16
  private(set) var p1: UInt16
  private(set) var p2: UInt16
  private(set) var both: UInt16?
  private(set) var data: Content?
  private(set) var reply: Content?
  /// Whether a grammar names the instruction.
  package let isKnown: Bool

  init(_ grammar: Grammar, _ apdu: CommandAPDU, _ row: InstructionRow?) {
    self.grammar = grammar
    cla = apdu.cla
    ins = apdu.ins
    isSecured = apdu.isSecured
    isKnown = row != nil
    label = grammar.labelBase + (row?.label ?? ImpliedLabel.unknown.rawValue)
    p1 = grammar.labelBase + (row?.p1 ?? ImpliedLabel.p1.rawValue)
    p2 = grammar.labelBase + (row?.p2 ?? ImpliedLabel.p2.rawValue)
    data = row?.data
    reply = row?.reply
    guard let row else { return }
    let number = UInt64(apdu.p1) << 8 | UInt64(apdu.p2)
    take(row.p2, UInt64(apdu.p2))
    take(row.p1, UInt64(apdu.p1))
    if let label = row.both, take(label, number) { both = grammar.labelBase + label }
  }

  /// Takes what the values of a parameter say about the data; whether any value fits.
  @discardableResult
  private mutating func take(_ label: UInt16, _ number: UInt64) -> Bool {
    guard let set = grammar.tables.labels[Int(label)].values else { return false }
    var meanings = grammar.meanings(of: number, in: set)
    var isNamed = false
    while let meaning = meanings.next() {
      isNamed = true
      let value = grammar.tables.values[meaning.row]
      if let content = value.data { data = content }
      if let content = value.reply { reply = content }
    }
    return isNamed
  }

  /// What the data field is, where the instruction says so.
  package var dataKind: DataKind? { data.flatMap(kind) }

  /// What the answer's data is, where the instruction says so.
  package var replyKind: DataKind? { reply.flatMap(kind) }

  /// Kinds of data that a layer may do something with.
  package enum DataKind: Equatable, Sendable {
    case bytes, elements, elementsIfAny, aid, fileID, path, text, structure
  }

  private func kind(_ content: Content) -> DataKind? {
    switch content.kind {
    case .elements, .dictionary: return .elements
    case .elementsIfAny: return .elementsIfAny
    case .message: return .structure
    case .bytes:
      let name = grammar.tables.labels[Int(content.label)].name
      switch ImpliedLabel.allCases.first(where: {
        grammar.tables.labels[Int($0.rawValue)].name == name
      })
      {
      case .aid: return .aid
      case .fileID: return .fileID
      case .path: return .path
      case .text: return .text
      default: return .bytes
      }
    }
  }
}

extension Perspective {
  /// What the grammars say of a command: the application's first.
  package func instruction(_ apdu: CommandAPDU) -> InstructionMeaning {
    if let application, let row = application.instruction(apdu, applicationScope) {
      return InstructionMeaning(application, apdu, row)
    }
    return InstructionMeaning(base, apdu, base.instruction(apdu, baseScope))
  }

  /// What the grammars say of a status word, to the instruction if it is known.
  package func status(_ word: UInt16, cla: UInt8, ins: UInt8?) -> StatusMeaning? {
    if let application, let row = application.status(word, cla, ins, applicationScope) {
      return StatusMeaning(grammar: application, word: word, row: row)
    }
    return base.status(word, cla, ins, baseScope).map {
      StatusMeaning(grammar: base, word: word, row: $0)
    }
  }

  /// The label of a tag in a template (0 at the top), in the index space of all grammars; that of an
  /// unknown tag where no grammar names it.
  package func label(ofTag tag: UInt32, in parent: UInt32 = 0) -> UInt16 {
    self.tag(tag, parent: parent, first: base)?.label ?? base.label(.element)
  }

  /// What the grammars say of a tag in a template (0 at the top): the application's own, the
  /// reading grammar's, the protocol's.
  func tag(_ tag: UInt32, parent: UInt32, first grammar: Grammar)
    -> MessageReader.TagMeaning?
  {
    if let application,
      let row = application.tag(tag, in: 0, parent: parent, scope: applicationScope)
    {
      return MessageReader.TagMeaning(row, of: application, .application)
    }
    if grammar !== base, grammar !== application,
      let row = grammar.tag(tag, in: 0, parent: parent, scope: .root)
    {
      return MessageReader.TagMeaning(row, of: grammar, .reading)
    }
    return base.tag(tag, in: 0, parent: parent, scope: baseScope).map {
      MessageReader.TagMeaning($0, of: base, .base)
    }
  }
}

/// What a status word means.
package struct StatusMeaning: Sendable {
  package let grammar: Grammar
  package let word: UInt16
  let row: Int

  /// Whether it is a success, a warning or an error.
  package var severity: Severity { grammar.tables.statuses[row].severity }

  /// What the grammar cites for it.
  package var citation: Phrase { grammar.tables.statuses[row].citation }
}
