import Bytes
package import GrammarLanguage

/// Reads commands and answers of ISO/IEC 15693 cards by the grammars: the standard's, or that of the
/// maker whose command it is.
package struct VicinityReader: Sendable {
  @GrammarInUse private var standard: Grammar?
  private let makers: [UInt8: GrammarInUse]

  package init(_ lexicon: Lexicon) {
    _standard = GrammarInUse("iso15693", of: lexicon)
    makers = [
      0x02: GrammarInUse("st25dv", of: lexicon), 0x04: GrammarInUse("icode", of: lexicon),
      0x07: GrammarInUse("tag-it", of: lexicon),
    ]
  }

  /// The grammar that knows a request, nil for a maker that none is of.
  package func grammar(of request: VicinityRequest) -> Grammar? {
    grammar(maker: request.maker)
  }

  /// The grammar of a maker's commands, of the standard's for nil.
  func grammar(maker: UInt8?) -> Grammar? {
    guard let maker else { return standard }
    return makers[maker]?.wrappedValue
  }

  /// The name of a command.
  package func label(code: UInt8, maker: UInt8?) -> UInt16? {
    guard let grammar = grammar(maker: maker),
      let message = grammar.message(code: UInt32(code), isResponse: false)
    else {
      return nil
    }
    return grammar.label(of: message)
  }

  /// Reads both sides of an exchange; a side that no grammar knows stays empty.
  package func read(
    _ command: Span<UInt8>, _ answer: Span<UInt8>, into tree: inout FieldTree,
    answer answerTree: inout FieldTree
  ) {
    guard let request = VicinityRequest(command), let grammar = grammar(of: request),
      let message = grammar.message(in: command, isResponse: false)
    else {
      readLone(answer, into: &answerTree)
      return
    }
    var states = StateValues()
    if let size = VicinityBlocks(request, command, answer: answer)?.size,
      let state = grammar.state(named: "block_size")
    {
      states[state] = UInt64(size)
    }
    let perspective = Perspective(grammar)
    var reader = MessageReader(perspective, states: states)
    reader.read(message, command, into: &tree)
    guard answer.count > 0, let reply = grammar.answer(to: message) else { return }
    var answerReader = MessageReader(perspective, command: reader.registers, states: states)
    answerReader.read(reply, answer, into: &answerTree)
  }

  /// An answer whose command is not known: its flags.
  private func readLone(_ answer: Span<UInt8>, into tree: inout FieldTree) {
    guard answer.count > 0, let standard, let head = standard.structure(named: "Answer") else {
      return
    }
    var reader = MessageReader(Perspective(standard))
    reader.read(head, answer, into: &tree)
    tree.problems.removeAll(keepingCapacity: true)
  }
}
