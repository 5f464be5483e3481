/// What is known of the ISO/IEC 15693 cards in a field.
struct VicinityState {
  /// The inventory that is going on: its first frame, and how many slots it has.
  var round = Sighting()
  var slots = 0
  /// What came in a slot and was no answer: several cards at once, if a longer mask follows.
  var collisions: [Defect] = []
  /// The cards that answered, the latest of each.
  var cards: [OpenActivation] = []
  /// The link is ISO/IEC 15693's alone.
  var isOnLink = false
  /// The last request asked for the low data rate.
  var isSlow = false

  /// So many cards in one field are told apart, and so many collisions kept.
  static let limit = 16

  /// Remembers a card that answered.
  mutating func note(_ card: OpenActivation) {
    if let index = cards.firstIndex(where: { $0.identifier == card.identifier }) {
      cards[index] = card
    } else if cards.count < Self.limit {
      cards.append(card)
    }
  }

  /// Keeps what may be a collision.
  mutating func note(collision: Defect) {
    if collisions.count < Self.limit { collisions.append(collision) }
  }

  /// The field went off: nobody is there any more.
  mutating func forget() {
    cards.removeAll(keepingCapacity: true)
    collisions.removeAll(keepingCapacity: true)
    slots = 0
  }
}
