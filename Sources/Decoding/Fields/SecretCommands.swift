import GrammarLanguage
import Synchronization

/// What must be masked in the commands of a grammar, by their codes of one byte.
///
/// The grammar is read when the first such command is met: most captures meet few kinds of cards.
final class SecretCommands: Sendable {
  private let grammar: GrammarInUse?
  private let table = AtomicLazyReference<Table>()

  private final class Table: Sendable {
    let kinds: [SecretKind?]

    init(_ kinds: [SecretKind?]) { self.kinds = kinds }
  }

  /// What a grammar marks as secret.
  init(_ name: String, of lexicon: Lexicon) {
    grammar = GrammarInUse(name, of: lexicon)
  }

  /// What is known without a grammar.
  init(_ kinds: [UInt8: SecretKind]) {
    grammar = nil
    _ = table.storeIfNil(Table((0..<256).map { kinds[UInt8($0)] }))
  }

  /// What a command's parameters hold; nil for no secret.
  subscript(code: UInt8) -> SecretKind? {
    let table = table.load() ?? table.storeIfNil(Table(read()))
    return table.kinds[Int(code)]
  }

  private func read() -> [SecretKind?] {
    guard let grammar = grammar?.wrappedValue else { return Array(repeating: nil, count: 256) }
    return (0..<256).map { code in
      grammar.message(code: code, isResponse: false).flatMap(grammar.secret)
    }
  }
}
