import Bytes
import GrammarLanguage

/// Messages and APDUs, taken apart by what the grammars say.
enum Fields {
  /// A byte for the grammar, one for an application, the command's length, both halves.
  static func run(_ bytes: [UInt8]) {
    var numbers = Numbers(bytes)
    let (which, length) = (Int(numbers.byte()), Int(numbers.byte()))
    let aid = numbers.run(length & 15)
    let names = Known.lexicon.names
    guard let grammar = Known.lexicon.grammar(names[which % names.count]),
      let apdus = Known.lexicon.grammar("iso7816")
    else { return }
    let rest = numbers.rest()
    let perspective = Perspective(
      apdus, selected: aid.span, registry: Known.lexicon.grammar("applications"), in: Known.lexicon)
    let split = min(rest.count, (length >> 4) * 4)
    readPair(Array(rest[..<split]), Array(rest[split...]), by: perspective)
    read(rest, by: perspective, in: Known.lexicon)
    readMessage(rest, isResponse: length & 1 != 0, by: Perspective(grammar), in: Known.lexicon)
  }

  private static func readPair(_ command: [UInt8], _ answer: [UInt8], by perspective: Perspective) {
    var (asked, answered) = (FieldTree(), FieldTree())
    if let own = perspective.application, own.wrap != nil {
      let reader = WrappedReader(own, perspective)
      if let known = reader.readCommand(command.span, into: &asked) {
        reader.readResponse(answer.span, to: known, into: &answered)
      }
      check(asked, of: command, in: Known.lexicon)
      check(answered, of: answer, in: Known.lexicon)
      asked.clear()
      answered.clear()
    }
    let reader = APDUReader(perspective)
    let meaning = reader.readCommand(command.span, into: &asked)
    reader.readResponse(answer.span, to: meaning, into: &answered)
    check(asked, of: command, in: Known.lexicon)
    check(answered, of: answer, in: Known.lexicon)
  }

  /// Reads bytes as a command, an answer and elements.
  static func read(_ bytes: [UInt8], by perspective: Perspective, in lexicon: Lexicon) {
    var tree = FieldTree()
    let apdus = APDUReader(perspective)
    let command = apdus.readCommand(bytes.span, into: &tree)
    apdus.readResponse(bytes.span, to: command, into: &tree)
    apdus.readResponse(bytes.span, to: nil, asElements: true, into: &tree)
    var elements = MessageReader(perspective)
    elements.readElements(bytes.span, into: &tree)
    check(tree, of: bytes, in: lexicon)
  }

  /// Reads bytes as a message, and as the answer to it.
  static func readMessage(
    _ bytes: [UInt8], isResponse: Bool, by perspective: Perspective, in lexicon: Lexicon
  ) {
    let grammar = perspective.base
    guard let message = grammar.message(in: bytes.span, isResponse: isResponse) else { return }
    var tree = FieldTree()
    var reader = MessageReader(perspective)
    reader.read(message, bytes.span, into: &tree)
    if let answer = grammar.answer(to: message) {
      var reader = MessageReader(perspective, command: reader.registers)
      reader.read(answer, bytes.span, into: &tree)
    }
    check(tree, of: bytes, in: lexicon)
  }

  /// Every field lies in the bytes and can be put into words.
  private static func check(_ tree: FieldTree, of bytes: [UInt8], in lexicon: Lexicon) {
    expect(tree.nodes.count <= 4 * FieldTree.nodeLimit, "there are not too many fields")
    for node in tree.nodes {
      expect(node.place.range.upperBound <= bytes.count, "a field lies in its bytes")
      _ = lexicon.meanings(of: node, in: bytes.span)
      _ = lexicon.name(of: node.label)
      _ = lexicon.title(of: node.label, isShort: true)
    }
    for problem in tree.problems {
      expect(tree.nodes.indices.contains(problem.node), "a problem is one of a field")
    }
  }
}
