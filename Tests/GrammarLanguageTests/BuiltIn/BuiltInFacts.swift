import BuiltInGrammars
import Bytes
import GrammarLanguage

/// Asks the built-in grammars what tests of their facts want to know.
struct BuiltInFacts {
  let lexicon: Lexicon

  init() throws(GrammarError) {
    lexicon = try Lexicon(
      BuiltInGrammar.all.map { entry in
        GrammarFile(
          builtIn: entry.name, file: entry.file, labelCount: entry.labelCount, text: entry.text)
      })
  }

  /// A status word's severity and words, to an instruction under an application.
  func status(
    _ word: UInt16, cla: UInt8 = 0, ins: UInt8? = nil, under aid: [UInt8] = [],
    isShort: Bool = false
  ) -> (severity: Severity, words: String)? {
    guard let perspective = perspective(aid),
      let meaning = perspective.status(word, cla: cla, ins: ins)
    else { return nil }
    let words = text { meaning.grammar.append(meaning, isShort: isShort, to: &$0) }
    return (meaning.severity, words)
  }

  /// What a command is called, and what its parameters say.
  func command(_ hex: String, under aid: [UInt8] = []) -> [String] {
    guard let bytes = Hex.bytes(hex), let perspective = perspective(aid) else { return [] }
    var tree = FieldTree()
    let meaning = APDUReader(perspective).readCommand(bytes.span, into: &tree)
    guard meaning.isKnown else { return [] }
    let parameters = tree.nodes.filter { node in
      ["p1", "p2", "p1p2"].contains(lexicon.name(of: node.label))
    }
    return [lexicon.title(of: meaning.label)]
      + parameters.flatMap { lexicon.meanings(of: $0, in: bytes.span) }
  }

  /// What is said of a class byte.
  func classByte(_ cla: UInt8) -> [String] {
    guard let perspective = perspective([]) else { return [] }
    var tree = FieldTree()
    let bytes: [UInt8] = [cla, 0xB0, 0, 0]
    _ = APDUReader(perspective).readCommand(bytes.span, into: &tree)
    guard let node = tree.nodes.first(where: { lexicon.name(of: $0.label) == "cla" }) else {
      return []
    }
    return lexicon.meanings(of: node, in: bytes.span)
  }

  /// What is said of a data object at the top, or in a template: its title, its short title, and its
  /// attributes.
  func element(_ tag: UInt32, in template: UInt8? = nil, under aid: [UInt8] = [])
    -> (title: String, short: String, attributes: Attributes)?
  {
    guard let perspective = perspective(aid) else { return nil }
    var element = (0..<4).reversed().map { UInt8(tag >> UInt32(8 * $0) & 0xFF) }.drop { $0 == 0 }
    element.append(0)
    let bytes = template.map { [$0, UInt8(element.count)] + element } ?? Array(element)
    var tree = FieldTree()
    var reader = MessageReader(perspective)
    reader.readElements(bytes.span, into: &tree)
    guard let node = tree.nodes.first(where: { $0.kind == .element && $0.number == UInt64(tag) }),
      lexicon.name(of: node.label) != "element"
    else { return nil }
    return (
      lexicon.title(of: node.label),
      text { lexicon.append(titleOf: node.label, isShort: true, to: &$0) },
      lexicon.attributes(of: node.label)
    )
  }

  /// What is known of an AID.
  func application(_ hex: String) -> (name: String?, short: String?, kind: String?, owner: String?)?
  {
    guard let bytes = Hex.bytes(hex), let grammar = lexicon.grammar("applications"),
      let meaning = grammar.application(bytes.span)
    else { return nil }
    return (
      meaning.name.map(grammar.string), meaning.shortName.map(grammar.string),
      meaning.kind?.word, meaning.provider.map(grammar.string)
    )
  }

  /// The names of the products that a card may be.
  func products(_ evidence: ProductEvidence) -> [String] {
    guard let grammar = lexicon.grammar("products") else { return [] }
    return grammar.products(evidence).map { grammar.string($0.name) }
  }

  private func perspective(_ aid: [UInt8]) -> Perspective? {
    lexicon.grammar("iso7816").map { Perspective($0, selected: aid.span, grammar: nil) }
  }

  private func text(_ write: (inout ByteBuffer) -> Void) -> String {
    var buffer = ByteBuffer(capacity: 64)
    write(&buffer)
    let span = buffer.span
    return String(decoding: span.indices.map { span[$0] }, as: UTF8.self)
  }
}
