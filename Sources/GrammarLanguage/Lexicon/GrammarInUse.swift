/// A grammar that is read when it is first used, so that a program which meets no such card does not
/// wait for it.
@propertyWrapper package struct GrammarInUse: Sendable {
  private let lexicon: Lexicon
  private let place: Int?

  /// Names a grammar; a name that no grammar has gives nil for ever.
  package init(_ name: String, of lexicon: Lexicon) {
    self.lexicon = lexicon
    place = lexicon.place(of: name)
  }

  /// The grammar, read now if nobody has used it before.
  package var wrappedValue: Grammar? { place.flatMap { lexicon.grammar(at: $0) } }
}
