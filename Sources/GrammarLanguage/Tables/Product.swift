/// What is looked at to tell a product.
package enum ProductTrait: String, Equatable, Sendable, CaseIterable {
  case atqa, sak, ats, historical, version, uid, atqb, pmm

  /// The word that grammars use.
  var word: String { rawValue }
}

/// A product and what it answers.
struct ProductRow: Equatable, Sendable {
  var name: Phrase
  /// What it and others like it are called together; its name where there is no such word.
  var family: Phrase
  /// Rows of `productPatterns`, those of one trait together.
  var patterns: Rows
  var citation: Phrase
}

/// One alternative for one trait.
struct ProductPattern: Equatable, Sendable {
  var trait: ProductTrait
  /// Rows of `productDigits`.
  var digits: Rows
  /// Whether any bytes may follow.
  var isPrefix: Bool
}
