/// The texts of `Grammars/`, checked while building; `all` is generated.
package enum BuiltInGrammars {
  /// One grammar.
  package struct Entry: Sendable {
    package let name: StaticString
    /// Its path in `Grammars/`.
    package let file: StaticString
    /// How many labels it makes, so that nobody has to read it to know.
    package let labelCount: Int
    package let text: StaticString
  }
}
