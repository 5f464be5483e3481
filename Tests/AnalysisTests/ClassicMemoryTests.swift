import Bytes
import Tags
import Testing
import TraceFormat

@testable import Analysis
@testable import Decoding

/// What plain reads and writes of MIFARE Classic cards show of their memory.
@Suite struct ClassicMemoryTests {
  /// A changeable card that answers without its cipher.
  private func told(_ text: String, opening: Bool = true) -> Told {
    var conversation = Conversation()
    if opening {
      for (direction, hex) in [
        (.toCard, "26"), (.fromCard, "0400"), (.toCard, "9320"), (.fromCard, "1122334444"),
      ] as [(Direction, String)] { conversation.add(direction, hex) }
      conversation.add(.toCard, "93701122334444", crc: true)
      conversation.add(.fromCard, "08", crc: true)
    }
    for line in text.split(separator: "\n") {
      let hex = line.dropFirst().filter { $0 != " " }
      conversation.add(line.first == ">" ? .toCard : .fromCard, hex, crc: hex.count > 2)
    }
    return conversation.told()
  }

  private static let directory = """
    > 3001
    < 140103E103E103E103E103E103E103E1
    > 3002
    < 03E103E103E103E103E103E103E103E1
    > 3003
    < 000000000000787788C1000000000000

    """

  @Test func directoryAndMessage() {
    let told = told(
      Self.directory + """
        > 3004
        < 0308D101045501782E79FE0000000000
        > 3007
        < 0000000000007F078840000000000000
        """)
    #expect(
      told.outcomes.first?.long == """
        MIFARE Classic, 720 bytes, NDEF mapping 1.0, writable; NDEF message in 8 bytes, block 4; \
        directory: 03E1 (NDEF) in sectors 1–15
        """)
    #expect(told.message?.bytes == Hex.bytes("D101045501782E79"))
    #expect(told.contents.first?.secrets.contains { $0.range == 112..<118 } == true)
  }

  @Test func aWrongCheckByteIsFoundInItsFrame() {
    let told = told(Self.directory.replacingOccurrences("< 1401", "< 1501"))
    #expect(told.messages(.memoryChecksum) == ["the MAD's CRC is 15, computed 14"])
    #expect(
      told.findings.first { $0.id == .memoryChecksum }?.places.first
        == Place(frame: 8, bytes: 0..<1))
  }

  @Test func accessBitsAreSaidOnce() {
    let told = told("> 3007\n< 0000000000007F078940000000000000\n")
    #expect(told.findings.filter { $0.id == .memoryAccessBits }.count == 1)
  }

  @Test func aValueThatItsComplementContradicts() {
    let told = told("> 3005\n< 05000000FBFFFFFF0500000005FA05FA\n")
    #expect(
      told.messages(.memoryChecksum) == [
        "the complement in value block 5 is FFFFFFFB, computed FFFFFFFA"
      ])
  }

  @Test func writesThatAreRefusedAndTaken() {
    let data = String(repeating: "AB", count: 16)
    let told = told("> A005\n< 0A\n> \(data)\n< 0A\n> A006\n< 0A\n> \(data)\n< 04\n")
    #expect(told.contents.first?.image[80..<96] == Hex.bytes(data))
    #expect(told.messages(.memoryWriteRefused) == ["COMMAND is refused with NAK 4"])
  }

  /// ATR of PC/SC Part 3: a MIFARE Classic 1K, then an Ultralight.
  @Test(
    "A reader's own reads are blocks or pages, as the ATR says",
    arguments: [("0001", TagContents.Kind.classic), ("0003", .type2)])
  func storageCards(name: String, kind: TagContents.Kind) {
    var memory = CardMemory()
    let reset = Hex.bytes("3B8F8001804F0CA000000306" + "03\(name)00000000" + "6A") ?? []
    memory.note(reset: reset.span)
    let told = Case(
      "", "",
      apdus: [(.toCard, "FFB0000410"), (.fromCard, "0308D101045501782E79FE00000000009000")],
      facts: []
    ).conversation.told()
    for entry in told.story.entries {
      if case .step(let step, _) = entry, case .exchange(let exchange) = step.content {
        memory.take(exchange, of: step, in: told.story)
      }
    }
    #expect(memory.contents.map(\.kind) == [kind])
    #expect(memory.contents.first?.image.unit == (kind == .classic ? 16 : 4))
  }

  /// Pages 4 to 7, then 8 to 11: no block is read so.
  @Test func readsThatGoOnByPagesAreOfPages() {
    let told = Case(
      "", "",
      apdus: [
        (.toCard, "FFB0000410"), (.fromCard, "030CD101085402656E48656C6C6FFE009000"),
        (.toCard, "FFB0000810"), (.fromCard, "000000000000000000000000000000009000"),
      ], facts: []
    ).conversation.told()
    #expect(told.contents.map(\.kind) == [.type2])
    #expect(told.message?.length == 12)
  }
}

extension String {
  fileprivate func replacingOccurrences(_ old: String, _ new: String) -> String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix(old) ? new + $0.dropFirst(old.count) : String($0) }
      .joined(separator: "\n")
  }
}
