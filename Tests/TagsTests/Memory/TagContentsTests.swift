import Bytes
import Testing

@testable import Tags

@Suite struct TagContentsTests {
  /// A Type 2 tag of these pages, all of them seen.
  private func tag(_ hex: String, version: String = "", from page: Int = 0) -> TagContents {
    var image = MemoryImage(unit: 4)
    let bytes = Hex.bytes(hex) ?? []
    image.lay(bytes.span, at: 4 * page, from: MemoryOrigin(frame: 1, offset: 0), as: .read)
    var identity = TagIdentity()
    identity.version = Hex.bytes(version) ?? []
    return TagContents(type2: image, identity)
  }

  private static let head = "041122BF3344556644480000E1101200"

  @Test func readsSerialContainerAndMessage() {
    let contents = tag(
      Self.head + "0103A00C34031B9101055402656E68691101055402656E68695101055402656E6869FE")
    #expect(contents.capacity == 144)
    #expect(contents.isFormatted == true)
    #expect(contents.isWritable == true)
    #expect(contents.version == 0x10)
    #expect(contents.faults == [])
    #expect(contents.messages.map(\.length) == [27])
    #expect(contents.messages.first?.isWhole == true)
    #expect(contents.messages.first?.places == [23..<50])
  }

  /// 88 ^ 04 ^ 11 ^ 22 = BF, 33 ^ 44 ^ 55 ^ 66 = 44.
  @Test func checkBytesAreChecked() {
    #expect(
      tag("041122BE3344556645480000").faults == [
        MemoryFault(.checksum(.bcc0, found: 0xBE, computed: 0xBF), at: 3..<4),
        MemoryFault(.checksum(.bcc1, found: 0x45, computed: 0x44), at: 8..<9),
      ])
  }

  @Test func saysWhichPagesAreNeeded() {
    // Pages 3 to 7 of a tag whose message has 21 bytes: it ends at byte 43, and byte 44 tells so.
    let contents = tag("E1101200" + "0103A00C440315D101115402656E3334", from: 3)
    #expect(contents.needs == [32..<44, 44..<45])
    #expect(contents.messages.first?.bytes.count == 9)
    #expect(contents.faults == [])
    // Without the container the layout is told by the data alone, and nothing is called wrong.
    let bare = tag("0103A00C440315D101115402656E3334", from: 4)
    #expect(bare.isInferred)
    #expect(bare.needs == [32..<44, 44..<45])
    #expect(bare.faults == [])
  }

  @Test func aLockControlOfAnotherChipLocksTooMuch() {
    let fault = MemoryFault(
      .lockCoverage(locks: 256, dynamic: 96, isNamed: true), at: 18..<21)
    #expect(
      tag(Self.head + "0103A010440300FE", version: "0004040201000F03").faults == [fault])
    #expect(tag(Self.head + "0103A00C340300FE", version: "0004040201000F03").faults == [])
  }

  @Test func theTwoKindsOfBlankDiffer() {
    #expect(tag(Self.head + "0300FE00").remarks.map(\.kind) == [.empty])
    let empty = tag(Self.head + "0303D00000FE0000")
    #expect(empty.remarks == [])
    #expect(empty.messages.first?.bytes == [0xD0, 0x00, 0x00])
  }

  /// NTAG212 has user memory up to page 35, which ten bits lock by two pages; the others lock nothing.
  @Test func lockBitsBehindTheMemoryLockNothing() {
    let pages = String(repeating: "00000000", count: 32)
    let contents = tag(
      "041122BF3344556644480000E1101000" + pages + "FFFFFF00", version: "0004040101000E03")
    #expect(contents.remarks.contains { $0.kind == .locked(64..<144) })
  }

  @Test func lockBitsAreTold() {
    // Byte 10 bits 4 to 7 lock pages 4 to 7, byte 11 pages 8 to 15.
    let contents = tag("041122BF334455664448F0FFE1101200" + "0300FE00")
    #expect(contents.remarks.contains { $0.kind == .locked(16..<64) })
    #expect(contents.isWritable == false)
  }

  @Test func versionsNameChips() {
    let chips = [
      ("0004040201000F03", "NTAG213"), ("0004040201001103", "NTAG215"),
      ("0004040201001303", "NTAG216"), ("0004030101000B03", "MIFARE Ultralight EV1 (48 bytes)"),
    ]
    for (version, name) in chips {
      #expect(Type2Chip(version: Hex.bytes(version) ?? [])?.name == name)
    }
    #expect(Type2Chip(version: []) == nil)
  }

  private func container(_ hex: String) -> TagContents {
    var image = MemoryImage(unit: 1)
    let bytes = Hex.bytes(hex) ?? []
    image.lay(bytes.span, at: 0, from: MemoryOrigin(frame: 1, offset: 0), as: .read)
    return TagContents(container: image)
  }

  @Test func everyFieldOfAContainerIsChecked() {
    #expect(container("000F20005400FF0406E104FFFE0000").faults == [])
    #expect(
      container("001120FFFFFFFF0406E104FFFE00FF").faults.map(\.kind) == [
        .containerLength(claimed: 17, described: 15), .needsExtended(mle: 65_535, mlc: 65_535),
      ])
    #expect(
      container("000F50000E00FF0406E10300040180").faults.map(\.kind) == [
        .file(0xE103), .fileSize(4), .access(read: 1, write: 0x80), .version(0x50),
        .transferSize(isRead: true, 14),
      ])
    #expect(container("000720003B0034").faults.map(\.kind) == [.noFile])
    // Mapping 3.0: an extended file with a length of four bytes.
    let extended = container("001130003B00340608E104000100000000")
    #expect(extended.faults == [])
  }

  @Test func aFileTellsItsMessage() {
    var image = MemoryImage(unit: 1)
    let bytes = Hex.bytes("000BD101075402656E41424344") ?? []
    image.lay(bytes.span, at: 0, from: MemoryOrigin(frame: 1, offset: 0), as: .read)
    let contents = TagContents(type4: image, file: nil, identifier: 0xE104, version: nil)
    #expect(contents.messages.first?.bytes.count == 11)
    #expect(contents.part == "file E104")
    let file = Type4Container.File(
      kind: .ndef, identifier: 0xE104, size: 8, read: 0, write: 0xFF, place: 0..<0)
    let small = TagContents(type4: image, file: file, identifier: 0xE104, version: 0x20)
    #expect(small.faults.map(\.kind) == [.messageLength(claimed: 11, room: 6)])
    #expect(small.isWritable == false)
  }
}
