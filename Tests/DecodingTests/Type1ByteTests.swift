import Bytes
import Testing
import TraceFormat

@testable import Decoding

/// Topaz as it is sniffed: every byte of a command is a frame of its own.
@Suite struct Type1ByteTests {
  /// RID and READ of byte 8, as bytes; CRC_B of `78 00 00 00 00 00 00` is D0 43 (NFC Forum Type 1
  /// Tag, and nfcpy's), the others are computed.
  private static func talk(_ commands: [(String, String)]) -> Story {
    var lines = "on\n> 26\n< 0C00\n"
    for (command, answer) in commands {
      let bytes = Hex.bytes(command) ?? []
      let crc = Checksum.crcB(bytes.span)
      for byte in bytes + [UInt8(crc & 0xFF), UInt8(crc >> 8)] {
        lines += "+0\n> \(Hex.text(byte, digits: 2))\n"
      }
      lines += answer.isEmpty ? "" : "<b \(answer)\n"
    }
    return Talk(lines, link: .nfcA).story()
  }

  private func exchanges(_ story: Story) -> [(Exchange, Step)] {
    story.entries.compactMap { entry in
      guard case .step(let step, _) = entry, case .exchange(let exchange) = step.content else {
        return nil
      }
      return (exchange, step)
    }
  }

  @Test func tellsOneCommand() throws {
    let rid: [UInt8] = [0x78, 0, 0, 0, 0, 0, 0]
    let crc = Checksum.crcB(rid.span)
    #expect(crc == 0x43D0)
    let story = Self.talk([
      ("78000000000000", "114811223344"), ("01080011223344", "08E1"),
      // 26 and 52 are bytes of a command here, not REQA and WUPA.
      ("53522611223344", "5226"),
    ])
    let found = exchanges(story)
    #expect(found.map(\.0.form) == [.type1, .type1, .type1])
    #expect(
      found.map { Hex.text(story.bytes[$0.0.command.range]) } == [
        "78000000000000", "01080011223344", "53522611223344",
      ])
    #expect(
      found.map { Hex.text(story.bytes[$0.0.answer.range]) } == ["114811223344", "08E1", "5226"])
    // Field on, REQA and ATQA are frames 1 to 3; nine bytes and an answer each follow.
    #expect(found.map(\.1.frames) == [4...13, 14...23, 24...33])
    #expect(story.defects.isEmpty)
    let place = try #require(story.place(of: 1..<2, in: found[1].0.commandSegments))
    #expect(place == Place(frame: 15, bytes: 0..<1))
  }

  @Test func saysThatTheCRCIsWrong() {
    let bytes = ["78", "00", "00", "00", "00", "00", "00", "D0", "44"]
    let story = Talk(
      "on\n> 26\n< 0C00\n" + bytes.map { "+0\n> \($0)\n" }.joined() + "<b 114811223344\n",
      link: .nfcA
    ).story()
    #expect(exchanges(story).map(\.0.commandDamage) == [.badCRC])
    #expect(
      story.defects.contains {
        if case .crc = $0.kind { $0.place.frame == 12 } else { false }
      })
  }

  @Test func tellsWhatBrokeOff() {
    let story = Talk(
      "on\n> 26\n< 0C00\n+0\n> 01\n+0\n> 08\n+100\n> 00\n> 26\n< 0C00\n", link: .nfcA
    ).story()
    let found = exchanges(story)
    #expect(found.map { Hex.text(story.bytes[$0.0.command.range]) } == ["010800"])
    #expect(found.first?.0.outcome == .unanswered)
  }

  /// Any bytes, one a frame, in any order: told, and never a trap.
  @Test func bearsAnything() {
    var seed: UInt64 = 0x9E37_79B9_7F4A_7C15
    for _ in 0..<200 {
      var lines = "on\n> 26\n< 0C00\n"
      for _ in 0..<40 {
        seed ^= seed << 13
        seed ^= seed >> 7
        seed ^= seed << 17
        let codes: [UInt8] = [0x78, 0x00, 0x01, 0x10, 0x02, 0x26, 0x52, UInt8(seed >> 32 & 0xFF)]
        let byte = codes[Int(seed & 7)]
        lines += "+0\n\(seed >> 8 & 15 == 0 ? "<" : ">") \(Hex.text(byte, digits: 2))\n"
      }
      #expect(!Talk(lines, link: .nfcA).story().entries.isEmpty)
    }
  }
}
