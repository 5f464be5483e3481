/// How a visit went, in a line: what its last row says, and `outcome` in JSON.
package struct VisitOutcome: Equatable, Sendable {
  package let visit: Int
  /// `Visa asked for and selected; READ RECORD 1 not answered whole`.
  package let long: String
  /// `Visa; READ RECORD 1 not answered whole`.
  package let short: String
}

/// Words for conclusions, made once for visits that went alike.
struct OutcomeWords {
  private var known: [Conclusion: (long: String, short: String)] = [:]

  /// A trace has few kinds of visits; one that has many pays for each again.
  private static let limit = 256

  mutating func words(
    for conclusion: Conclusion, _ vocabulary: inout Vocabulary
  ) -> (long: String, short: String) {
    if let words = known[conclusion] { return words }
    let words = conclusion.words(&vocabulary)
    if known.count < Self.limit { known[conclusion] = words }
    return words
  }
}
