import Bytes
import Tags
import Testing
import TraceFormat

@testable import Analysis
@testable import Decoding

/// What reads and writes of ISO/IEC 15693 cards show of their memory.
@Suite struct Type5MemoryTests {
  /// A conversation in lines; each frame's CRC is put behind it.
  private func told(_ text: String) -> Told {
    var conversation = Conversation(link: .nfcV)
    for line in text.split(separator: "\n") {
      let hex = line.dropFirst().filter { $0 != " " }
      let bytes = Hex.bytes(hex) ?? []
      let crc = Checksum.crcB(bytes.span)
      conversation.add(
        line.first == ">" ? .toCard : .fromCard,
        hex + Hex.text([UInt8(crc & 0xFF), UInt8(crc >> 8)]))
    }
    return conversation.told()
  }

  private static let card = "> 260100\n< 00008877665544 0104E0\n"

  @Test func singleMultipleAndExtendedReadsAreOneMemory() {
    let told = told(
      Self.card + """
        > 022000
        < 00E1400E01
        > 02230101
        < 000308D10104550178
        > 02300300
        < 002E79FE00
        """)
    // Bits 37 and 36 of the UID, in 44h, are 0: an ICODE SLI.
    #expect(
      told.outcomes.first?.long == """
        Type 5 tag (ICODE SLI), 112 bytes (CC E1 40 0E 01), writable, READ_MULTIPLE; NDEF message \
        in 8 bytes, blocks 1–3
        """)
    #expect(told.message?.bytes == Hex.bytes("D101045501782E79"))
    #expect(told.findings.isEmpty)
    #expect(told.contents.first?.identity.uid == Hex.bytes("E004014455667788"))
  }

  /// The option flag (62): a byte of status before each block; blocks 0 and 1 are locked.
  @Test func securityStatusStandsBeforeEachBlock() {
    let told = told(Self.card + "> 42230002\n< 0001E1400E01 010300FE00 0000000000\n")
    #expect(told.contents.first?.image.bytes == Hex.bytes("E1400E010300FE0000000000"))
    #expect(told.messages(.memoryLocked) == ["blocks 0–1: locked by its security status"])
    #expect(
      told.findings.first { $0.id == .memoryLocked }?.places.first
        == Place(frame: 4, bytes: 1..<2))
  }

  /// A card that leaves the status out although it was asked for.
  @Test func statusThatWasAskedForAndLeftOut() {
    let told = told(Self.card + "> 422000\n< 00E1400E01\n> 422001\n< 000300FE00\n")
    #expect(told.contents.first?.image.unit == 4)
    #expect(told.contents.first?.image.bytes == Hex.bytes("E1400E010300FE00"))
  }

  @Test func systemInformationTellsHowMuchThereIs() {
    // 8 blocks of 4 bytes; the container claims 112.
    let told = told(
      Self.card + "> 022B\n< 000F8877665544 0104E0 0000 0703 01\n> 022000\n< 00E1400E01\n")
    #expect(
      told.messages(.memoryContainer) == [
        "the container claims 112 bytes for data, the chip has 28"
      ])
    #expect(told.contents.first?.size == 32)
  }

  @Test func writesChangeWhatLaterReadsMustShow() {
    let told = told(
      Self.card + """
        > 022001
        < 000300FE00
        > 02210103 04D101
        < 00
        > 022001
        < 000304D101
        > 022001
        < 000304D102
        """)
    #expect(
      told.messages(.memoryConflict) == [
        "block 1: byte 3 is 02, and was written as 01 in frame 5"
      ])
    #expect(told.contents.first?.image.written == 3)
  }

  /// E007A0: a glucose sensor, whose memory changes every minute.
  @Test func aSensorThatMeasuresContradictsNothing() {
    let told = told(
      "> 260100\n< 00005544332211A007E0\n> 022003\n< 000011223344556677\n"
        + "> 022003\n< 000011223344556678\n")
    #expect(told.messages(.memoryConflict).isEmpty)
  }

  @Test func refusedWritesAndLocks() {
    // 12: the block is locked.
    let told = told(Self.card + "> 022201\n< 00\n> 022101AABBCCDD\n< 0112\n")
    #expect(
      told.messages(.memoryPermanent) == ["blocks are locked in block 1: this cannot be undone"])
    #expect(told.messages(.memoryWriteRefused) == ["COMMAND is refused"])
    #expect(
      told.findings.first { $0.id == .memoryWriteRefused }?.notes == [
        "block 1 may be locked, or need a password"
      ])
  }

  @Test func aPartialCaptureIsNoBadTag() {
    let told = told(Self.card + "> 02230001\n< 00E1400E01 0310D101\n")
    #expect(
      told.messages(.memoryIncomplete) == [
        "the NDEF message has 16 bytes, 2 seen: needs blocks 02h–05h, which were not captured"
      ])
    #expect(told.findings.count == 1)
  }

  @Test func aPromisedCommandThatIsRefused() {
    let told = told(Self.card + "> 022000\n< 00E1400E01\n> 02230103\n< 0101\n")
    #expect(
      told.messages(.memoryContainer) == [
        "the container says that READ_MULTIPLE is there, and the tag refused it"
      ])
  }

  /// Flag 0A: block numbers of two bytes, as M24LR chips have them.
  @Test func longNumbersOfTheProtocolExtension() {
    let told = told(Self.card + "> 0A200001\n< 0011223344\n")
    #expect(told.contents.first?.image[1024..<1028] == [0x11, 0x22, 0x33, 0x44])
  }

  @Test func damageTrapsNothing() {
    let lines =
      (Self.card + """
        > 022B
        < 000F8877665544 0104E0 0000 0703 01
        > 42230002
        < 0001E1400E01 010300FE00 0000000000
        > 02240101 0304D101 04550178
        < 00
        > 022C0003
        < 0000010203
        > 023C00000300
        < 0000010203
        > 023B0F
        < 000F8877665544 0104E0 0000 FF0703 01
        > 02320100
        < 00
        """).split(separator: "\n").map(String.init)
    for index in lines.indices {
      let count = lines[index].dropFirst().filter { $0 != " " }.count / 2
      for byte in 0..<count {
        for mask in [0x01, 0x80, 0xFF] as [UInt8] {
          var changed = lines
          var bytes = Hex.bytes(lines[index].dropFirst().filter { $0 != " " }) ?? []
          bytes[byte] ^= mask
          changed[index] = "\(lines[index].prefix(1)) \(Hex.text(bytes))"
          #expect(told(changed.joined(separator: "\n")).outcomes.count > 0)
          changed[index] = "\(lines[index].prefix(1)) \(Hex.text(Array(bytes[..<byte])))"
          #expect(told(changed.joined(separator: "\n")).outcomes.count > 0)
        }
      }
    }
  }
}
