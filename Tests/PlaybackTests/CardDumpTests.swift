import Bytes
import Tags
import Testing

@testable import Playback

/// Dumps in the shapes that other programs write, with a made-up card in them: UID
/// 04A1B2C3D4E5F6, whose check bytes are 88 ^ 04 ^ A1 ^ B2 = 9F and C3 ^ D4 ^ E5 ^ F6 = 04.
@Suite struct CardDumpTests {
  @Test func readsFlipper() throws {
    var text = """
      Filetype: Flipper NFC device
      Version: 4
      # Device type can be ISO14443-3A, NTAG/Ultralight or Mifare Classic
      Device type: NTAG/Ultralight
      UID: 04 A1 B2 C3 D4 E5 F6
      ATQA: 00 44
      SAK: 00
      Data format version: 2
      NTAG/Ultralight type: NTAG213
      Signature: \(Array(repeating: "07", count: 32).joined(separator: " "))
      Mifare version: 00 04 04 02 01 00 0F 03
      Counter 0: 0
      Pages total: 45

      """
    for (page, bytes) in Self.pages.enumerated() { text += "Page \(page): \(bytes)\n" }
    let dump = try #require(CardDump(Array(text.utf8)))
    #expect(dump.uid == hex("04A1B2C3D4E5F6"))
    #expect(dump.atqa == [0x44, 0x00])
    #expect(dump.memory.count == 180)
    #expect(dump.caveat == nil)
    var chip = PN532(cards: [dump.card])
    #expect(chip.ask("4A 01 00") == "01010044000704A1B2C3D4E5F6")
    #expect(chip.ask("40 01 30 04") == "00" + "0300FE00" + "00000000" + "00000000" + "00000000")
    #expect(chip.ask("42 60") == "000004040201000F03")
    #expect(chip.ask("42 3C00") == "00" + String(repeating: "07", count: 32))
  }

  /// Version 2 wrote ATQA in the order of the air.
  @Test func readsOlderFlipper() throws {
    let text = """
      Filetype: Flipper NFC device
      Version: 2
      Device type: Mifare Classic
      UID: 11 22 33 44
      ATQA: 04 00
      SAK: 08
      Block 0: 11 22 33 44 44 08 04 00 62 63 64 65 66 67 68 69
      Block 3: ?? ?? ?? ?? ?? ?? FF 07 80 69 FF FF FF FF FF FF

      """
    let dump = try #require(CardDump(Array(text.utf8)))
    #expect(dump.kind == .classic)
    #expect(dump.atqa == [0x04, 0x00])
    var chip = PN532(cards: [dump.card])
    #expect(chip.ask("4A 01 00") == "01010004080411223344")
    // Authentication fails, as it says that it does.
    #expect(chip.ask("40 01 60 00 FFFFFFFFFFFF 11223344") == "14")
    #expect(dump.caveat?.contains("cipher") == true)
  }

  @Test func readsProxmarkJSON() throws {
    var blocks: [String] = []
    for (page, bytes) in Self.pages.enumerated() {
      blocks.append("\"\(page)\": \"\(bytes.filter { $0 != " " })\"")
    }
    let text = """
      { "Created": "proxmark3", "FileType": "mfu", "Card": { "UID": "04A1B2C3D4E5F6",
        "Version": "0004040201000F03", "TBO_0": "0000", "Signature": "" },
        "blocks": { \(blocks.joined(separator: ", ")) } }
      """
    let dump = try #require(CardDump(Array(text.utf8)))
    #expect(dump.source == "Proxmark3")
    #expect(dump.uid == hex("04A1B2C3D4E5F6"))
    #expect(dump.version == hex("0004040201000F03"))
    #expect(dump.memory.count == 180)
  }

  @Test func readsMemoryImages() throws {
    let pages = Self.pages.flatMap { hex($0) }
    let plain = try #require(CardDump(pages))
    #expect(plain.uid == hex("04A1B2C3D4E5F6"))
    let head =
      hex("0004040201000F03 0000 00 2C") + [UInt8](repeating: 9, count: 32)
      + [UInt8](repeating: 0, count: 12)
    let dump = try #require(CardDump(head + pages))
    #expect(dump.version == hex("0004040201000F03"))
    #expect(dump.signature == [UInt8](repeating: 9, count: 32))
    #expect(dump.memory == pages)
    let eml = Self.pages.map { $0.filter { $0 != " " } }.joined(separator: "\n")
    #expect(CardDump(Array(eml.utf8))?.memory == pages)
  }

  /// Access bits FF 07 80: C1 = 000, C2 = 000, C3 = 001, each with its inverse.
  @Test func readsClassicImages() throws {
    let head = hex("11223344 44 08 0400 6263646566676869")
    let empty = [UInt8](repeating: 0, count: 16)
    let trailer = hex("FFFFFFFFFFFF FF078069 FFFFFFFFFFFF")
    var image = head + empty + empty + trailer
    for _ in 1..<16 { image += empty + empty + empty + trailer }
    #expect(CardDump(image)?.uid == hex("11223344"))
    var damaged = image
    for sector in 0..<8 { damaged[64 * sector + 54] ^= 1 }
    #expect(CardDump(damaged) == nil)
    let sectors = (0..<16).map { sector -> String in
      let first = sector == 0 ? head : empty
      let blocks = [first, empty, empty].map { Hex.text($0) }
      return (["+Sector: \(sector)"] + blocks + ["------------FF078069------------"])
        .joined(separator: "\n")
    }
    let mct = try #require(CardDump(Array(sectors.joined(separator: "\n").utf8)))
    #expect(mct.source == "MIFARE Classic Tool")
    #expect(mct.uid == hex("11223344"))
    #expect(mct.memory.count == 1024)
  }

  @Test(
    "Whatever is no dump is none",
    arguments: [
      "", "@ nfc-a\n> 26\n", "model ntag213", "{\"type\":\"trace\"}", "+Sector: 99", "00",
    ])
  func isNoDump(text: String) { #expect(CardDump(Array(text.utf8)) == nil) }

  /// A number that no block can have is passed over, whatever it would be in bytes.
  @Test("No block has such a number", arguments: ["-1", "10000", "7FFFFFFFFFFFFFFF"])
  func blockNumbersAreBounded(number: String) throws {
    let text = """
      Filetype: Flipper NFC device
      Version: 4
      Device type: FeliCa
      UID: 01 2E 4A 3B 2C 1D 0E 9F
      Manufacture id: 01 2E 4A 3B 2C 1D 0E 9F
      Manufacture parameter: 10 0B 4B 42 84 85 D0 FF
      Block 0: | Service code 090F | Block index \(number) | Data: \(String(repeating: "AA ", count: 16))|
      Block 1: | Service code 090F | Block index 01 | Data: \(String(repeating: "BB ", count: 16))|

      """
    let dump = try #require(CardDump(Array(text.utf8)))
    #expect(dump.parts.map(\.image.seen) == [16])
  }

  /// A card of the Lite family has its blocks in order behind their status flags: 00h to 0Eh, then 80h
  /// to 88h. 1 and 2 could not be read.
  @Test func readsFlipperFeliCa() throws {
    let dump = try #require(CardDump(Array(Self.felica.utf8)))
    #expect(dump.kind == .type3)
    #expect(dump.uid == hex("012E4A3B2C1D0E9F"))
    #expect(dump.image.runs.map(\.range) == [0..<16, 0x880..<0x890])
    let contents = dump.contents
    #expect(contents.capacity == 208)
    #expect(contents.needs == [16..<35])
    #expect(contents.identity.pmm == hex("00F1000000014300"))
    #expect(dump.caveat == nil)
    var chip = PN532(cards: [dump.card])
    #expect(
      chip.ask("4A 01 01 00 12FC 01 00")
        == "01011401012E4A3B2C1D0E9F00F100000001430012FC")
    let written = try #require(CardDump(seen: contents))
    #expect(CardDump(Array(written.flipper.utf8))?.image.runs == dump.image.runs)
    // Of 28 blocks there are 2; nobody sees RC, MAC, CK and MAC_A.
    #expect(written.unseen.count == 22)
  }

  @Test func readsFlipperFeliCaOfOtherServices() throws {
    let text = """
      Filetype: Flipper NFC device
      Version: 4
      Device type: FeliCa
      UID: 01 01 0A 10 12 34 56 78
      Data format version: 2
      Manufacture id: 01 01 0A 10 12 34 56 78
      Manufacture parameter: 10 0B 4B 42 84 85 D0 FF
      System 00: 0003
      Block 0000: | Service code 090F | Block index 01 | Data: 16 01 00 02 0E 81 01 02 01 05 E8 03 00 00 80 00 |
      Block 0001: | Service code 008B | Block index 00 | Data: 00 |

      """
    let dump = try #require(CardDump(Array(text.utf8)))
    #expect(dump.parts.map(\.part) == ["service 090F"])
    #expect(dump.parts.first?.image.runs.map(\.range) == [16..<32])
    #expect(dump.contents.image.isEmpty)
    #expect(dump.caveat?.contains("other services are not") == true)
    #expect(CardDump(seen: dump.contents) == nil)
  }

  @Test func blocksThatWereRefusedAreNoContent() throws {
    let text = Self.felica.replacing("00 00 10 04", with: "01 A6 10 04")
      .replacing("00 00 FF FF", with: "FF A5 FF FF").replacing(
        "Blocks read: 26", with: "Blocks read: 255")
    let contents = try #require(CardDump(Array(text.utf8))).contents
    #expect(contents.image.isEmpty)
    #expect(
      contents.faults.map(\.kind) == [
        .unread(count: 4, first: 0x01, second: 0xA6), .counts(total: 28, read: 255),
      ])
  }

  /// 10+04+01+0D+01+13 = 36.
  private static let felica = """
    Filetype: Flipper NFC device
    Version: 4
    Device type: FeliCa
    UID: 01 2E 4A 3B 2C 1D 0E 9F
    Data format version: 1
    Manufacture id: 01 2E 4A 3B 2C 1D 0E 9F
    Manufacture parameter: 00 F1 00 00 00 01 43 00
    Blocks total: 28
    Blocks read: 26
    Block 0: 00 00 10 04 01 00 0D 00 00 00 00 00 01 00 00 13 00 36
    Block 1: 01 A8 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
    Block 2: 01 A8 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
    Block 22: 00 00 44 44 44 44 44 44 44 44 44 44 44 44 44 44 44 44
    Block 23: 00 00 FF FF FF 01 07 00 00 00 00 00 00 00 00 00 00 00
    Block 99: 00 00 FF FF FF 01 07 00 00 00 00 00 00 00 00 00 00 00

    """

  @Test("Whatever damages a dump traps nothing", arguments: [plainType2, felica])
  func damageTrapsNothing(text: String) {
    let text = Array(text.utf8)
    for index in text.indices {
      _ = CardDump(Array(text[..<index]))?.card
      _ = CardDump(Array(text[..<index]))?.contents
      var flipped = text
      flipped[index] ^= 0x15
      _ = CardDump(flipped)?.card
      _ = CardDump(flipped)?.contents
    }
  }

  private static let plainType2 =
    "Filetype: Flipper NFC device\nDevice type: NTAG213\nUID: 04 11 22 33 44 55 66\nPage 0: 00 11\n"

  /// The pages of an NTAG213 with an empty NDEF message.
  private static let pages: [String] = {
    var pages = Array(repeating: "00 00 00 00", count: 45)
    pages[0] = "04 A1 B2 9F"
    pages[1] = "C3 D4 E5 F6"
    pages[2] = "04 48 00 00"
    pages[3] = "E1 10 12 00"
    pages[4] = "03 00 FE 00"
    pages[40] = "00 00 00 BD"
    pages[41] = "04 00 00 FF"
    pages[42] = "00 05 00 00"
    return pages
  }()
}
