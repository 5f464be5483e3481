/// The exchanges of a card, played back: the next one that fits is looked for from where the last
/// one was found, so that a command that stands there several times is answered in recorded order,
/// and each as it was answered in its place.
struct RecordedTalk: Sendable {
  private let exchanges: [RecordedExchange]
  /// The exchanges that may fit a command, by its length and its first byte.
  private var places: [Key: [Int]] = [:]
  /// The place behind the exchange that was played last.
  private var next = 0
  /// The last exchange was played.
  private(set) var isAtEnd: Bool

  private struct Key: Hashable {
    let count: Int
    let first: UInt8
  }

  init(_ exchanges: [RecordedExchange]) {
    self.exchanges = exchanges
    isAtEnd = exchanges.isEmpty
    for (index, exchange) in exchanges.enumerated() {
      guard let first = exchange.command.first else { continue }
      places[Key(count: exchange.command.count, first: first), default: []].append(index)
    }
  }

  /// The exchange that plays now for a command; nil where none fits.
  mutating func play(_ command: [UInt8]) -> RecordedExchange? {
    guard let first = command.first,
      let candidates = places[Key(count: command.count, first: first)]
    else { return nil }
    let start = candidates.firstIndex { $0 >= next } ?? candidates.count
    let order = candidates[start...] + candidates[..<start]
    guard let found = order.first(where: { exchanges[$0].matches(command) }) else { return nil }
    next = found + 1
    if next == exchanges.count { isAtEnd = true }
    return exchanges[found]
  }

  /// Whether a command with such a beginning was recorded at all.
  func knows(_ fits: (ArraySlice<UInt8>) -> Bool) -> Bool {
    exchanges.contains { fits($0.command[...]) }
  }
}
