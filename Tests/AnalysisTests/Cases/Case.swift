import Bytes
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

  /// Bare APDUs, as a program's log has them.
  init(_ id: String, _ title: String, apdus: [(Direction, String)], facts: [Fact]) {
    self.init(id, title, link: .apdu, apdus.map { ($0.0, $0.1, false) }, facts: facts)
  }
}
