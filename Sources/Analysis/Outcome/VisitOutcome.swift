/// How a visit went, in a line: what its last row says, and `outcome` in JSON.
package struct VisitOutcome: Equatable, Sendable {
  package let visit: Int
  /// `Visa asked for and selected; READ RECORD 1 not answered whole`.
  package let long: String
  /// `Visa; READ RECORD 1 not answered whole`.
  package let short: String
  /// The products that the card may be, by what it told of itself; none where nothing is known.
  package let products: [String]
}

/// Words for conclusions, made once for visits that went alike.
struct OutcomeWords {
  private var known: [Conclusion: Words] = [:]

  /// A trace has few kinds of visits; one that has many pays for each again.
  private static let limit = 1024

  /// What is said of one conclusion.
  struct Words {
    let long: String
    let short: String
    let products: [String]
  }

  mutating func words(
    for conclusion: Conclusion, _ vocabulary: inout Vocabulary
  ) -> Words {
    if let words = known[conclusion] { return words }
    let words = conclusion.words(&vocabulary)
    if known.count < Self.limit { known[conclusion] = words }
    return words
  }
}
