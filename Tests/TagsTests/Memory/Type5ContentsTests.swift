import Bytes
import Testing

@testable import Tags

/// Type 5 tags (NFC Forum Type 5 Tag).
@Suite struct Type5ContentsTests {
  @Test func aMessageBehindAContainerOfFourBytes() {
    // E1: block numbers of one byte; 1.0, read and write always; 8 × 14 bytes; READ_MULTIPLE.
    let contents = TagContents(
      type5: .seen("E1400E01 0308D101 04550178 2E79FE00 00000000"), size: 112)
    #expect(contents.capacity == 112)
    #expect(contents.isWritable == true)
    #expect(contents.version == 0x10)
    #expect(contents.features == .multipleBlocks)
    #expect(contents.faults.isEmpty)
    #expect(contents.messages.map(\.bytes) == [Hex.bytes("D101045501782E79")])
    #expect(contents.needs.isEmpty)
  }

  @Test func aContainerOfEightBytesHasALengthOfTwo() {
    // MLEN 0400h: 8192 bytes.
    let contents = TagContents(type5: .seen("E2400001 00000400 0300FE00"))
    #expect(contents.capacity == 8192)
    #expect(contents.messages.map(\.length) == [0])
    #expect(TagContents(type5: .seen("E2400001")).needs == [4..<8])
  }

  /// 03 FF 0103: 259 bytes, behind a container of eight; C1 … 000000FE: a long record.
  @Test func aLengthOfThreeBytes() {
    let record = "C101000000FC5501" + String(repeating: "61", count: 251)
    let contents = TagContents(
      type5: .seen("E2400001 00000100 03FF0103" + record + "FE", unit: 8))
    #expect(contents.messages.map(\.bytes) == [Hex.bytes(record)])
    #expect(contents.messages.map(\.length) == [259])
  }

  @Test func whatWasNotReadIsNeeded() {
    let contents = TagContents(type5: .seen("E1400E01 0310D101"))
    // The message goes to byte 21, behind which its Terminator would follow.
    #expect(contents.needs == [8..<22, 22..<23])
    #expect(contents.messages.map(\.isWhole) == [false])
    #expect(contents.faults.isEmpty)
  }

  @Test(
    "What a container may not say",
    arguments: [
      // Major version 0; reading 1 is reserved, writing 1, too; 2040 bytes of 112; read-only is right.
      ("E1000E01", [MemoryFault(.version(0x00), at: 1..<2)], true),
      ("E1440E01", [MemoryFault(.access(read: 1, write: 0), at: 1..<2)], true),
      ("E1410E01", [MemoryFault(.access(read: 0, write: 1), at: 1..<2)], nil),
      ("E140FF01", [MemoryFault(.size(claimed: 2040, of: 108), at: 2..<3)], true),
      ("E1430E01", [], false),
    ] as [(String, [MemoryFault], Bool?)])
  func containerFaults(hex: String, faults: [MemoryFault], isWritable: Bool?) {
    let contents = TagContents(type5: .seen(hex), size: 112)
    #expect(contents.faults == faults)
    #expect(contents.isWritable == isWritable)
  }

  @Test func aCommandThatIsPromisedAndRefused() {
    let contents = TagContents(type5: .seen("E1400E01"), isMultipleRefused: true)
    #expect(contents.faults == [MemoryFault(.multipleBlocks, at: 3..<4)])
    #expect(TagContents(type5: .seen("E1400E00"), isMultipleRefused: true).faults.isEmpty)
  }

  @Test func noContainerIsNoTag() {
    #expect(TagContents(type5: .seen("00000000")).isFormatted == false)
    #expect(TagContents(type5: .seen("00000000")).faults.isEmpty)
  }

  @Test func aMessageWithoutItsContainerIsInferred() {
    let contents = TagContents(type5: .seen("0308D101 04550178 2E79FE00", at: 4))
    #expect(contents.isInferred)
    #expect(contents.messages.map(\.bytes) == [Hex.bytes("D101045501782E79")])
    #expect(!TagContents(type5: .seen("55AA55AA", at: 4)).isInferred)
  }

  @Test func lockedBlocksAreRunsAndMakeItReadOnly() {
    // Blocks 0 to 2 by a user, 3 by the maker, 5.
    let some = TagContents(
      type5: .seen("E1400201 03000000"), status: .seen("010101020001", unit: 1))
    #expect(some.remarks.filter { $0.kind == .lockedBlocks }.map(\.range) == [0..<4, 5..<6])
    #expect(some.isWritable == true)
    // 16 bytes of data are blocks 1 to 4.
    let all = TagContents(
      type5: .seen("E1400201 03000000"), status: .seen("0001010101", unit: 1))
    #expect(all.isWritable == false)
  }

  @Test func damageTrapsNothing() {
    let whole =
      Hex.bytes("E2400001000004000103A00C340203600402FD03AABBCC03FF0010D1010C5501FE") ?? []
    for index in whole.indices {
      for mask in [0x01, 0x10, 0x80, 0xFF] as [UInt8] {
        var bytes = whole
        bytes[index] ^= mask
        for unit in [1, 3, 4, 8, 32] {
          let image = MemoryImage(unit: unit, word: .block, dump: Array(bytes))
          let contents = TagContents(type5: image, size: index, status: image)
          #expect(contents.messages.allSatisfy { $0.bytes.count <= $0.length })
        }
      }
      let cut = MemoryImage(unit: 4, word: .block, dump: Array(whole[..<index]))
      #expect(TagContents(type5: cut).messages.allSatisfy { $0.bytes.count <= $0.length })
    }
  }
}
