import Bytes
import Playback
import Testing
import TraceFormat

@testable import Analysis
@testable import Decoding

/// A question that somebody asked in public with bytes, and the facts that a right answer states.
struct Case: Sendable, CustomTestStringConvertible {
  let id: String
  let title: String
  let conversation: Conversation
  let facts: [Fact]
  /// A dump in place of a conversation.
  private var dump: CardDump?

  var testDescription: String { "\(id): \(title)" }

  /// One fact, and whether what was decoded says it.
  struct Fact: Sendable {
    let words: String
    let isSaid: @Sendable (Told) -> Bool

    init(_ words: String, _ isSaid: @escaping @Sendable (Told) -> Bool) {
      self.words = words
      self.isSaid = isSaid
    }
  }

  init(
    _ id: String, _ title: String, link: Link = .iso14443, activated: Bool = false,
    _ frames: [(Direction, String, crc: Bool)], facts: [Fact]
  ) {
    self.id = id
    self.title = title
    self.facts = facts
    var conversation = Conversation(link: link)
    if activated { conversation.activate() }
    for (direction, hex, crc) in frames { conversation.add(direction, hex, crc: crc) }
    self.conversation = conversation
  }

  /// What another program wrote of a card's memory.
  init(_ id: String, _ title: String, dump: String, facts: [Fact]) {
    self.init(id, title, [], facts: facts)
    self.dump = CardDump(Array(dump.utf8))
  }

  /// What is said of it.
  func told() -> Told {
    guard let dump else { return conversation.told() }
    let reading = MemoryReading(dump.contents, beside: dump.parts, lexicon)
    let words = OutcomeWords(long: reading.long, short: reading.long, products: [])
    return Told(
      story: Story(), findings: reading.findings,
      outcomes: [VisitOutcome(visit: 0, words, [reading.contents])])
  }

  /// Bare APDUs, as a program's log has them.
  init(_ id: String, _ title: String, apdus: [(Direction, String)], facts: [Fact]) {
    self.init(id, title, link: .apdu, apdus.map { ($0.0, $0.1, false) }, facts: facts)
  }
}
