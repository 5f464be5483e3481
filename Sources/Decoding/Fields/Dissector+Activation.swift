import Bytes
import GrammarLanguage

/// What is said before the first command: polling, selection, RATS, PPS, and lone blocks.
extension Dissector {
  /// Reads both halves as a command of a grammar and the answer that it describes.
  func readRequest(
    _ grammar: Grammar?, _ story: borrowing Story, into dissection: inout Dissection
  ) {
    guard let grammar, case .frame(let run, _) = dissection.command.source, !run.isEmpty else {
      return
    }
    let request = story.bytes.span.extracting(run.range)
    let perspective = Perspective(grammar)
    guard let message = grammar.message(in: request, isResponse: false) else { return }
    var reader = MessageReader(perspective)
    reader.read(message, request, into: &dissection.command.tree)
    guard case .frame(let reply, _) = dissection.answer.source, !reply.isEmpty,
      let answer = grammar.answer(to: message)
        ?? grammar.message(
          in: story.bytes.span.extracting(reply.range), isResponse: true)
    else { return }
    var answerReader = MessageReader(perspective, command: reader.registers)
    answerReader.read(
      answer, story.bytes.span.extracting(reply.range), into: &dissection.answer.tree)
  }

  /// A lone block: named by its PCB, its fields by the struct of its kind.
  func readBlock(_ half: inout Dissection.Half, _ story: borrowing Story) {
    guard let blocks, case .frame(let run, _) = half.source, !run.isEmpty else { return }
    let bytes = story.bytes.span.extracting(run.range)
    let name =
      switch bytes[0] & 0xC0 {
      case 0x00: "Information"
      case 0x80: "Acknowledge"
      default: "Supervisory"
      }
    guard let structure = blocks.structure(named: name) else { return }
    var reader = MessageReader(Perspective(blocks))
    reader.read(structure, bytes, into: &half.tree)
    if let message = blocks.message(in: bytes, isResponse: false) {
      half.tree.nodes[0].label = blocks.label(of: message)
    }
  }

  mutating func dissect(
    _ activation: Activation, of step: Step, in story: borrowing Story,
    into dissection: inout Dissection
  ) {
    switch activation.technology {
    case .nfcA: dissect(typeA: activation, into: &dissection)
    case .nfcB, .nfcF:
      dissection.command.source = .frame(activation.request, number: step.commandFrame)
      dissection.answer.source = .frame(activation.answer, number: step.answerFrame)
      let grammar = activation.isSRI ? sri : activation.technology == .nfcB ? typeB : felica
      readRequest(grammar, story, into: &dissection)
    case .nfcV:
      dissection.command.source = .frame(activation.request, number: step.commandFrame)
      dissection.answer.source = .frame(activation.answer, number: step.answerFrame)
      let isPicoPass =
        !activation.request.isEmpty && story.bytes[Int(activation.request.start)] == 0x81
      if isPicoPass {
        readRequest(picoPass, story, into: &dissection)
      } else {
        vicinity.read(
          story.bytes.span.extracting(activation.request.range),
          story.bytes.span.extracting(activation.answer.range),
          into: &dissection.command.tree, answer: &dissection.answer.tree)
      }
    case .apdu, .unknown: break
    }
  }

  /// ATQA, UID and SAK, which several frames brought, put in a row.
  private mutating func dissect(typeA activation: Activation, into dissection: inout Dissection) {
    guard let selection = typeASelection else { return }
    let identifier = activation.identifier
    var tree = FieldTree()
    swap(&tree, &dissection.answer.tree)
    defer { swap(&tree, &dissection.answer.tree) }
    tree.nodes.append(
      FieldNode(label: selection.label, kind: .message, depth: 0, place: .none))
    if let atqa = activation.atqa {
      let start = dissection.made.count
      dissection.made.append(UInt8(atqa & 0xFF))
      dissection.made.append(UInt8(atqa >> 8))
      let reader = MessageReader(selection.perspective)
      read(selection.atqa, by: reader, dissection.made.span, from: start, into: &tree)
    }
    let start = dissection.made.count
    for index in 0..<Int(identifier.count) { dissection.made.append(identifier[index]) }
    tree.nodes.append(
      FieldNode(
        label: selection.uid, kind: .bytes, depth: 1,
        place: Extent(start..<dissection.made.count)))
    if let sak = activation.sak {
      let start = dissection.made.count
      dissection.made.append(sak)
      let reader = MessageReader(selection.perspective, command: selection.registers)
      read(selection.sak, by: reader, dissection.made.span, from: start, into: &tree)
    }
    tree.nodes[0].place = Extent(0..<dissection.made.count)
    dissection.answer.source = .made(Extent(0..<dissection.made.count))
  }

  /// Reads what stands from an offset on as a message, and puts its fields behind those that are
  /// there.
  private mutating func read(
    _ message: MessageIndex, by reader: MessageReader, _ made: Span<UInt8>, from start: Int,
    into tree: inout FieldTree
  ) {
    scratch.clear()
    var reader = reader
    reader.read(message, made.extracting(start..<made.count), into: &scratch)
    for index in 1..<scratch.nodes.count {
      var node = scratch.nodes[index]
      node.place.start += UInt32(start)
      tree.nodes.append(node)
    }
  }
}

/// What is looked up once for every selection of a Type A card.
struct TypeASelection: Sendable {
  let perspective: Perspective
  /// The labels of SELECT and of the UID in it.
  let label: UInt16
  let uid: UInt16
  /// The answer to REQA, and to a whole SELECT.
  let atqa: MessageIndex
  let sak: MessageIndex
  /// What the answer to a whole SELECT needs to know of it.
  let registers: Registers

  init?(_ grammar: Grammar?) {
    guard let grammar, let poll = grammar.message(code: 0x26, isResponse: false, bits: 7),
      let atqa = grammar.answer(to: poll),
      let select = grammar.message(code: 0x93, isResponse: false),
      let sak = grammar.answer(to: select)
    else { return nil }
    perspective = Perspective(grammar)
    label = grammar.label(of: select)
    self.atqa = atqa
    self.sak = sak
    var tree = FieldTree()
    var reader = MessageReader(perspective)
    let whole: [UInt8] = [0x93, 0x70, 0, 0, 0, 0, 0]
    reader.read(select, whole.span, into: &tree)
    registers = reader.registers
    guard let uid = tree.nodes.first(where: { $0.kind == .bytes })?.label else { return nil }
    self.uid = uid
  }
}
