/// The cards of `Traces/cards/`, known by name; `all` is generated while building.
package struct BuiltInCard: Sendable {
  package let name: String
  private let text: String

  init(name: String, text: String) {
    self.name = name
    self.text = text
  }

  /// Makes the card, as nobody has touched it yet.
  package func card() throws(CardFile.Wrong) -> any Card {
    try CardFile(text, file: "\(name).card").card()
  }

  /// The card of that name.
  package static func named(_ name: String) -> BuiltInCard? { all.first { $0.name == name } }
}
