import Bytes
import Testing
import TraceFormat

@testable import Decoding

@Suite struct DOLMemoryTests {
  private static let visa = HandMadeExchange(
    command: ["00A4040007A000000003101000FFFF"],
    answer: ["6F138407A0000000031010A5089F38059F66049A039000FFFF"], header: 0)

  @Test func readsTheValuesThatAnswerAList() {
    var memory = DOLMemory()
    observe(Self.visa, visit: 1, by: &memory)
    // 83 07 | 32804000 | 211014
    let values = memory.withList(0x9F38, visit: 1, channel: 0) { list, range in
      var walker = DOLValueWalker(list: range, values: 2..<9)
      var found: [String] = []
      while let next = walker.next(list: list) {
        found.append("\(Hex.text(next.entry.tag, digits: 4)) \(next.value)")
      }
      return found
    }
    #expect(values == ["9F66 2..<6", "009A 6..<9"])
  }

  @Test func cutsValuesWhereTheyEnd() {
    var memory = DOLMemory()
    observe(Self.visa, visit: 1, by: &memory)
    // Of three bytes the first value takes all, the second none.
    let values = memory.withList(0x9F38, visit: 1, channel: 0) { list, range in
      var walker = DOLValueWalker(list: range, values: 0..<3)
      var found: [Range<Int>] = []
      while let next = walker.next(list: list) { found.append(next.value) }
      return found
    }
    #expect(values == [0..<3, 3..<3])
  }

  @Test func forgetsAListWithItsApplication() {
    var memory = DOLMemory()
    observe(Self.visa, visit: 1, by: &memory)
    let other = HandMadeExchange(
      command: ["00A4040005A000000004FFFF"], answer: ["9000FFFF"], header: 0)
    observe(other, visit: 1, by: &memory)
    #expect(isKnown(0x9F38, in: memory, visit: 1) == false)
  }

  @Test func keepsVisitsAndChannelsApart() {
    var memory = DOLMemory()
    observe(Self.visa, visit: 1, by: &memory)
    var onChannel = Self.visa
    onChannel.exchange.channel = 2
    observe(onChannel, visit: 7, by: &memory)
    #expect(isKnown(0x9F38, in: memory, visit: 1))
    #expect(!isKnown(0x9F38, in: memory, visit: 7))
    #expect(isKnown(0x9F38, in: memory, visit: 7, channel: 2))
    memory.forget(visit: 1)
    #expect(!isKnown(0x9F38, in: memory, visit: 1))
  }

  @Test func addsTheListsOfARecord() {
    var memory = DOLMemory()
    observe(Self.visa, visit: 1, by: &memory)
    let record = HandMadeExchange(
      command: ["00B2010C00FFFF"], answer: ["70058C039F02069000FFFF"], header: 0)
    observe(record, visit: 1, by: &memory)
    #expect(isKnown(0x8C, in: memory, visit: 1))
    #expect(isKnown(0x9F38, in: memory, visit: 1))
  }

  /// A span may not be taken of a static.
  private func observe(_ made: HandMadeExchange, visit: Int, by memory: inout DOLMemory) {
    memory.observe(made.exchange, visit: visit, bytes: made.story.bytes.span)
  }

  private func isKnown(_ tag: UInt32, in memory: DOLMemory, visit: Int, channel: UInt8 = 0) -> Bool
  {
    memory.withList(tag, visit: visit, channel: channel) { _, _ in true } ?? false
  }
}
