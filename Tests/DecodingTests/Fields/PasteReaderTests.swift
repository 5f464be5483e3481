import Bytes
import GrammarLanguage
import Testing

@testable import Decoding

@Suite struct PasteReaderTests {
  @Test(
    "Bytes are told by their content",
    arguments: [
      ("0875778102637264A1F4", .ats), ("0875778102637264", .ats), ("0578807002", .ats),
      ("6A82", .status), ("9000", .status),
      ("00A4040007A000000003101000", .command), ("002C0300", .command),
      ("905A000003D3494F00", .command), ("00B00000000100", .command),
      (
        "62258002000C8201018302D0038801E0A1128C077BFFFFFFFFFF009C077BFFFFFFFFFF008A01059000",
        .answer
      ),
      ("6F0F8407A0000000031010A50450025649", .tlv), ("5F2403311231", .tlv),
      ("F2019140", .frame), ("500057CD", .frame), ("93708804A1B200D027", .frame),
      ("0600FFFF0000", .felica), ("0600FFFF00000921", .felica),
      ("0004030101000B03", .version), ("A0000000031010", .aid),
      ("0000FF05FBD440013000BB00", .pn532), ("D54B01010044000704A1B2C3D4E5F6", .pn532),
      ("0000FF00FF00", .pn532), ("D44A0100", .pn532), ("600603010001", .nci),
      (
        "61052201020400FF01090400041122334401200000000E0D78778403665257453250524F4D", .nci
      ),
    ] as [(String, PastedReading.Kind)])
  func tellsKinds(hex: String, kind: PastedReading.Kind) throws {
    let best = try #require(try readings(hex).first)
    #expect(best.kind == kind)
    #expect(!best.isMalformed)
  }

  @Test("What nobody knows has no reading", arguments: ["0003", "0344", "DEADBEEF01"])
  func knowsNothing(hex: String) throws { #expect(try readings(hex).isEmpty) }

  @Test func readsAnATSAndItsChecksum() throws {
    let ats = try #require(try readings("0875778102637264A1F4").first)
    #expect(ats.checksum == .init(name: "CRC_A", bytes: 8..<10, isRight: true))
    #expect(ats.notes == ["TL counts 8: the two bytes behind are no part of the ATS"])
    let lines = try lines(ats, "0875778102637264A1F4")
    #expect(lines.contains("tl 08"))
    #expect(lines.contains(#"t0.fsc 5 "64 bytes""#))
    #expect(
      lines.contains(
        #"ta1 77 "848 to the reader" "424 to the reader" "212 to the reader" "848 to the card" "#
          + #""424 to the card" "212 to the card" "another each way is allowed""#))
    #expect(lines.contains(#"tb1.fwt 8 "77.3 ms""#))
    #expect(lines.contains(#"tb1.sfgt 1 "0.6 ms""#))
    #expect(lines.contains(#"tc1 02 "CID" "no NAD""#))
    #expect(lines.contains(#"historical 637264 "crd""#))
    // One bit of the CRC wrong, or fewer bytes than TL says.
    let wrong = try #require(try read("0875778102637264A1F5", as: .ats))
    #expect(wrong.isMalformed)
    let short = try #require(try read("1F78807002", as: .ats))
    #expect(short.faults == [.init(offset: 0, words: "TL says 31 bytes, 5 are there")])
  }

  @Test func saysWhatIsWrongWithACommand() throws {
    let verify = try #require(try readings("002000830812345678").first)
    #expect(verify.kind == .command)
    #expect(verify.faults == [.init(offset: 4, words: "Lc says 8 bytes, 4 follow")])
    let select = try #require(try readings("00A404000873").first)
    #expect(select.faults == [.init(offset: 4, words: "Lc says 8 bytes, 1 follows")])
    // Registered AIDs begin with A or D, proprietary ones with F (ISO/IEC 7816-5).
    #expect(
      select.notes == [
        "the AID begins with 7: no AID category: issuer number of ISO/IEC 7812"
      ])
  }

  @Test func saysWhatIsWrongWithElements() throws {
    let tlv = try #require(try readings("6F0A8407A000000003101050").first)
    #expect(tlv.kind == .tlv)
    #expect(tlv.faults == [.init(offset: 12, words: "tag 50 has no length")])
  }

  @Test func namesApplicationsAndPINBlocks() throws {
    let phone = try #require(try readings("00A4040005F22222222200").first)
    #expect(phone.notes.first == "F222222222 is Android sample, other")
    let mir = try #require(try readings("00A4040007A000000658101000").first)
    #expect(mir.notes.first?.hasPrefix("A0000006581010 is Mir") == true)
    let pin = try #require(try readings("0020008008240000FFFFFFFFFF").first)
    #expect(pin.notes == ["a PIN block of format 2 with 4 digits, filled up with F"])
  }

  @Test func looksIntoBlocks() throws {
    let block = try #require(try readings("0300B201140009CB").first)
    #expect(block.checksum?.isRight == true)
    #expect(try lines(block, "0300B201140009CB").contains("pcb.number 1"))
    let inner = try #require(block.inner.first)
    #expect(inner.kind == .command)
    // Offsets are those of the pasted bytes.
    #expect(try lines(inner, "0300B201140009CB").contains(#"p2 14 "SFI 2" "this record""#))
    let extension1 = try #require(try readings("F2019140").first)
    #expect(try lines(extension1, "F2019140").contains("wtx.wtxm 1"))
    let reserved = try #require(try read("F23C0000", as: .frame))
    #expect(reserved.notes == ["WTXM 60 is reserved: 1 to 59 may be asked for"])
  }

  @Test func findsSecretsInWhatWasPasted() throws {
    let reader = PasteReader(try Lexicon(builtInAnd: []))
    let finder = SecretFinder(try Lexicon(builtInAnd: []))
    let record = Hex.bytes("700A5A0847617390010100109000") ?? []
    #expect(
      reader.secrets(in: record, as: .answer, by: finder) == [
        Secret(.pan, .answer, 4..<12, digits: 16)
      ])
    let pin = Hex.bytes("00200080041234FFFF") ?? []
    #expect(reader.secrets(in: pin, as: .command, by: finder) == [Secret(.pin, .command, 5..<9)])
  }

  @Test func trapsOnNothing() throws {
    let reader = PasteReader(try Lexicon(builtInAnd: []))
    var random = SystemRandomNumberGenerator()
    let firsts: [UInt8] = [0x00, 0x02, 0x6F, 0x70, 0x05, 0x06, 0x80, 0x90, 0xE0, 0xF2, 0x93]
    var found = 0
    for _ in 0..<400 {
      var bytes = (0..<Int.random(in: 1...24, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      bytes[0] = firsts[Int.random(in: 0..<firsts.count, using: &random)]
      for kind in PastedReading.Kind.allCases {
        guard let reading = reader.read(bytes, as: kind) else { continue }
        found += 1
        for node in reading.tree.nodes { #expect(node.place.range.upperBound <= bytes.count) }
      }
    }
    #expect(found > 400)
  }

  private func readings(_ hex: String) throws -> [PastedReading] {
    PasteReader(try Lexicon(builtInAnd: [])).readings(of: Hex.bytes(hex) ?? [])
  }

  private func read(_ hex: String, as kind: PastedReading.Kind) throws -> PastedReading? {
    PasteReader(try Lexicon(builtInAnd: [])).read(Hex.bytes(hex) ?? [], as: kind)
  }

  private func lines(_ reading: PastedReading, _ hex: String) throws -> [String] {
    let bytes = Hex.bytes(hex) ?? []
    return FieldLines.text(reading.tree, bytes.span, try Lexicon(builtInAnd: []))
  }
}
