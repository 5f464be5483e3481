import Testing
import TraceFormat

@testable import Analysis

/// What a comparison says of recordings that were changed on purpose is what was changed.
@Suite struct MutationTests {
  @Test("Every kind of change, at every place where it can happen, is told and nothing else is")
  func tellsWhatWasDone() throws {
    var counts: [Mutation: Int] = [:]
    var misses: [String] = []
    for name in Recording.names {
      let recording = try Recording(named: name)
      let other = try Recording(own: name == "desfire" ? "type-b.trace" : "desfire.trace")
      for mutation in Mutation.allCases {
        for pair in mutation.pairs(name, recording, beside: other) {
          counts[mutation, default: 0] += 1
          let found = try compare(pair.old, pair.new)
          if !pair.isRight(found) {
            misses.append(
              "\(mutation): \(pair.name): \(found.facts.differences) differences, "
                + "\(found.paths), \(found.rows.map(\.mark).filter { $0 != .same })")
          }
        }
      }
    }
    #expect(misses == [])
    // A mutation that finds no place in any recording would be told right by doing nothing.
    #expect(counts.values.reduce(0, +) >= 200)
    #expect(Set(counts.keys) == Set(Mutation.allCases), "\(counts)")
  }

  @Test("A recording is the same as itself", arguments: Recording.names)
  func isItself(name: String) throws {
    let recording = try Recording(named: name)
    let found = try compare(recording, recording)
    #expect(found.facts.isSame && found.rows.isEmpty && found.facts.transport.isEmpty)
  }

  @Test("Another reader, with other frame sizes, a card number and other blocks, changes nothing")
  func anotherReader() throws {
    let recording = try Recording(own: "type4-chain.trace")
    var other = recording
    for mutation in [Mutation.commandChain, .answerChain, .frameSize, .cardNumber] {
      let pairs = mutation.pairs("", other, beside: other)
      other = try #require(pairs.first).new
    }
    let found = try compare(recording, other)
    #expect(found.facts.isSame && found.rows.isEmpty)
    #expect(found.facts.transport.more[.commandBlocks] == 1)
    #expect(found.facts.transport.more[.answerBlocks] == 1)
    #expect(found.facts.transport.cid == Change(0, 1))
    #expect(found.facts.transport.fsd != nil)
    var options = ComparisonOptions()
    options.comparesTransport = true
    #expect(try !compare(recording, other, options).facts.isSame)
  }

  private func compare(
    _ old: Recording, _ new: Recording, _ options: ComparisonOptions = ComparisonOptions()
  ) throws -> Mutation.Found {
    var notes = Notes()
    let facts = try TraceComparison(lexicon, options).compare(
      old.compared("old"), new.compared("new"), into: &notes
    ) { _ throws(TraceError) in }
    return Mutation.Found(facts: facts, rows: notes.rows)
  }
}

/// Keeps all rows that a comparison tells.
private struct Notes: ComparisonSink {
  var rows: [ComparedRow] = []

  mutating func open(_ old: ComparedSide, _ new: ComparedSide) {}
  mutating func take(_ piece: ComparisonPiece) {
    if case .row(let row) = piece { rows.append(row) }
  }
  mutating func close(_ facts: ComparisonFacts) {}
}
