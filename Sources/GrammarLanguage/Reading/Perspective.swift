/// What facts are looked up in, and under what: the grammar of the selected application first, if
/// there is one, then the protocol's own.
package struct Perspective: Sendable {
  package let base: Grammar
  package let baseScope: Scope
  package let application: Grammar?
  package let applicationScope: Scope

  /// Nothing is selected.
  package init(_ base: Grammar) {
    self.base = base
    baseScope = .root
    application = nil
    applicationScope = .root
  }

  /// What is selected for a grammar.
  package func scope(in grammar: Grammar) -> Scope {
    grammar === base ? baseScope : grammar === application ? applicationScope : .root
  }

  /// An application is selected. `grammar` explains what is said to it, where one does.
  package init(_ base: Grammar, selected aid: Span<UInt8>, grammar: Grammar?) {
    self.base = base
    baseScope = base.scope(selected: aid)
    application = grammar
    applicationScope = grammar?.scope(selected: aid) ?? .root
  }

  /// An application is selected, none where `aid` is empty: the registry knows which of a lexicon's
  /// grammars explains what is said to it.
  package init(_ base: Grammar, selected aid: Span<UInt8>, registry: Grammar?, in lexicon: Lexicon)
  {
    guard aid.count > 0 else {
      self.init(base)
      return
    }
    let known = registry?.application(aid)
    let name = known.flatMap { known in known.explainedBy.map { known.grammar.string($0) } }
    self.init(base, selected: aid, grammar: name.flatMap { lexicon.grammar($0) })
  }
}
