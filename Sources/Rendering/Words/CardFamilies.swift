import Bytes
import Decoding

/// Which family of products each visit's card is of, as far as its activation tells: a name may
/// depend on it.
struct CardFamilies {
  private var cards: [Card] = []
  /// Families that were looked up: a product is sought in hundreds of rows, and most of a trace's
  /// cards are alike.
  private var known: [CardTraits: String?] = [:]

  /// What is known of one visit's card.
  private struct Card {
    let visit: Int
    var traits: CardTraits
    var family: String?
  }

  /// Visits that are kept at a time, for sources that are interleaved.
  private static let limit = 64
  /// Kinds of cards that are remembered; then they are sought anew.
  private static let kindLimit = 256

  /// Takes in what a step tells of its visit's card.
  mutating func note(_ step: Step, in story: borrowing Story, names: inout Names) {
    switch step.content {
    case .activation(let activation):
      let index = index(of: step.visit)
      cards[index].traits = CardTraits(atqa: activation.atqa, sak: activation.sak)
      cards[index].family = family(of: cards[index].traits, names: &names)
    case .protocolActivation(let activation):
      guard !activation.answer.isEmpty else { return }
      let index = index(of: step.visit)
      cards[index].traits.ats = Array(story.bytes[activation.answer.range])
      if let parameters = activation.parameters {
        cards[index].traits.historical = Array(story.bytes[parameters.historical.range])
      }
      cards[index].family = family(of: cards[index].traits, names: &names)
    default: return
    }
  }

  /// The family of a visit's card, where all products that it may be are of one.
  subscript(visit: Int) -> String? { cards.last { $0.visit == visit }?.family }

  private mutating func family(of traits: CardTraits, names: inout Names) -> String? {
    if let family = known[traits] { return family }
    let family = names.family(traits)
    if known.count >= Self.kindLimit { known.removeAll(keepingCapacity: true) }
    known[traits] = .some(family)
    return family
  }

  private mutating func index(of visit: Int) -> Int {
    if let index = cards.lastIndex(where: { $0.visit == visit }) { return index }
    if cards.count >= Self.limit { cards.removeFirst() }
    cards.append(Card(visit: visit, traits: CardTraits()))
    return cards.count - 1
  }
}

/// What an activation tells of a card.
package struct CardTraits: Hashable, Sendable {
  package var atqa: UInt16?
  package var sak: UInt8?
  package var ats: [UInt8]?
  package var historical: [UInt8]?
}
