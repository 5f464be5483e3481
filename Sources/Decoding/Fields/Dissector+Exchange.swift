import Bytes
import GrammarLanguage

/// Commands and answers.
extension Dissector {
  mutating func dissect(
    _ exchange: Exchange, visit: Int, in story: borrowing Story,
    into dissection: inout Dissection
  ) {
    dissection.command.source = .exchange(
      exchange.command, segments: exchange.commandSegments)
    dissection.answer.source = .exchange(exchange.answer, segments: exchange.answerSegments)
    guard !exchange.isEncrypted else { return }
    let command = story.bytes.span.extracting(exchange.command.range)
    let answer = story.bytes.span.extracting(exchange.answer.range)
    switch exchange.form {
    case .iso7816: dissect(exchange, visit: visit, command, answer, into: &dissection)
    case .native:
      let own = perspective(of: exchange.application)?.application
      readNative(own ?? desfire, command, answer, into: &dissection)
    case .type2: readTag(type2, command, answer, into: &dissection)
    case .felica:
      readCoded(felica, command, answer, into: &dissection)
      felicaBlocks?.expand(
        &dissection.command.tree, isAnswer: false, command: command, bytes: command)
      felicaBlocks?.expand(
        &dissection.answer.tree, isAnswer: true, command: command, bytes: answer)
    case .iso15693:
      vicinity.read(
        command, answer, into: &dissection.command.tree, answer: &dissection.answer.tree)
    case .iclass: readCoded(picoPass, command, answer, into: &dissection)
    case .sri: readCoded(sri, command, answer, into: &dissection)
    case .classic:
      readTag(classic, command, answer, into: &dissection)
      readBlock(command, answer, into: &dissection.answer.tree)
    case .type1: readCoded(type1, command, answer, into: &dissection)
    case .unknown: break
    }
  }

  private mutating func dissect(
    _ exchange: Exchange, visit: Int, _ command: Span<UInt8>, _ answer: Span<UInt8>,
    into dissection: inout Dissection
  ) {
    guard let perspective = perspective(of: exchange.application) else { return }
    if let wrapping = wrapping(exchange, command, perspective) {
      let reader = WrappedReader(wrapping, perspective)
      if let known = reader.readCommand(command, into: &dissection.command.tree) {
        if exchange.status != nil {
          reader.readResponse(answer, to: known, into: &dissection.answer.tree)
        }
        return
      }
    }
    let reader = APDUReader(perspective)
    var meaning: InstructionMeaning?
    if command.count > 0 {
      let known = reader.readCommand(command, into: &dissection.command.tree)
      meaning = known
      readListedData(
        command, exchange, visit, perspective, into: &dissection.command.tree)
    }
    if exchange.status != nil {
      let isElements =
        meaning == nil && answer.count > 2
        && TLVCheck.looksLikeElements(answer, 0..<answer.count - 2, tags: tags)
      reader.readResponse(
        answer, to: meaning, asElements: isElements, into: &dissection.answer.tree)
      if !command.isEmpty {
        readFormat1(answer, ins: command.count > 1 ? command[1] : 0, perspective, &dissection)
      }
    } else if answer.count > 0, let apdus {
      appendBytes(answer.count, apdus, into: &dissection.answer.tree)
    }
  }

  /// The grammar whose messages an APDU wraps: the selected application's, or DESFire's when the
  /// class and the answer are DESFire's although nothing was selected by name.
  private func wrapping(
    _ exchange: Exchange, _ command: Span<UInt8>, _ perspective: Perspective
  ) -> Grammar? {
    if let own = perspective.application, own.wrap != nil { return own }
    guard command.count > 1, let wrap = desfire?.wrap, command[0] == wrap.cla,
      exchange.status.map({ UInt8($0 >> 8) == wrap.sw1 }) ?? true
    else { return nil }
    return desfire
  }

  /// An answer that ends before its SW1-SW2.
  private func appendBytes(_ count: Int, _ grammar: Grammar, into tree: inout FieldTree) {
    tree.nodes.append(
      FieldNode(
        label: grammar.label(.reply), kind: .message, depth: 0, place: Extent(0..<count)))
    var node = FieldNode(
      label: grammar.label(.bytes), kind: .bytes, depth: 1, place: Extent(0..<count))
    node.flags.insert(.incomplete)
    tree.nodes.append(node)
  }

  /// Commands whose first byte is the code, answered by what the command describes.
  private func readNative(
    _ grammar: Grammar?, _ command: Span<UInt8>, _ answer: Span<UInt8>,
    into dissection: inout Dissection
  ) {
    readCoded(grammar, command, answer, into: &dissection)
  }

  private func readCoded(
    _ grammar: Grammar?, _ command: Span<UInt8>, _ answer: Span<UInt8>,
    into dissection: inout Dissection
  ) {
    guard let grammar else { return }
    let perspective = Perspective(grammar)
    var registers: Registers?
    var message: MessageIndex?
    if command.count > 0, let known = grammar.message(in: command, isResponse: false) {
      var reader = MessageReader(perspective)
      reader.read(known, command, into: &dissection.command.tree)
      registers = reader.registers
      message = known
    }
    guard answer.count > 0 else { return }
    let known =
      message.flatMap { grammar.answer(to: $0) } ?? grammar.message(in: answer, isResponse: true)
    guard let known else { return }
    var reader = MessageReader(perspective, command: registers)
    reader.read(known, answer, into: &dissection.answer.tree)
  }

  /// What a block of MIFARE Classic holds by its place, or by the form of a value.
  private func readBlock(
    _ command: Span<UInt8>, _ answer: Span<UInt8>, into tree: inout FieldTree
  ) {
    guard let classic, command.count == 2, command[0] == 0x30, answer.count == 16,
      let name = ClassicBlock.contents(of: command[1], answer),
      let structure = classic.structure(named: name)
    else { return }
    tree.clear()
    var reader = MessageReader(Perspective(classic))
    reader.read(structure, answer, into: &tree)
  }

  /// Type 2 and MIFARE Classic: an answer of one byte is the four bits of ACK or NAK.
  private func readTag(
    _ grammar: Grammar?, _ command: Span<UInt8>, _ answer: Span<UInt8>,
    into dissection: inout Dissection
  ) {
    guard answer.count == 1, let grammar,
      let known = grammar.message(
        code: UInt32(answer[0] & 0x0F), isResponse: true, bits: 4)
    else { return readCoded(grammar, command, answer, into: &dissection) }
    readCoded(grammar, command, answer.extracting(0..<0), into: &dissection)
    var reader = MessageReader(Perspective(grammar))
    reader.read(known, answer, into: &dissection.answer.tree)
  }
}
