import Bytes
import Testing

@testable import Tags

/// What records of the NFC Forum's and others' types say, by hand from their definitions.
@Suite struct RecordTests {
  @Test(
    "A text is told with its language and encoding",
    arguments: [
      ("02 656E 48656C6C6F", TextRecord("Hello", language: "en")),
      ("05 64652D4348 C3A4", TextRecord("ä", language: "de-CH")),
      // UTF-16 with a byte order mark of either order, and without: then the high byte is first.
      ("82 656E FEFF 00410042", TextRecord("AB", language: "en", encoding: .utf16)),
      ("82 656E FFFE 41004200", TextRecord("AB", language: "en", encoding: .utf16)),
      ("82 656E 00410042", TextRecord("AB", language: "en", encoding: .utf16)),
    ]
  )
  func tellsText(hex: String, expected: TextRecord) throws {
    var faults = PayloadFaults()
    let text = TextRecord(reading: try bytes(hex), faults: &faults)
    #expect(text.text == expected.text)
    #expect(text.language == expected.language)
    #expect(text.encoding == expected.encoding)
    #expect(faults.kinds.isEmpty)
  }

  @Test(
    "What is wrong with a text",
    arguments: [
      ("", [.text(.noStatus)]),
      ("48656C6C6F20776F726C64", [.text(.statusForgotten)]),
      ("42 656E 0A", [.text(.reservedBit)]),
      ("05 656E", [.text(.languageOverrun(claimed: 5, available: 2))]),
      ("00 C3A4", [.text(.noLanguage)]),
      ("02 FF00 41", [.text(.languageNotText(length: 2))]),
      ("05 656E7E5553 41", [.text(.badLanguage("en~US"))]),
      ("02 656E 41FF", [.text(.notUTF8(offset: 4, byte: 0xFF))]),
      ("82 656E 0041C0", [.text(.oddUTF16(count: 3))]),
      ("82 656E FEFFD800", [.text(.notUTF16(offset: 5))]),
      (
        "82 656E 48656C6C6F2C20",
        [.text(.oddUTF16(count: 7)), .text(.asciiAsUTF16)]
      ),
      ("02 656E 3030303031313131", [.text(.hexDigits(bytes: 4))]),
    ] as [(String, [NDEFProblem.Kind])]
  )
  func saysWhatIsWrongWithAText(hex: String, expected: [NDEFProblem.Kind]) throws {
    var faults = PayloadFaults()
    _ = TextRecord(reading: try bytes(hex), faults: &faults)
    #expect(faults.kinds == expected)
  }

  @Test(
    "The byte in front stands for a URI's beginning",
    arguments: [
      ("00 687474703A2F2F61", "http://a", 0), ("03 61", "http://a", 3),
      ("02 612E6465", "https://www.a.de", 2), ("06 61406200", "mailto:a@b\0", 6),
      ("23 736E", "urn:nfc:sn", 0x23), ("1E 61", "urn:epc:id:a", 0x1E),
    ] as [(String, String, UInt8)]
  )
  func tellsURIs(hex: String, uri: String, code: UInt8) throws {
    var faults = PayloadFaults()
    let record = URIRecord(reading: try bytes(hex), faults: &faults)
    #expect(record.uri == uri)
    #expect(record.code == code)
  }

  @Test(
    "What is wrong with a URI",
    arguments: [
      ("", [.uri(.noCode)]), ("24 61", [.uri(.reservedCode(0x24))]),
      ("01 C3", [.uri(.notUTF8(offset: 1, byte: 0xC3))]),
      ("01 610A", [.uri(.control(offset: 2, byte: 0x0A))]),
      ("00", [.uri(.empty)]),
      // "http://" has 7 characters.
      ("00 687474703A2F2F61", [.uri(.abbreviable(code: 3, saves: 7))]),
    ] as [(String, [NDEFProblem.Kind])]
  )
  func saysWhatIsWrongWithAURI(hex: String, expected: [NDEFProblem.Kind]) throws {
    var faults = PayloadFaults()
    _ = URIRecord(reading: try bytes(hex), faults: &faults)
    #expect(faults.kinds == expected)
  }

  @Test func abbreviatesWithWhatSavesMost() {
    #expect(URIRecord("https://www.a.de").payload == [0x02] + Array("a.de".utf8))
    #expect(URIRecord("urn:epc:id:x").payload == [0x1E] + Array("x".utf8))
    #expect(URIRecord("scriptable:///run").payload == [0x00] + Array("scriptable:///run".utf8))
  }

  @Test func tellsASmartPoster() throws {
    // Sp of T "Hi" (en), U http://a, act 01, s 0x00000100, t "text/html".
    let inner =
      "91 01 05 54 02656E4869 | 11 01 02 55 0361 | 11 03 01 616374 01 | 11 01 04 73 00000100"
      + "| 51 01 09 74 746578742F68746D6C"
    let payload = try bytes(inner)
    let contents = NDEFContents(
      reading: ([0xD1, 2, UInt8(payload.count), 0x53, 0x70] + payload))
    #expect(contents.problems.isEmpty)
    guard case .smartPoster(let poster) = contents.records.first else {
      Issue.record("no poster")
      return
    }
    #expect(poster.uri == "http://a")
    #expect(
      poster.contents.records.suffix(3) == [.action(.save), .size(256), .mediaType("text/html")])
  }

  @Test(
    "What is wrong with a smart poster, at the bytes of the message around it",
    arguments: [
      ("D1 02 04 5370 D1010054", .poster(.uris(count: 0)), 5..<9),
      ("D1 02 0C 5370 910102550361 510102550361", .poster(.uris(count: 2)), 5..<17),
      ("D1 02 0D 5370 910102550361 51030161637407", .poster(.reservedAction(7)), 17..<18),
    ] as [(String, NDEFProblem.Kind, Range<Int>)]
  )
  func saysWhatIsWrongWithAPoster(hex: String, kind: NDEFProblem.Kind, place: Range<Int>) throws {
    let contents = NDEFContents(reading: try bytes(hex))
    #expect(contents.problems.contains(NDEFProblem(kind, record: 0, bytes: place)))
  }

  @Test func postersInsideEachOtherAreFollowedSoFar() {
    var message: [UInt8] = [0xD0, 0, 0]
    for _ in 0..<1_000 {
      message =
        NDEFMessage([NDEFRecord(.wellKnown, type: Array("Sp".utf8), payload: message)]).bytes
    }
    let contents = NDEFContents(reading: message)
    #expect(contents.problems.contains { $0.kind == .tooDeep(limit: NDEFContents.depthLimit) })
  }

  @Test func tellsASignatureOfVersion2() throws {
    // Version 2.0, ECDSA P-256 (0B), SHA-256 (02), 4 bytes; X.509, one certificate of 3 bytes, more
    // of them at "u".
    var faults = PayloadFaults()
    let signature = SignatureRecord(
      reading: try bytes("20 0B 02 0004 01020304 81 0003 0A0B0C 0001 75"), faults: &faults)
    #expect(faults.kinds.isEmpty)
    #expect(signature.type == 0x0B)
    #expect(signature.hash == 2)
    #expect(signature.signature == [1, 2, 3, 4])
    #expect(signature.certificates == [[0x0A, 0x0B, 0x0C]])
    #expect(signature.certificateURI == "u")
  }

  @Test func aSignatureThatIsCutSaysWhere() throws {
    var faults = PayloadFaults()
    _ = SignatureRecord(reading: try bytes("20 0B 02 0004 0102"), faults: &faults)
    #expect(faults.kinds == [.signature(.overrun(.signature, needed: 4, available: 2))])
  }

  @Test func namesACertificate() throws {
    // SEQUENCE { SEQUENCE { serial, algorithm, issuer CN=B, validity, subject CN=A, key } }
    func name(_ letter: String) -> String { "300C310A3008060355040313 01\(letter)" }
    let body = "020101 3000 \(name("42")) 3000 \(name("41")) 3000"
    let inner = try bytes(body)
    let certificate =
      [0x30, UInt8(inner.count + 2), 0x30, UInt8(inner.count)] + inner
    let names = try #require(CertificateName(certificate: certificate))
    #expect(names.subject == "A")
    #expect(names.issuer == "B")
  }

  @Test func tellsAHandover() throws {
    // Hs 1.2 with ac (active, "0"), then the carrier's record.
    let contents = NDEFContents(
      reading: try bytes(
        "91 02 0A 4873 12 D102046163 01 01 30 00"
          + "5A 20 08 01 6170706C69636174696F6E2F766E642E626C7565746F6F74682E65702E6F6F62 30"
          + "0800 010203040506"
      ))
    #expect(contents.problems.isEmpty)
    guard case .handover(let handover) = contents.records.first else {
      Issue.record("no handover")
      return
    }
    #expect(handover.kind == .select)
    #expect(handover.version == 0x12)
    #expect(handover.carriers.map(\.carrier) == [[0x30]])
    #expect(handover.carriers.first?.powerState == 1)
  }

  @Test func aCarrierWithoutItsRecordIsSaid() throws {
    let contents = NDEFContents(reading: try bytes("D1 02 0A 4873 12 D102046163 01 01 31 00"))
    #expect(contents.problems.map(\.kind) == [.handover(.noRecord("1"))])
  }

  @Test func aRequestNeedsItsRandomNumber() throws {
    let contents = NDEFContents(
      reading: try bytes("91 02 0A 4872 12 D102046163 01 01 30 00 | 5C 01 00 01 78 30"))
    #expect(contents.problems.map(\.kind).contains(.handover(.noCollisionResolution)))
  }

  @Test func tellsABusinessCard() {
    var faults = PayloadFaults()
    let text =
      "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Muster;Erika;;;\r\nitem1.TEL;TYPE=CELL:+49 \r\n 30\r\nEND:VCARD\r\n"
    let card = VCard(reading: Array(text.utf8), faults: &faults)
    #expect(faults.kinds.isEmpty)
    #expect(card.name == "Erika Muster")
    #expect(card.value("TEL") == "+49 30")
  }

  @Test func tellsDeviceInformation() throws {
    var faults = PayloadFaults()
    let device = DeviceInformation(
      reading: try bytes("00 02 4142 01 01 43 03 10 00112233445566778899AABBCCDDEEFF"),
      faults: &faults)
    #expect(faults.kinds.isEmpty)
    #expect(device.text(0) == "AB")
    #expect(device.uuid == "00112233-4455-6677-8899-aabbccddeeff")
  }

  @Test(
    "Types that are names of others",
    arguments: [
      ("D4 0F 0B 616E64726F69642E636F6D3A706B67 636F6D2E6578616D706C65", nil),
      ("D4 0F 04 616E64726F69642E636F6D3A706B67 68747470", .typeName(.notPackage("http"))),
      ("D4 03 00 616263", .typeName(.notExternal)), ("D2 03 00 616263", .typeName(.notMIME)),
      ("D3 03 00 616263", .typeName(.noScheme)),
      ("D1 00 05 02656E4869", .typeName(.typeForgotten)),
    ] as [(String, NDEFProblem.Kind?)]
  )
  func checksTypeNames(hex: String, expected: NDEFProblem.Kind?) throws {
    let kinds = NDEFContents(reading: try bytes(hex)).problems.map(\.kind)
    if let expected { #expect(kinds.contains(expected)) } else { #expect(kinds.isEmpty) }
  }

  @Test func statusWordsLeftInsideAreSeen() throws {
    // A text of 40 bytes read in pieces of 14, each with 9000 behind it and two bytes lost.
    var bytes: [UInt8] = [0xD1, 0x01, 0x2C, 0x54, 0x02, 0x65, 0x6E]
    bytes += [UInt8](repeating: 0x41, count: 41)
    for end in [16, 32, 48] { bytes.replaceSubrange(end - 2..<end, with: [0x90, 0x00]) }
    let kinds = NDEFContents(reading: bytes).problems.map(\.kind)
    #expect(kinds.contains(.statusWords(pitch: 16)))
  }

  @Test func everyCutAndFlipOfPayloadsIsBorne() throws {
    let messages = [
      "D1022053709101095402656E4C69626E6663510114550368747470733A2F2F6578616D706C652E6465",
      "91020A487312D102046163010130005A1745016170706C69636174696F6E2F766E642E7766612E777363304300"
        + "104A000110100E003010260001011045000931323334353637383910030002002010",
      "DA201E016170706C69636174696F6E2F766E642E626C7565746F6F74682E65702E6F6F62301E008F08000E0200"
        + "1509426F7365205175696574436F6D666F7274203335",
      "D1031C536967200B020004010203048100030A0B0C000175", "D10207446900024142010143",
    ]
    for hex in messages {
      let whole = try bytes(hex)
      for index in whole.indices {
        _ = NDEFContents(of: NDEFMessage(reading: Array(whole[..<index])))
        for bit in 0..<8 {
          var flipped = whole
          flipped[index] ^= 1 << UInt8(bit)
          let contents = NDEFContents(reading: flipped)
          for problem in contents.problems { #expect(!problem.kind.words.isEmpty) }
        }
      }
    }
  }
}

/// Bytes as they are written in tests of records, with | between fields.
func bytes(_ hex: String) throws -> [UInt8] {
  try #require(Hex.bytes(hex.filter { $0 != "|" }))
}
