import Decoding

/// Cards that lie on the reader one after the other: the next one comes when the field goes away
/// behind everything that the one before had to say. Behind the last, the first comes again.
struct CardSequence: Card {
  private let fresh: [any Card]
  private var current: any Card
  private var index = 0

  /// At least one card.
  init?(_ cards: [any Card]) {
    guard let first = cards.first else { return nil }
    fresh = cards
    current = first
  }

  var technology: Technology { current.technology }
  var memory: [UInt8]? { current.memory }

  mutating func receive(_ frame: AirFrame) -> AirFrame? { current.receive(frame) }

  mutating func losePower() {
    guard current.isUsedUp else { return current.losePower() }
    index = (index + 1) % fresh.count
    current = fresh[index]
  }
}
