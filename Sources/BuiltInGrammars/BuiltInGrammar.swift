/// One of the texts of `Grammars/`, checked while building; `all` is generated.
package struct BuiltInGrammar: Sendable {
  package let name: StaticString
  /// Its path in `Grammars/`.
  package let file: StaticString
  /// How many labels it makes, so that nobody has to read it to know.
  package let labelCount: Int
  package let text: StaticString
}
