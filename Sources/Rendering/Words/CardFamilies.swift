import Bytes
import Decoding

/// Which family of products each visit's card is of, as far as its activation tells: a name may
/// depend on it.
struct CardFamilies {
  private var cards: [Card] = []
  /// The card that was spoken of last.
  private var latest = 0
  /// Where the next card goes when there is no more room: the oldest one is there.
  private var oldest = 0
  /// Families that were looked up: a product is sought in hundreds of rows, and most of a trace's
  /// cards are alike.
  private var known: [CardTraits: Names.Family] = [:]

  /// What is known of one visit's card.
  private struct Card {
    let visit: Int
    var traits: CardTraits
    /// Nil until somebody asks.
    var family: Names.Family?
  }

  /// Visits that are kept at a time, for sources that are interleaved.
  private static let limit = 64
  /// Kinds of cards that are remembered; then they are sought anew.
  private static let kindLimit = 256

  /// Takes in what a step tells of its visit's card.
  mutating func note(_ step: Step, in story: borrowing Story) {
    switch step.content {
    case .activation(let activation): note(activation, visit: step.visit)
    case .protocolActivation(let activation): note(activation, visit: step.visit, in: story)
    default: return
    }
  }

  /// Takes in what an activation tells of a visit's card.
  mutating func note(_ activation: Activation, visit: Int) {
    let index = index(of: visit) ?? open(visit)
    cards[index].traits = CardTraits(atqa: activation.atqa, sak: activation.sak)
    cards[index].family = nil
  }

  /// Takes in what the answer to RATS or ATTRIB tells of a visit's card.
  mutating func note(_ activation: ProtocolActivation, visit: Int, in story: borrowing Story) {
    guard !activation.answer.isEmpty else { return }
    let index = index(of: visit) ?? open(visit)
    cards[index].traits.ats = Array(story.bytes[activation.answer.range])
    if let parameters = activation.parameters {
      cards[index].traits.historical = Array(story.bytes[parameters.historical.range])
    }
    cards[index].family = nil
  }

  /// Takes in all that is known of a visit's card.
  mutating func note(_ traits: CardTraits, visit: Int) {
    let index = index(of: visit) ?? open(visit)
    guard cards[index].traits != traits else { return }
    cards[index].traits = traits
    cards[index].family = nil
  }

  /// The family of a visit's card, where all products that it may be are of one.
  mutating func family(of visit: Int, _ names: inout Names) -> Names.Family {
    guard let index = index(of: visit) else { return .none }
    if let family = cards[index].family { return family }
    let family = known[cards[index].traits] ?? find(cards[index].traits, &names)
    cards[index].family = family
    return family
  }

  private mutating func find(_ traits: CardTraits, _ names: inout Names) -> Names.Family {
    let family = names.family(traits)
    if known.count >= Self.kindLimit { known.removeAll(keepingCapacity: true) }
    known[traits] = family
    return family
  }

  private mutating func index(of visit: Int) -> Int? {
    if latest < cards.count, cards[latest].visit == visit { return latest }
    guard let index = cards.firstIndex(where: { $0.visit == visit }) else { return nil }
    latest = index
    return index
  }

  private mutating func open(_ visit: Int) -> Int {
    let card = Card(visit: visit, traits: CardTraits())
    if cards.count < Self.limit {
      cards.append(card)
      latest = cards.count - 1
    } else {
      cards[oldest] = card
      latest = oldest
      oldest = (oldest + 1) % Self.limit
    }
    return latest
  }
}

/// What an activation tells of a card.
package struct CardTraits: Hashable, Sendable {
  package var atqa: UInt16?
  package var sak: UInt8?
  package var ats: [UInt8]?
  package var historical: [UInt8]?
}
