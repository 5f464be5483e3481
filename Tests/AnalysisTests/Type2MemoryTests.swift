import Bytes
import Tags
import Testing
import TraceFormat

@testable import Analysis
@testable import Decoding

/// What commands of Type 2 tags show of a chip and its memory.
@Suite struct Type2MemoryTests {
  private func told(_ text: String) -> Told {
    var conversation = Conversation()
    for (direction, hex) in [
      (.toCard, "26"), (.fromCard, "4400"), (.toCard, "9320"), (.fromCard, "8804A1B29F"),
      (.toCard, "9520"), (.fromCard, "C3D4E5F604"),
    ] as [(Direction, String)] {
      conversation.add(direction, hex)
      if hex == "8804A1B29F" {
        conversation.add(.toCard, "93708804A1B29F", crc: true)
        conversation.add(.fromCard, "04", crc: true)
      }
    }
    conversation.add(.toCard, "9570C3D4E5F604", crc: true)
    conversation.add(.fromCard, "00", crc: true)
    for line in text.split(separator: "\n") {
      let hex = line.dropFirst().filter { $0 != " " }
      let isCommand = line.first == ">"
      // An acknowledgement has no CRC.
      conversation.add(
        isCommand ? .toCard : .fromCard, hex, crc: isCommand || hex != "0A")
    }
    return conversation.told()
  }

  @Test(
    "Only the lock bits of page 40 lock: its last byte is reserved, and reads BD",
    arguments: [("000000BD", 0), ("0100007F", 1), ("000001BD", 1)])
  func dynamicLockBits(data: String, count: Int) {
    let told = told("> 60\n< 0004040201000F03\n> A228\(data)\n< 0A\n")
    #expect(told.messages(.memoryPermanent).count == count)
  }

  @Test func aChipThatNamedItselfIsNamedWithoutItsMemory() {
    // 60: GET_VERSION; 3E 00: CHECK_TEARING_EVENT.
    let told = told("> 60\n< 0004030101000B03\n> 3E00\n< BD\n")
    #expect(
      told.outcomes.map(\.long) == [
        "MIFARE Ultralight EV1, 48 bytes (MF0UL11): 2 commands, answered"
      ])
  }

  /// FAST_READ with a CMAC (eight bytes) behind it, whose last page is in front of its first: 3 - 5 + 1
  /// pages of four bytes and a CMAC are four bytes, which is what comes.
  @Test("Pages that run backwards lay nothing", arguments: ["01020304", "0102030405060708"])
  func securedPagesRunBackwards(answer: String) {
    let last = answer.count == 8 ? "03" : "04"
    let told = told("> 3A05\(last)0000000000000000\n< \(answer)\n")
    #expect(told.outcomes.count == 1)
    #expect(told.outcomes.flatMap(\.contents).allSatisfy { $0.image.seen == 0 })
  }
}
