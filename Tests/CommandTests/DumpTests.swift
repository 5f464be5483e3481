import Foundation
import Testing

/// Memories of tags, as other programs keep them and as captures show them.
@Suite struct DumpTests {
  let scratch = Scratch()

  @Test func writesWhatWasReadAndSaysWhatWasNot() throws {
    try scratch.write(Data(TagLog.text.utf8), to: "tag.log")
    let run = try Child.nfctrace(["convert", "tag.log", "tag.nfc"], in: scratch)
    #expect(run.code == 0, "\(run.error)")
    // Pages 0 to 7 were read; 144 bytes of data end with page 39, 27h.
    #expect(run.error.contains("pages 08h–27h were not captured"), "\(run.error)")
    let text = String(decoding: try #require(scratch.read("tag.nfc")), as: UTF8.self)
    #expect(text.hasPrefix("Filetype: Flipper NFC device\nVersion: 4\n"))
    #expect(text.contains("\nUID: 04 11 22 33 44 55 66\nATQA: 00 44\nSAK: 00\n"))
    #expect(text.contains("\nPage 3: E1 10 12 00\n"))
    #expect(text.contains("\nPages read: 8\n"))
    #expect(text.contains("\n# page 8 was not seen\nPage 8: 00 00 00 00\n"))
  }

  @Test("A dump is told as the memory that it is", arguments: ["decode", "analyze", "info"])
  func tellsADump(command: String) throws {
    try scratch.write(Data(TagLog.text.utf8), to: "tag.log")
    _ = try Child.nfctrace(["convert", "tag.log", "tag.nfc"], in: scratch)
    let run = try Child.nfctrace([command, "tag.nfc"], in: scratch)
    #expect(run.code == 0, "\(run.error)")
    #expect(run.lines.first == "tag.nfc · Flipper Zero dump", "\(run.text)")
    #expect(
      run.text.contains("= Type 2 tag, 144 bytes (CC E1 10 12 00), writable; NDEF message in 12"),
      "\(run.text)")
    #expect(
      run.text.contains("     4  030CD101 08540265 6E48656C 6C6FFE00\n") == (command != "info"),
      "\(run.text)")
  }

  /// BCC0 must be BF; the message claims 200 bytes, 142 are left.
  @Test func saysWhatIsWrongWithADump() throws {
    let pages = [
      "041122BE", "33445566", "44480000", "E1101200", "03C8D101", "00000000", "00000000",
    ]
    var text = "Filetype: Flipper NFC device\nVersion: 4\nDevice type: NTAG/Ultralight\n"
    text += "UID: 04 11 22 33 44 55 66\nATQA: 00 44\nSAK: 00\n"
    for (number, page) in pages.enumerated() { text += "Page \(number): \(page)\n" }
    try scratch.write(Data(text.utf8), to: "bad.nfc")
    let run = try Child.nfctrace(["decode", "bad.nfc"], in: scratch)
    #expect(run.code == 1, "\(run.text)")
    #expect(run.text.contains("memory-checksum: BCC0 is BE, computed BF"), "\(run.text)")
    #expect(
      run.text.contains(
        "memory-tlv: the NDEF Message TLV claims 200 bytes, 142 are left in the data area"),
      "\(run.text)")
    let json = try Child.nfctrace(["analyze", "--format", "jsonl", "bad.nfc"], in: scratch)
    #expect(json.text.contains("\"kind\":\"type-2\""), "\(json.text)")
    #expect(json.text.contains("\"id\":\"memory-tlv\""), "\(json.text)")
  }
}
