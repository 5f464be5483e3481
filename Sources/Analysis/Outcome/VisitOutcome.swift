package import Tags

/// How a visit went, in a line: what its last row says, and `outcome` in JSON.
package struct VisitOutcome: Equatable, Sendable {
  package let visit: Int
  private let words: OutcomeWords
  /// What was seen of the card's memory, the main part first; empty where nothing was.
  package let contents: [TagContents]
  /// What the NDEF message in the main part says; nil where there is none, or nothing of it was seen.
  package let message: NDEFContents?

  init(
    visit: Int, _ words: OutcomeWords, _ contents: [TagContents] = [],
    message: NDEFContents? = nil
  ) {
    self.visit = visit
    self.words = words
    self.contents = contents
    self.message = message
  }

  /// `Visa asked for and selected; READ RECORD 1 not answered whole`.
  package var long: String { words.long }
  /// `Visa; READ RECORD 1 not answered whole`.
  package var short: String { words.short }
  /// The products that the card may be, by what it told of itself; none where nothing is known.
  package var products: [String] { words.products }
}

/// What is said of visits that went alike.
final class OutcomeWords: Equatable, Sendable {
  let long: String
  let short: String
  let products: [String]

  init(long: String, short: String, products: [String]) {
    self.long = long
    self.short = short
    self.products = products
  }

  static func == (one: OutcomeWords, other: OutcomeWords) -> Bool {
    one === other
      || one.long == other.long && one.short == other.short && one.products == other.products
  }
}
