import Bytes
package import GrammarLanguage

/// Reads commands and answers of ISO/IEC 15693 cards by the grammars: the standard's, or that of the
/// maker whose command it is.
package struct VicinityReader: Sendable {
  private let standard: Grammar?
  private let makers: [UInt8: Grammar]

  package init(_ lexicon: Lexicon) {
    standard = lexicon.grammar("iso15693")
    var makers: [UInt8: Grammar] = [:]
    makers[0x02] = lexicon.grammar("st25dv")
    makers[0x04] = lexicon.grammar("icode")
    makers[0x07] = lexicon.grammar("tag-it")
    self.makers = makers
  }

  /// The grammar that knows a request, nil for a maker that none is of.
  package func grammar(of request: VicinityRequest) -> Grammar? {
    guard let maker = request.maker else { return standard }
    return makers[maker]
  }

  /// The name of a command.
  package func label(code: UInt8, maker: UInt8?) -> UInt16? {
    let grammar = maker.map { makers[$0] } ?? standard
    guard let grammar, let message = grammar.message(code: UInt32(code), isResponse: false) else {
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
