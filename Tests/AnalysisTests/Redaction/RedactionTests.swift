import Bytes
import GrammarLanguage
import Testing
import TraceFormat

@testable import Analysis

/// The networks' test number 4761 7390 0101 0010 becomes 4761 7300 0000 0011 (SubstitutesTests).
@Suite struct RedactionTests {
  @Test func aNumberSplitOverTwoBlocks() throws {
    // 70 1D | 5A 08 47617390, 01010010 | 57 11 4761739001010010D31122010000000000
    let redacted = try Script(
      Script.activated + """
        >a 0200B2010C00
        <a 12701D5A0847617390
        >a A3
        <a 030101001057114761739001010010D311220100000000009000
        off

        """
    ).redacted()
    #expect(redacted.frame(14) == "12701D5A0847617300")
    #expect(redacted.frame(16) == "030000001157114761730000000011D491220100000000009000")
    try check(redacted, gone: ["4761739001010010", "47617390", "9001010010"])
    #expect(
      redacted.report.rows.map { "\($0.kind) \($0.values)" } == ["pan 1", "track 1"])
  }

  /// The same number where nothing says that it is one, before and behind where something does.
  @Test func aNumberInUnknownData() throws {
    // DF77 08, a file's bytes: in ASCII, from its last byte on, from a half byte on.
    let redacted = try Script(
      Script.activated + """
        >a 0200B2020C00
        <a 02700BDF770847617390010100109000
        >a 0300B0000020
        <a 03AA3437363137333930303130313030313055100001019073614755A4761739001010010A9000
        >a 0200B2010C00
        <a 02700A5A0847617390010100109000
        # the card 4761739001010010
        off

        """
    ).redacted()
    #expect(redacted.frame(14) == "02700BDF770847617300000000119000")
    #expect(
      redacted.frame(16)
        == "03AA3437363137333030303030303030313155110000000073614755A4761730000000011A9000")
    #expect(redacted.frame(18) == "02700A5A0847617300000000119000")
    try check(redacted, gone: ["4761739001010010"])
  }

  @Test func aNumberSplitOverTwoReadsOfAFile() throws {
    let redacted = try Script(
      Script.activated + """
        >a 0200B2010C00
        <a 02700A5A0847617390010100109000
        >a 0300B0000008
        <a 03AABBCCDD476173909000
        >a 0200B0000808
        <a 0201010010AABBCCDD9000
        off

        """
    ).redacted()
    #expect(redacted.frame(16) == "03AABBCCDD476173009000")
    #expect(redacted.frame(18) == "0200000011AABBCCDD9000")
  }

  /// The record breaks off in the first attempt, as noise has it.
  @Test func whatIsLeftOfAFrame() throws {
    let redacted = try Script(
      Script.activated + """
        >a 0200B2010C00
        < 02700A5A084761739001
        >a B2
        <a 02700A5A0847617390010100109000
        >a 0300B2020C00
        < 03700BDF77084761739001010011
        >a B3
        <a 03700BDF770847617390010100109000
        off

        """
    ).redacted()
    #expect(redacted.frame(14, withCRC: true).hasPrefix("02700A5A084761730000"))
    #expect(redacted.frame(18, withCRC: true).hasPrefix("03700BDF770847617300000000"))
    #expect(redacted.report.caveats.counts[.damaged] == 2)
    try check(redacted, gone: ["4761739001", "73900101", "90010100"])
  }

  @Test func everyOtherKind() throws {
    let redacted = try Script(
      Script.activated + """
        >a 0200B2010C00
        <a 0270185F200F43415244484F4C4445522F544553545F24032912319000
        >a 030020008008241234FFFFFFFFFF
        <a 039000
        >a 0200D6000004 31323334
        <a 029000
        off
        > 26
        < 4400
        > 9320
        < 8804A1B29F
        >a 93708804A1B29F
        <a 04
        > 9520
        < C3D4E5F604
        >a 9570C3D4E5F604
        <a 00
        >a 1B11223344
        <a 5566
        >a 3010
        <a 11223344000000000000000000000000
        off

        """
    ).redacted()
    let name = Hex.text(Array("NAME/REDACTED  ".utf8))
    #expect(redacted.frame(14) == "0270185F200F\(name)5F24034912319000")
    #expect(redacted.frame(15) == "030020008008240000FFFFFFFFFF")
    #expect(redacted.frame(17) == "0200D600000430303030")
    #expect(redacted.frame(30) == "1BEEEEEEEE")
    #expect(redacted.frame(31) == "EEEE")
    #expect(redacted.frame(33) == "EEEEEEEE000000000000000000000000")
    try check(redacted, gone: ["43415244484F4C4445522F54455354", "241234FF", "11223344", "291231"])
  }

  /// Without `--ids` a UID stays; with it the levels, their BCCs and a tag's pages change.
  @Test func identifiers() throws {
    var script = """
      > 26
      < 4400
      > 9320
      < 8804A1B29F
      >a 93708804A1B29F
      <a 04
      > 9520
      < C3D4E5F604
      >a 9570C3D4E5F604
      <a 00
      >a 3000
      <a 04A1B29FC3D4E5F60448000000000000
      off

      """
    #expect(try Script(script).redacted().report.changedFrames == 0)
    let redacted = try Script(script).redacted(ids: true)
    // 88 04 00 00: BCC 8C; 00 00 00 01: BCC 01.
    #expect(redacted.frame(4, withCRC: true) == "880400008C")
    #expect(redacted.frame(5) == "9370880400008C")
    #expect(redacted.frame(8, withCRC: true) == "0000000101")
    #expect(redacted.frame(12) == "0400008C000000010148000000000000")
    try check(redacted, gone: ["04A1B2", "C3D4E5F6"])

    script = """
      >f 0600FFFF0000
      <f 12010123456789ABCDEF0011223344556677
      >f 10060123456789ABCDEF010B00018000
      <f 1D070123456789ABCDEF00000100112233445566778899AABBCCDDEEFF
      off

      """
    let felica = try Script(script, link: .nfcF).redacted(ids: true)
    #expect(felica.frame(2) == "120101230000000000010011223344556677")
    #expect(felica.frame(3) == "10060123000000000001010B00018000")
    try check(felica, gone: ["0123456789ABCDEF"])
  }

  @Test func nothingOfItIsLeftInTheDescription() throws {
    var redaction = Redaction(lexicon, replacesIdentifiers: false)
    var reader = Described()
    reader.description.notes = ["program": "pay 4761739001010010", "origin": "pcap"]
    reader.description.pcapTail = [0x47]
    reader.description.sources = [
      .init(name: "log of 4761739001010010", linkType: 264, link: .iso14443)
    ]
    let (description, _) = try redaction.run({ reader }) { reader in
      var batch = FrameBatch()
      while try reader.read(into: &batch) {}
      return reader.description
    }
    #expect(description.notes == ["origin": "pcap"])
    #expect(description.pcapTail.isEmpty)
    #expect(description.sources.map(\.name) == ["log of 4761730000000011"])
  }

  @Test func saysWhatItCannotVouchFor() throws {
    // Secure messaging; an issuer's certificate of ten bytes in a record.
    let redacted = try Script(
      Script.activated + """
        >a 020CB000000D8701AA8E08112233445566778800
        <a 02990290008E0811223344556677889000
        >a 0300B2010C00
        <a 03700C900A00112233445566778899 9000
        >a 0200A4040007A0000000031010
        <a 029000
        >a 0300B2010C00
        <a 03700D9F460A001122334455667788999000
        off

        """
    ).redacted()
    #expect(redacted.report.caveats.counts[.secureMessaging] == 1)
    #expect(redacted.report.caveats.frames[.certificate]?.contains(20) == true)
    #expect(redacted.report.rows.isEmpty)
  }

  /// 57 00 00 00 in a USB header is a length, and no track; what only looks like one in noise is nowhere
  /// looked for.
  @Test func whatOnlyLooksLikeOneIsNotLookedFor() throws {
    let redacted = try Script(
      Script.activated + """
        < 0257085000112233445566778899AABBCCDD
        >a 0200A4040007A0000000031010
        <a 029000
        >a 0300B0000010
        <a 035000112233445566778899AABBCCDD9000
        off

        """
    ).redacted()
    #expect(redacted.frame(17) == "035000112233445566778899AABBCCDD9000")
    let header = "01000000000000004303820501002D0000F15365000000000000000000000000"
    let length = "0600000006000000" + String(repeating: "00", count: 24)
    let usb = try Script("> \(header)57\(length.dropFirst(2))5700000011D1\n", link: .usb).redacted()
    #expect(usb.report.changedFrames == 0)
  }

  @Test func trapsOnNothing() throws {
    var random = SystemRandomNumberGenerator()
    let script = Script(
      Script.activated + """
        >a 0200B2010C00
        <a 12701D5A0847617390
        >a A3
        <a 030101001057114761739001010010D311220100000000009000
        >a 020020008008241234FFFFFFFFFF
        <a 029000
        off

        """)
    for _ in 0..<100 {
      var broken = script
      broken.damage(&random)
      _ = try broken.redacted(ids: Bool.random(using: &random))
    }
  }

  private func check(_ redacted: Redacted, gone values: [String]) throws {
    for value in values {
      #expect(traces(of: value, in: redacted.bytes) == [], "\(value)")
    }
    #expect(redacted.report.left == 0)
    let (findings, exchanges) = (redacted.findings, redacted.exchanges)
    #expect(findings.before == findings.after)
    #expect(exchanges.before == exchanges.after)
    for frame in redacted.batch.frames {
      #expect(frame.bytes.count == redacted.before.frames[frame.number - 1].bytes.count)
    }
  }
}

extension Script {
  /// Flips bits and cuts frames.
  fileprivate mutating func damage(_ random: inout SystemRandomNumberGenerator) {
    var text = ""
    for frame in batch.frames where frame.event == .none {
      var bytes = batch.copy(of: frame.bytes)
      if Int.random(in: 0..<4, using: &random) == 0 {
        bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
      }
      if let index = bytes.indices.randomElement(using: &random), Bool.random(using: &random) {
        bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
      text += "\(frame.direction == .toCard ? ">" : "<") \(Hex.text(bytes))\n"
    }
    self = Script(text + "off\n")
  }
}

/// One frame with a card number in a record, and a description.
private struct Described: FrameReader {
  var description = TraceDescription(format: "pcap")
  var damage: [TraceDamage] { [] }
  private var isRead = false

  mutating func read(into batch: inout FrameBatch) throws(TraceError) -> Bool {
    batch.clear()
    guard !isRead else { return false }
    isRead = true
    batch =
      Script(
        Script.activated + ">a 0200B2010C00\n<a 02700A5A0847617390010100109000\n"
      ).batch
    return true
  }
}
