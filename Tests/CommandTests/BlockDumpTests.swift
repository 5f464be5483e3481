import Foundation
import Testing

/// Memories of ISO 15693 cards and MIFARE Classic, as other programs keep them and as captures show
/// them.
@Suite struct BlockDumpTests {
  let scratch = Scratch()

  /// Inventory, Get System Information (8 blocks of 4), blocks 0 to 2. Each line ends with its
  /// CRC.
  private static let vicinity = """
    @ nfc-v
    > 260100F60A
    < 000055443322110104E0FCDA
    > 022B26A3
    < 000F55443322110104E00000070301372B
    > 0220004750
    < 00E1400401D917
    > 022001CE41
    < 000304D101B1DE
    > 0220025573
    < 000055FE003193

    """

  private func write(_ lines: String, to name: String) throws {
    try scratch.write(Data(lines.utf8), to: name)
  }

  /// A card laid out for NDEF: directory, trailers, and a URI in block 4.
  private func classicCard() -> [UInt8] {
    func bytes(_ hex: String) -> [UInt8] {
      stride(from: 0, to: hex.count, by: 2).map { at in
        let start = hex.index(hex.startIndex, offsetBy: at)
        return UInt8(hex[start..<hex.index(start, offsetBy: 2)], radix: 16) ?? 0
      }
    }
    var card = [UInt8](repeating: 0, count: 1024)
    card.replaceSubrange(0..<16, with: bytes("11223344440804006263646566676869"))
    card.replaceSubrange(16..<48, with: bytes("1401" + String(repeating: "03E1", count: 15)))
    for sector in 0..<16 {
      let trailer = "D3F7D3F7D3F7" + (sector == 0 ? "787788C1" : "7F078840") + "FFFFFFFFFFFF"
      card.replaceSubrange(64 * sector + 48..<64 * sector + 64, with: bytes(trailer))
    }
    card.replaceSubrange(64..<75, with: bytes("0308D101045501782E79FE"))
    return card
  }

  @Test func tellsAClassicImageWithItsSectors() throws {
    try scratch.write(Data(classicCard()), to: "card.mfd")
    let run = try Child.nfctrace(["info", "card.mfd"], in: scratch)
    #expect(run.code == 0, "\(run.error)")
    #expect(
      run.text.contains(
        """
        = MIFARE Classic, 720 bytes, NDEF mapping 1.0, writable; NDEF message in 8 bytes, block 4; \
        directory: 03E1 (NDEF) in sectors 1–15
        """), "\(run.text)")
    #expect(
      run.text.contains(
        """
        sectors 1–15: data read, write, increment, decrement with key A or B; trailer: keys and \
        access bits written with key B; NDEF, version 1.0, read and write
        """), "\(run.text)")
  }

  @Test func keysAreMaskedAndMistakesAreFindings() throws {
    var card = classicCard()
    card[16] = 0x15
    card[64 * 5 + 54] ^= 1
    try scratch.write(Data(card), to: "card.bin")
    let run = try Child.nfctrace(["decode", "card.bin"], in: scratch)
    #expect(run.code == 1, "\(run.text)")
    #expect(run.text.contains("memory-checksum: the MAD's CRC is 15, computed 14"), "\(run.text)")
    #expect(
      run.text.contains("memory-access-bits: sector 5: the access bits contradict"), "\(run.text)")
    #expect(run.text.contains("     7  ········ ····7F07 8840···· ········\n"), "\(run.text)")
    #expect(!run.text.contains("D3F7"))
    let json = try Child.nfctrace(["analyze", "--format", "jsonl", "card.bin"], in: scratch)
    #expect(!json.text.contains("D3F7"))
    #expect(
      json.text.contains(
        "{\"sector\":1,\"aid\":\"03E1\",\"access\":[0,0,0,3],\"general\":\"40\"}"), "\(json.text)")
    let shown = try Child.nfctrace(["decode", "--show-secrets", "card.bin"], in: scratch)
    #expect(shown.text.contains("     7  D3F7D3F7 D3F77F07 8840FFFF FFFFFFFF\n"), "\(shown.text)")
  }

  /// UID E0 04 01 11 22 33 44 55; blocks 0 and 1 locked.
  private static let flipper = """
    Filetype: Flipper NFC device
    Version: 4
    Device type: SLIX
    UID: E0 04 01 11 22 33 44 55
    DSFID: 00
    AFI: 00
    IC Reference: 01
    Block Count: 4
    Block Size: 04
    Data Content: E1 40 02 01 03 04 D1 01 00 55 FE 00 00 00 00 00
    Security Status: 01 01 00 00

    """

  @Test func tellsType5DumpsOfFlipperAndProxmark() throws {
    try write(Self.flipper, to: "tag.nfc")
    let run = try Child.nfctrace(["decode", "tag.nfc"], in: scratch)
    #expect(run.lines.first == "tag.nfc · Flipper Zero dump", "\(run.text)")
    #expect(
      run.text.contains(
        """
        = Type 5 tag, 16 bytes (CC E1 40 02 01), writable, READ_MULTIPLE; NDEF message in 4 bytes, \
        blocks 1–2
        """), "\(run.text)")
    #expect(run.text.contains("memory-locked: blocks 0–1: locked by its security status"))
    try write(
      """
      { "Created": "proxmark3", "FileType": "15693 v4",
        "Card": { "uid": "55443322110104E0", "bytesperpage": "04", "locks": "0100" },
        "blocks": { "0": "E1400101", "1": "0300FE00" } }
      """, to: "tag.json")
    let other = try Child.nfctrace(["analyze", "--format", "jsonl", "tag.json"], in: scratch)
    #expect(other.text.contains("\"uid\":\"E004011122334455\""), "\(other.text)")
    #expect(other.text.contains("\"locked\":[[0,1]]"), "\(other.text)")
  }

  /// Proxmark3's image: 15 bytes, 160 of security status, 2048 of data, 12 more.
  @Test func tellsAType5Image() throws {
    let head: [UInt8] = [0x55, 0x44, 0x33, 0x22, 0x11, 0x01, 0x04, 0xE0, 0, 0, 0, 0, 4, 8, 1]
    let data: [UInt8] = [0xE1, 0x40, 0x04, 0x01, 0x03, 0x00, 0xFE, 0x00]
    let image = head + [UInt8](repeating: 0, count: 160) + data
    try scratch.write(Data(image + [UInt8](repeating: 0, count: 2052)), to: "tag.bin")
    let run = try Child.nfctrace(["info", "tag.bin"], in: scratch)
    #expect(run.lines.first == "tag.bin · Proxmark3 dump", "\(run.text)\(run.error)")
    #expect(run.text.contains("32 bytes (CC E1 40 04 01)"), "\(run.text)")
  }

  @Test func aType5TagIsNotPlayed() throws {
    try write(Self.flipper, to: "tag.nfc")
    let run = try Child.nfctrace(["play", "tag.nfc", "--", "true"], in: scratch)
    #expect(run.code == 125 || run.code == 2, "\(run.code)")
    #expect(run.error.contains("cannot be played: its card speaks NFC-V"), "\(run.error)")
  }

  @Test func writesWhatWasReadOfAType5Tag() throws {
    try write(Self.vicinity, to: "tag.log")
    let run = try Child.nfctrace(["convert", "tag.log", "tag.nfc"], in: scratch)
    #expect(run.code == 0, "\(run.error)")
    #expect(
      run.error.contains("blocks 03h–07h were not captured, and are written as zeros"),
      "\(run.error)")
    let text = String(decoding: try #require(scratch.read("tag.nfc")), as: UTF8.self)
    #expect(text.contains("\nUID: E0 04 01 11 22 33 44 55\nDSFID: 00\nAFI: 00\nIC Reference: 01\n"))
    #expect(text.contains("\nBlock Count: 8\nBlock Size: 04\n"))
    #expect(text.contains("\nData Content: E1 40 04 01 03 04 D1 01 00 55 FE 00 00 "))
    let again = try Child.nfctrace(["analyze", "--format", "jsonl", "tag.nfc"], in: scratch)
    // What was not seen stays so.
    #expect(again.text.contains("\"read\":12,"), "\(again.text)")
  }

  /// What Tests/Twins/classic.py prints as far as block 4: read with key A0A1A2A3A4A5.
  private static let session = """
    @ nfc-a
    > 93701122334444519C
    < 08B6DD
    > 6004D13D
    < 01200145
    > 996F261437B67772
    < 025A63F8
    > D7119E24
    < A1FC5686486954218CAF3E8BD34D4984776A

    """

  @Test func whatAKeyOpensIsWrittenAndTheRestNamed() throws {
    try write(Self.session, to: "card.log")
    try write("classic a A0A1A2A3A4A5\n", to: "keys")
    let run = try Child.nfctrace(
      ["convert", "--keys", "keys", "card.log", "card.nfc"], in: scratch)
    #expect(run.code == 0, "\(run.error)")
    #expect(
      run.error.contains("blocks 00h–03h and 05h–3Fh were not captured, and are written as ??"),
      "\(run.error)")
    let text = String(decoding: try #require(scratch.read("card.nfc")), as: UTF8.self)
    #expect(
      text.contains("\nDevice type: Mifare Classic\nUID: 11 22 33 44\nATQA: 00 04\nSAK: 08\n"))
    #expect(text.contains("\nBlock 4: 00 11 22 33 44 55 66 77 88 99 AA BB CC DD EE FF\n"))
    #expect(text.contains("\nBlock 5: ?? ??"))
    let again = try Child.nfctrace(["analyze", "--format", "jsonl", "card.nfc"], in: scratch)
    #expect(again.text.contains("\"read\":16,"), "\(again.text)")
    // Without the key nothing is known.
    let blind = try Child.nfctrace(["convert", "card.log", "other.nfc"], in: scratch)
    #expect(blind.code == 2)
  }
}
