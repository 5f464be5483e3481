import Bytes
package import GrammarLanguage

/// Checks that a FeliCa command and its answer have the lengths that their own fields ask for.
///
/// Run on every exchange of FeliCa; once it has grown it allocates nothing unless something is wrong.
package struct FelicaFieldCheck: Sendable {
  private let grammar: Grammar?
  private let lexicon: Lexicon
  private var tree = FieldTree()

  /// Something that does not fit, in one of the two.
  package struct Fault: Equatable, Sendable {
    package let side: Side
    /// In the command or the answer: the first missing byte, or the first that is left over.
    package let offset: Int
    /// The field that is not whole, as the grammar calls it.
    package let field: String
    package let kind: Kind

    /// What is wrong with it.
    package enum Kind: Equatable, Sendable {
      case truncated(needed: Int, available: Int)
      case trailing(count: Int)
    }
  }

  package init(_ lexicon: Lexicon) {
    self.lexicon = lexicon
    grammar = lexicon.grammar("felica")
  }

  /// Hands what is wrong with a command and its answer to `report`. Commands that the grammar does not
  /// know have no form that could be wrong.
  package mutating func check(
    command: Span<UInt8>, answer: Span<UInt8>, _ report: (Fault) -> Void
  ) {
    guard let grammar, let message = grammar.message(in: command, isResponse: false) else {
      return
    }
    let perspective = Perspective(grammar)
    tree.clear()
    var reader = MessageReader(perspective)
    reader.read(message, command, into: &tree)
    tell(.command, report)
    guard answer.count > 1,
      let known = grammar.answer(to: message) ?? grammar.message(in: answer, isResponse: true)
    else { return }
    tree.clear()
    var answerReader = MessageReader(perspective, command: reader.registers)
    answerReader.read(known, answer, into: &tree)
    tell(.answer, report)
  }

  private func tell(_ side: Side, _ report: (Fault) -> Void) {
    for problem in tree.problems {
      let kind: Fault.Kind
      switch problem.kind {
      case .truncated(let needed, let available):
        kind = .truncated(needed: needed, available: available)
      case .trailing(let count): kind = .trailing(count: count)
      default: continue
      }
      let node = tree.nodes[min(problem.node, tree.nodes.count - 1)]
      report(
        Fault(
          side: side, offset: problem.offset, field: lexicon.name(of: node.label), kind: kind))
      return
    }
  }
}
