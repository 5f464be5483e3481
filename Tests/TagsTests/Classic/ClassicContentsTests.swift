import Bytes
import Testing

@testable import Tags

/// MIFARE Classic with its NDEF mapping (NXP AN1304, AN10787).
@Suite struct ClassicContentsTests {
  private func bytes(_ hex: String) -> [UInt8] { Hex.bytes(hex.filter { $0 != " " }) ?? [] }

  /// A card of 16 sectors, all of them NDEF, with a trailer in each: key A, access bits 7F 07 88, 40,
  /// key B; in sector 0 78 77 88 C1, as an NDEF card has it.
  private func card(directory: String = "1401" + String(repeating: "03E1", count: 15)) -> [UInt8] {
    var card = [UInt8](repeating: 0, count: 1024)
    for sector in 0..<16 {
      let access = sector == 0 ? "787788C1" : "7F078840"
      let trailer = bytes("D3F7D3F7D3F7" + access + "FFFFFFFFFFFF")
      card.replaceSubrange(64 * sector + 48..<64 * sector + 64, with: trailer)
    }
    card.replaceSubrange(16..<48, with: bytes(directory))
    return card
  }

  private func contents(_ card: [UInt8], uid: [UInt8] = []) -> TagContents {
    var identity = TagIdentity()
    identity.uid = uid
    return TagContents(classic: MemoryImage(unit: 16, dump: card), identity)
  }

  @Test(
    "The directory's check byte",
    arguments: [
      // Blocks 1 and 2 of a MIFARE Plus card, and of a card laid out for NDEF.
      ("00563D563C563C563C563C563C0000" + String(repeating: "00", count: 16), 0x30),
      ("01" + String(repeating: "03E1", count: 15), 0x14),
    ] as [(String, UInt8)])
  func directoryChecksum(hex: String, check: UInt8) {
    #expect(ApplicationDirectory.checksum(bytes(hex)) == check)
  }

  @Test func ndefSectorsAreThoseOfTheDirectory() throws {
    var card = card()
    card[64] = 0x03
    card[65] = 50
    let message = bytes("D1012E5500") + [UInt8](repeating: 0x61, count: 45)
    // 46 bytes in sector 1, over its trailer, 4 in sector 2.
    card.replaceSubrange(66..<112, with: message[..<46])
    card.replaceSubrange(128..<132, with: message[46...])
    card[132] = 0xFE
    let contents = contents(card)
    #expect(contents.messages.map(\.bytes) == [message])
    // 15 sectors of 48 bytes.
    #expect(contents.capacity == 720)
    #expect(contents.faults.isEmpty)
    #expect(contents.needs.isEmpty)
    #expect(contents.isWritable == true)
    #expect(contents.version == 0x10)
    #expect(contents.secrets.contains { $0.range == 48..<54 && $0.kind == .key })
    #expect(contents.secrets.contains { $0.range == 58..<64 && $0.kind == .key })
  }

  @Test func aWrongCheckByteIsAFault() {
    let contents = contents(card(directory: "1501" + String(repeating: "03E1", count: 15)))
    #expect(
      contents.faults == [MemoryFault(.checksum(.mad, found: 0x15, computed: 0x14), at: 16..<17)])
  }

  /// CRC over 3F and the entries: a publisher's sector 63 that no card has.
  @Test func aPublisherThatCannotBe() {
    let rest = "3F" + String(repeating: "03E1", count: 15)
    let check = ApplicationDirectory.checksum(bytes(rest))
    let contents = contents(card(directory: Hex.text([check]) + rest))
    #expect(contents.faults == [MemoryFault(.publisher(63), at: 17..<18)])
  }

  @Test func aCardWithoutDirectoryHasNone() {
    var card = card(directory: String(repeating: "00", count: 32))
    card[57] = 0x69
    let contents = contents(card)
    #expect(contents.isFormatted == nil)
    #expect(contents.classic?.directories.isEmpty == true)
    #expect(contents.faults.isEmpty)
  }

  @Test func accessBitsAreCheckedBesideTheirComplements() {
    var card = card()
    card[64 * 5 + 48 + 6] ^= 0x10
    let contents = contents(card)
    #expect(contents.faults == [MemoryFault(.accessBits(sector: 5), at: 374..<377)])
  }

  /// 78 77 88: C1 0111, C2 1000, C3 1000, a block a bit from the right; 7F 07 88: C1 0000, C2 and C3
  /// 1000. In a number C1 is bit 3, C3 bit 2, C2 bit 1.
  @Test func accessBitsByBlock() throws {
    let trailers = try #require(contents(card()).classic?.trailers)
    #expect(trailers.count == 16)
    #expect((0..<4).map { trailers[0].access($0) } == [4, 4, 4, 3])
    #expect((0..<4).map { trailers[1].access($0) } == [0, 0, 0, 3])
    // The trailer from the factory: C1 0, C3 1, C2 0.
    #expect(SectorTrailer.access(3, 0x07, 0x80) == 2)
  }

  @Test func aReadOnlySectorMakesItReadOnly() {
    var card = card()
    card[64 + 48 + 9] = 0x43
    #expect(contents(card).isWritable == false)
    card[64 + 48 + 9] = 0x42
    #expect(
      contents(card).faults == [MemoryFault(.access(read: 0, write: 2), at: 121..<122)])
    card[64 + 48 + 9] = 0x80
    #expect(contents(card).faults == [MemoryFault(.version(0x20), at: 121..<122)])
  }

  @Test func serialNumbersOfFourBytesHaveACheckByte() {
    var card = card()
    card.replaceSubrange(0..<5, with: [0x11, 0x22, 0x33, 0x44, 0x45])
    // 11 ^ 22 ^ 33 ^ 44 = 44.
    #expect(
      contents(card, uid: [0x11, 0x22, 0x33, 0x44]).faults
        == [MemoryFault(.checksum(.bcc, found: 0x45, computed: 0x44), at: 4..<5)])
  }

  @Test func aCardWithoutDirectoryIsInferredFromItsData() {
    // Blocks 4 and 5.
    let contents = TagContents(
      classic: .seen(
        "0000030ED1010A5402656E6578616D70 6C65FE00000000000000000000000000", unit: 16, at: 64))
    #expect(contents.isInferred)
    #expect(contents.messages.map(\.bytes) == [bytes("D1010A5402656E6578616D706C65")])
    #expect(contents.capacity == nil)
  }

  /// Sector 16 has the second directory; the message goes over sectors 15 and 17.
  @Test func aSecondDirectoryLiesInTheMessage() throws {
    var card = card() + [UInt8](repeating: 0, count: 3072)
    card[57] = 0xC2
    for place in SectorTrailer.places(in: 1024..<4096) {
      card.replaceSubrange(place, with: bytes("D3F7D3F7D3F77F078840FFFFFFFFFFFF"))
    }
    let rest = "01" + String(repeating: "03E1", count: 23)
    card.replaceSubrange(1024..<1072, with: bytes("00" + rest))
    card[1024] = ApplicationDirectory.checksum(bytes(rest))
    let contents = contents(card)
    #expect(contents.classic?.ndef == Array(1...15) + Array(17...39))
    // 15 and 15 small ones, 8 large ones of 15 blocks.
    #expect(contents.capacity == 30 * 48 + 8 * 240)
    #expect(contents.faults.isEmpty)
  }

  @Test func damageTrapsNothing() {
    var whole = card()
    whole.replaceSubrange(64..<80, with: bytes("03FF02C3C101000002BC55 0161616161"))
    for index in 0..<192 {
      for mask in [0x01, 0x80, 0xFF] as [UInt8] {
        var card = whole
        card[index] ^= mask
        #expect(contents(card).messages.allSatisfy { $0.bytes.count <= $0.length })
      }
      #expect(
        contents(Array(whole[..<(4 * index)])).messages.allSatisfy { $0.bytes.count <= $0.length })
    }
  }
}
