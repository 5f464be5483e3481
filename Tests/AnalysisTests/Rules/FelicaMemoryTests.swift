import Bytes
import Testing
import TraceFormat

@testable import Analysis
@testable import Decoding

/// What is said of how a Type 3 tag is read and written.
@Suite struct FelicaMemoryTests {
  private static let idm = "012E112233445566"
  /// 10+04+01+0D+01+13 = 36: four blocks a read, one a write.
  private static let attributes = "100401000D0000000000010000130036"

  private func told(_ exchanges: [(command: String, answer: String)]) -> Told {
    var conversation = Conversation(link: .nfcF)
    let poll = (
      command: "0012FC0100", answer: "01" + Self.idm + "00F1000000014300" + "12FC"
    )
    for exchange in [poll] + exchanges {
      conversation.add(.toCard, Self.packet(exchange.command))
      conversation.add(.fromCard, Self.packet(exchange.answer))
    }
    return conversation.told()
  }

  private func read(_ blocks: [Int], _ data: String) -> (command: String, answer: String) {
    let count = Hex.text(blocks.count, digits: 2)
    let list = blocks.map { "80" + Hex.text($0, digits: 2) }.joined()
    return (
      "06" + Self.idm + "010B00" + count + list, "07" + Self.idm + "0000" + count + data
    )
  }

  private static func packet(_ hex: String) -> String {
    let bytes = Hex.bytes(Hex.text(hex.count / 2 + 1, digits: 2) + hex) ?? []
    return Hex.text(bytes) + Hex.text(Checksum.crcF(bytes.span), digits: 4)
  }

  private static func zeros(_ blocks: Int) -> String { String(repeating: "00", count: 16 * blocks) }

  @Test func moreBlocksThanTheTagAllows() {
    let story = told([
      read([0], Self.attributes), read([1, 2, 3, 4], Self.zeros(4)),
      read([1, 2, 3, 4, 5], Self.zeros(5)),
    ])
    #expect(
      story.findings.filter { $0.id == .capabilityExceeded }.map(line) == [
        """
        warning capability-exceeded 7:13 command: COMMAND: 5 blocks at a time; the attribute block \
        allows 4 (Nbr)
        """
      ])
  }

  /// Before its attribute block was read, nobody knows what a tag allows.
  @Test func aReaderMayAskBeforeItKnows() {
    let story = told([read([0, 1, 2, 3, 4], Self.attributes + Self.zeros(4))])
    #expect(story.messages(.capabilityExceeded) == [])
  }

  @Test(
    "A refused write says what may be the reason, where the flag does not",
    arguments: [
      ("01A8", ["block 5 may be read-only, or want authentication or a MAC"]), ("01B2", []),
    ] as [(String, [String])])
  func refused(flags: String, notes: [String]) {
    let story = told([
      (
        "08" + Self.idm + "010900018005" + Self.zeros(1), "09" + Self.idm + flags
      )
    ])
    let found = story.findings.first { $0.id == .memoryWriteRefused }
    #expect(found?.places.first == Place(frame: 4, bytes: 10..<12))
    #expect(found?.notes == notes)
  }

  @Test func whatIsWrongWithALayoutStandsAtItsLine() {
    let damaged = "100401000D0000000000010000130037"
    let story = told([read([0], damaged), read([0], damaged)])
    let found = story.findings.filter { $0.id == .memoryChecksum }
    #expect(
      found.map(line) == [
        """
        error memory-checksum 4:27 detail: attribute block: checksum is 0037, the 14 bytes before it \
        add up to 0036
        """
      ])
    #expect(story.outcomes.first?.long == "FeliCa Lite-S, attribute block damaged")
  }

  @Test(
    "How a card's message is told",
    arguments: [
      (
        // 10+04+01+0D+0F+01+13 = 45.
        "100401000D000000000F010000130045",
        "FeliCa Lite-S, 208 bytes, writable; its update was not finished"
      ),
      ("100401000D0000000000000000000022", "FeliCa Lite-S, 208 bytes, read-only; no NDEF message"),
      (
        "100401000D0000000000010000130036",
        "FeliCa Lite-S, 208 bytes, writable; NDEF message in 19 bytes, blocks 1–2, 0 seen"
      ),
    ])
  func outcomes(block: String, words: String) {
    #expect(told([read([0], block)]).outcomes.first?.long == words)
  }
}
