internal import Bytes

/// Reads messages that travel inside APDUs (`wrap` in a grammar's head): INS is the code, the data
/// the body, SW2 what an answer's head would say.
package struct WrappedReader: Sendable {
  let grammar: Grammar
  let perspective: Perspective
  let states: StateValues

  /// Reads messages of `grammar`, and status words as the perspective knows them.
  package init(
    _ grammar: Grammar, _ perspective: Perspective, states: StateValues = StateValues()
  ) {
    self.grammar = grammar
    self.perspective = perspective
    self.states = states
  }

  /// A command that was read, for its answer.
  package struct Command: Sendable {
    package let message: MessageIndex
    package let registers: Registers
    package let ins: UInt8
  }

  /// Whether an APDU's class says that it wraps a message of the grammar.
  package func wraps(_ apdu: CommandAPDU) -> Bool {
    apdu.cla == grammar.tables.wrap?.cla && apdu.fault == nil
  }

  /// Reads a command APDU; nil, and nothing read, when it wraps no message that the grammar has.
  package func readCommand(_ bytes: Span<UInt8>, into tree: inout FieldTree) -> Command? {
    let apdu = CommandAPDU(bytes)
    guard wraps(apdu),
      let message = grammar.message(code: UInt32(apdu.ins), isResponse: false)
    else { return nil }
    var reader = MessageReader(grammar, perspective, states: states)
    reader.append(grammar.label(of: message), .message, 0..<bytes.count, into: &tree)
    reader.depth = 1
    let data = apdu.data.isEmpty ? bytes.count..<bytes.count : apdu.data.range
    reader.readBody(message, bytes, data, status: nil, into: &tree)
    return Command(message: message, registers: reader.registers, ins: apdu.ins)
  }

  /// Reads a response APDU: the body, then SW1-SW2.
  package func readResponse(
    _ bytes: Span<UInt8>, to command: Command, into tree: inout FieldTree
  ) {
    var reader = MessageReader(
      grammar, perspective, command: command.registers, states: states)
    let answer = grammar.answer(to: command.message)
    let label = grammar.label(of: answer ?? command.message)
    let root = reader.append(label, .message, 0..<bytes.count, into: &tree)
    reader.depth = 1
    do {
      let apdu = try ResponseAPDU(bytes)
      if let answer {
        reader.readBody(
          answer, bytes, apdu.data.range, status: UInt8(apdu.status & 0xFF), into: &tree)
      } else if !apdu.data.isEmpty {
        reader.append(.reply, .bytes, apdu.data.range, into: &tree)
      }
      let row = grammar.status(apdu.status, grammar.tables.wrap?.cla ?? 0, command.ins, .root)
      let known = row.map { StatusMeaning(grammar: grammar, word: apdu.status, row: $0) }
      let status =
        known
        ?? perspective.status(
          apdu.status, cla: grammar.tables.wrap?.cla ?? 0, ins: command.ins)
      reader.append(status, apdu.status, at: bytes.count - 2, else: perspective.base, into: &tree)
    } catch {
      reader.problem(.noStatus(present: error.present), root, at: bytes.count, into: &tree)
    }
  }
}
