import Foundation
import Testing

/// `encode`: NDEF messages from words, by hand from the NFC Forum's definitions.
@Suite struct EncodeTests {
  @Test(
    "A record is made of words",
    arguments: [
      (["uri", "https://example.com"], "D1010C55046578616D706C652E636F6D"),
      (["text", "Hi"], "D101055402656E4869"),
      (["text", "Hi", "de", "--utf16"], "D1010954826465FEFF00480069"),
      (["external", "a:b", "--hex", "00FF"], "D40302613A6200FF"),
      (["mime", "text/plain", "Hi"], "D20A02746578742F706C61696E4869"),
      (["app", "com.a"], "D40F05616E64726F69642E636F6D3A706B67636F6D2E61"),
      (["empty"], "D00000"), (["empty", "+", "empty"], "900000500000"),
      (["uri", "tel:1", "--id", "x"], "D901020155780531"),
      (
        ["poster", "https://a.de", "Hi", "--action", "save"],
        "D1021953709101055504612E64651101055402656E486951030161637401"
      ),
      (
        ["bluetooth", "00:02:0E:00:08:8F", "AB"],
        "D2200C6170706C69636174696F6E2F766E642E626C7565746F6F74682E65702E6F6F620C008F08000E02000309"
          + "4142"
      ),
    ] as [([String], String)]
  )
  func makesRecords(words: [String], hex: String) throws {
    let run = try Child.nfctrace(["encode"] + words, in: Scratch())
    #expect(run.text == hex + "\n", "\(run.error)")
    #expect(run.code == 0)
  }

  /// NFC Forum, Smart Poster: "act", the icon, "s" with four bytes, "t" with a MIME type.
  @Test func makesPostersWithEverything() throws {
    let scratch = Scratch()
    try scratch.write(Data("GIF89a".utf8), to: "icon")
    let run = try Child.nfctrace(
      ["encode", "poster", "tel:1", "--size", "258", "--type", "a/b", "--icon", "icon"], in: scratch
    )
    let uri = "910102" + "55" + "0531"
    let icon = "120906" + "696D6167652F676966" + "474946383961"
    let size = "110104" + "73" + "00000102"
    let type = "510103" + "74" + "612F62"
    #expect(run.text == "D102275370" + uri + icon + size + type + "\n", "\(run.error)")
  }

  @Test func writesTheMemoryOfATagThatCanBePlayed() throws {
    let scratch = Scratch()
    let run = try Child.nfctrace(
      ["encode", "uri", "https://example.com", "--type2", "ntag213"], in: scratch)
    let pages = run.text.split(separator: "\n")
    // 45 pages; CC of 144 bytes; lock control, then the message's TLV and the terminator.
    #expect(pages.count == 45)
    #expect(pages[3] == "E1101200")
    #expect(pages[4...10].joined() == "0103A00C340310D1010C55046578616D706C652E636F6DFE00000000")
    let binary = try Child.nfctrace(
      ["encode", "uri", "https://example.com", "--type2", "ntag213", "--binary"], in: scratch)
    #expect(binary.output.count == 180)
  }

  @Test(
    "What cannot be made is said in a line",
    arguments: [
      (["url", "x"], "did you mean uri?"), (["uri"], "it is \"uri URI\""),
      (["mime", "text", "x"], "is no TYPE/SUBTYPE"), (["app", "shop"], "is no name of a package"),
      (["wifi", "A", "short"], "a key has 8 to 63 characters"),
      (["poster", "a:", "--size", "-1"], "is no number of bytes"),
      (["poster", "a:", "--type", "gif"], "is no TYPE/SUBTYPE"),
      (["poster", "a:", "--icon", "/dev/null"], "is no picture"),
      (["text", "x", "d!"], "is no language"), (["external", "a:b", "--hex", "0"], "is no hex"),
      (["uri", String(repeating: "x", count: 60), "--type2", "ultralight"], "ultralight has 48"),
    ] as [([String], String)]
  )
  func refuses(words: [String], message: String) throws {
    let run = try Child.nfctrace(["encode"] + words, in: Scratch())
    #expect(run.code == 2)
    #expect(run.error.contains(message), "\(run.error)")
    #expect(run.error.split(separator: "\n").count == 1)
  }

  @Test func decodeReadsWhatItWrites() throws {
    let scratch = Scratch()
    let made = try Child.nfctrace(
      ["encode", "wifi", "Guest", "correct horse", "+", "vcard", "Erika Muster", "+491"],
      in: scratch)
    let run = try Child.nfctrace(
      ["decode", made.text.trimmingCharacters(in: .newlines)], in: scratch)
    #expect(run.code == 0)
    #expect(run.text.contains("Wi-Fi \"Guest\", WPA2-PSK, AES, key ·············"))
    #expect(run.text.contains("card of \"Erika Muster\", TEL +491"))
    #expect(!run.text.contains("correct horse"))
    #expect(!run.text.contains("636F7272656374"))
    #expect(run.error.contains("secrets are masked"))
  }
}
