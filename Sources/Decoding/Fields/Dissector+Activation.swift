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
      readRequest(activation.technology == .nfcB ? typeB : felica, story, into: &dissection)
    case .nfcV, .apdu, .unknown: break
    }
  }

  /// ATQA, UID and SAK, which several frames brought, put in a row.
  private func dissect(typeA activation: Activation, into dissection: inout Dissection) {
    guard let typeA, let select = typeA.message(code: 0x93, isResponse: false) else { return }
    let perspective = Perspective(typeA)
    let identifier = activation.identifier
    var tree = FieldTree()
    // The label of the UID and the registers that an answer to a whole SELECT needs.
    var uid: [UInt8] = [0x93, 0x70, 0, 0, 0, 0, 0]
    var selectReader = MessageReader(perspective)
    selectReader.read(select, uid.span, into: &tree)
    guard let field = tree.nodes.first(where: { $0.kind == .bytes })?.label else { return }
    uid = identifier.bytes

    let label = typeA.label(of: select)
    dissection.answer.tree.nodes.append(
      FieldNode(label: label, kind: .message, depth: 0, place: .none))
    if let atqa = activation.atqa,
      let poll = typeA.message(code: 0x26, isResponse: false, bits: 7),
      let answer = typeA.answer(to: poll)
    {
      let bytes = [UInt8(atqa & 0xFF), UInt8(atqa >> 8)]
      append(answer, bytes, MessageReader(perspective), to: &dissection)
    }
    let start = dissection.made.count
    dissection.made += uid
    dissection.answer.tree.nodes.append(
      FieldNode(
        label: field, kind: .bytes, depth: 1, place: Extent(start..<dissection.made.count)))
    if let sak = activation.sak, let answer = typeA.answer(to: select) {
      append(
        answer, [sak], MessageReader(perspective, command: selectReader.registers),
        to: &dissection)
    }
    dissection.answer.tree.nodes[0].place = Extent(0..<dissection.made.count)
    dissection.answer.source = .made(Extent(0..<dissection.made.count))
  }

  /// Reads a message's fields and puts them behind those that are there.
  private func append(
    _ message: MessageIndex, _ bytes: [UInt8], _ reader: MessageReader,
    to dissection: inout Dissection
  ) {
    var tree = FieldTree()
    var reader = reader
    reader.read(message, bytes.span, into: &tree)
    for var node in tree.nodes.dropFirst() {
      node.place.start += UInt32(dissection.made.count)
      dissection.answer.tree.nodes.append(node)
    }
    dissection.made += bytes
  }
}
