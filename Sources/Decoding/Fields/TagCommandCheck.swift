import Bytes
package import GrammarLanguage
import TraceFormat

/// Checks that the commands of Types 1 and 2 have the length that their fields ask for.
package struct TagCommandCheck: Sendable {
  private let type1: Grammar?
  private let type2: Grammar?
  private var tree = FieldTree()

  package init(_ lexicon: Lexicon) {
    type1 = lexicon.grammar("type1")
    type2 = lexicon.grammar("type2")
  }

  /// What is wrong with an exchange's command, nil for nothing.
  package mutating func defect(
    in exchange: borrowing Exchange, of step: borrowing Step, _ story: borrowing Story
  ) -> Defect? {
    // What was told by its looks, or came damaged, is not held against a table.
    if exchange.inferred { return nil }
    guard case .none = exchange.commandDamage, !exchange.command.isEmpty else { return nil }
    let grammar: Grammar?
    switch exchange.form {
    case .type1: grammar = type1
    case .type2: grammar = type2
    default: grammar = nil
    }
    let command = story.bytes.span.extracting(exchange.command.range)
    guard let grammar, let message = grammar.message(in: command, isResponse: false) else {
      return nil
    }
    tree.clear()
    var reader = MessageReader(Perspective(grammar))
    reader.read(message, command, into: &tree)
    for problem in tree.problems {
      guard case .truncated(let needed, let available) = problem.kind else { continue }
      let place = story.place(
        of: max(0, command.count - 1)..<command.count, in: exchange.commandSegments)
      guard var place else { return nil }
      place = Place(
        frame: place.frame, derived: place.derived,
        bytes: place.bytes.upperBound..<place.bytes.upperBound)
      return Defect(
        .command(needs: command.count - available + needed, present: command.count), at: place,
        visit: step.visit, direction: .toCard)
    }
    return nil
  }
}
