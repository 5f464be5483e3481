/// What is looked at to tell a product.
package enum ProductTrait: String, Equatable, Sendable, CaseIterable {
  case atqa, sak, ats, historical, version, uid, atqb, pmm

  /// The word that grammars use.
  var word: String { rawValue }

  /// Where it stands among all.
  var place: Int {
    switch self {
    case .atqa: 0
    case .sak: 1
    case .ats: 2
    case .historical: 3
    case .version: 4
    case .uid: 5
    case .atqb: 6
    case .pmm: 7
    }
  }
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
