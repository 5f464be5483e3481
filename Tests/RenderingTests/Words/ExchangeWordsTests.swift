import Bytes
import Decoding
import Testing
import TraceFormat

@testable import Rendering

@Suite struct ExchangeWordsTests {
  @Test(
    "What a command is called, at 120 and at 80 columns",
    arguments: [
      ("00A4000C02E103", "SELECT file E103", "SELECT file E103"),
      ("00A40000023F00", "SELECT file 3F00 (MF)", "SELECT file 3F00 (MF)"),
      ("00A40000", "SELECT MF", "SELECT MF"),
      ("00A40304", "SELECT parent DF", "SELECT parent DF"),
      ("00A40804047F106F3A", "SELECT path 7F106F3A", "SELECT path 7F106F3A"),
      (
        "00A4040207A0000000031010", "SELECT A0000000031010 (Visa), next occurrence",
        "SELECT A0000000031010 (Visa), next"
      ),
      ("01A4040007A000000003101000", "SELECT A0000000031010 (Visa) (channel 1)", nil),
      ("00B0000A05", "READ BINARY 5 bytes from 10", "READ BINARY 5 from 10"),
      ("00B0810205", "READ BINARY SFI 1, 5 bytes from 2", "READ BINARY SFI 1, 5 from 2"),
      ("00B000000003E8", "READ BINARY 1000 bytes from 0", "READ BINARY 1000 from 0"),
      ("00D6000402CAFE", "UPDATE BINARY 2 bytes at 4", "UPDATE BINARY 2 at 4"),
      ("00B2030C00", "READ RECORD 3, SFI 1", "READ RECORD 3, SFI 1"),
      ("80CA9F3600", "GET DATA", nil),
      ("00200081", "VERIFY reference 1, tries left?", "VERIFY ref 1, tries?"),
      ("0020008008241234FFFFFFFFFF", "VERIFY", "VERIFY"),
      ("0070000001", "MANAGE CHANNEL open", "MANAGE CHANNEL open"),
      ("0070800200", "MANAGE CHANNEL close 2", "MANAGE CHANNEL close 2"),
      ("905A000003D3494F00", "SELECT APPLICATION 4F49D3", "SELECT APPLICATION 4F49D3"),
      (
        "90BD0000070F00000005000000", "READ DATA file 0F, 5 bytes from 0",
        "READ DATA 0F, 5 from 0"
      ),
      ("80F7123401AA", "CLA 80 INS F7 P1 12 P2 34, 1 byte", "CLA 80 INS F7, 12 34, 1 byte"),
    ] as [(String, String, String?)])
  func command(hex: String, long: String, short: String?) throws {
    let row = try words(command: hex, answer: "9000")
    #expect(row.reader == "> " + long)
    if let short {
      #expect(try words(command: hex, answer: "9000", .narrow).reader == "> " + short)
    }
  }

  @Test(
    "What an answer says",
    arguments: [
      ("00B0000005", "00112233449000", "9000 5 bytes"),
      ("00B0000005", "6A82", "6A82 file or application not found"),
      ("00B0000005", "00116282", "6282 end of file before Le bytes, 2 bytes"),
      ("00B0000005", "7F", "no SW1-SW2, 1 byte: 7F"),
      ("00B0000005", "6FF2", "6FF2"),
      ("00A4040007A0000000031010", "6F098407A00000000310109000", "9000 FCI"),
      ("00A4000C02E103", "62038001009000", "9000 FCP"),
      ("80A80000", "6986", "6986 not allowed"),
    ])
  func answer(command: String, answer: String, words expected: String) throws {
    #expect(try words(command: command, answer: answer).card.hasPrefix("< " + expected))
  }

  @Test(
    "Commands without an APDU",
    arguments: [
      (.native, "60", "AF04010112", "> GET VERSION", "< AF, 4 bytes: 04 01 01 12"),
      (.native, "5AD3494F", "00", "> SELECT APPLICATION 4F49D3", "< 00"),
      (
        .type2, "3004", "000102030405060708090A0B0C0D0E0F", "> READ page 4",
        "< pages 4–7: 00010203 04050607 …"
      ),
      (.type2, "A20401020304", "0A", "> WRITE page 4: 01020304", "< ACK"),
      (.type2, "3AF0F2", "00", "> FAST_READ pages 240–242", "< NAK 0"),
      (.type2, "1A00", "AF", "> AUTHENTICATE (Ultralight C)", "< NAK F"),
      (
        .felica, "1006012E3D4C5B6A798801000B018000", "1D07012E3D4C5B6A7988000001" + zeros,
        "> READ service 0B00: block 0", "< 00 00: all 00"
      ),
      (.unknown, "AABB", "CC", "> 2 bytes: AA BB", "< 1 byte: CC"),
    ] as [(Exchange.Form, String, String, String, String)])
  func otherForms(
    form: Exchange.Form, command: String, answer: String, reader: String, card: String
  ) throws {
    let row = try words(command: command, answer: answer, form: form)
    #expect(row.reader == reader)
    #expect(row.card == card)
  }

  /// MAC_A has eight bytes, last byte first, and in a WRITE the count of writes behind them.
  @Test func aMACIsToldApartFromData() throws {
    let idm = "012E3D4C5B6A7988"
    let mac = "A1A2A3A4A5A6A7A8"
    let read = try words(
      command: "1206\(idm)010B000280058091",
      answer: "2D07\(idm)000002" + Self.zeros + mac + "0000000000000000", form: .felica)
    #expect(read.card == "< 00 00, 1 block and MAC_A")
    #expect(read.detail == ["MAC_A A8A7A6A5A4A3A2A1 over the block before it"])
    let write = try words(
      command: "3208\(idm)0109000280058091" + Self.zeros + mac + "0700000000000000",
      answer: "0C09\(idm)0000", form: .felica)
    #expect(write.detail == ["MAC_A A8A7A6A5A4A3A2A1 over the block before it, write count 7"])
  }

  @Test func anAnswerWithoutItsCommandSaysSo() throws {
    var exchange = Exchange(form: .iso7816)
    exchange.outcome = .commandMissing
    let row = try words(exchange, command: "", answer: "9000")
    #expect(row.reader == "> not captured")
    #expect(row.card == "< 9000")
  }

  @Test(
    "What delayed an answer stands below",
    arguments: [(Columns.Form.wide, 0), (.narrow, 1)])
  func delays(form: Columns.Form, which: Int) throws {
    var exchange = Exchange(form: .iso7816)
    exchange.waitingExtensions = 2
    exchange.extensionFrame = 9
    exchange.extensionAsked = 77_328_614
    exchange.extensionUsed = 2_300_000
    exchange.retries = 1
    exchange.joins = [.getResponse, .correctedLe]
    exchange.parts = 4
    let lines = try words(exchange, command: "00B2010C00", answer: "9000", form).detail
    let waiting = [
      "WTX ×2 (frame 9): card asked for 77.3 ms more, used 2.3 after the reader agreed",
      "WTX ×2: card asked for 77.3 ms, used 2.3",
    ]
    #expect(
      lines == [
        waiting[which], "sent again once", "asked again with the Le that 6Cxx named",
        "61xx: GET RESPONSE 2 times",
      ])
  }

  private static let zeros = String(repeating: "00", count: 16)

  // An exchange put into words.

  private func words(
    command: String, answer: String, form: Exchange.Form = .iso7816, _ columns: Columns.Form = .wide
  ) throws -> (reader: String, card: String, detail: [String]) {
    try words(Exchange(form: form), command: command, answer: answer, columns)
  }

  private func words(
    _ exchange: Exchange, command: String, answer: String, _ form: Columns.Form = .wide
  ) throws -> (reader: String, card: String, detail: [String]) {
    var story = Story()
    var exchange = exchange
    let sent = try #require(Hex.bytes(command))
    let came = try #require(Hex.bytes(answer))
    exchange.command = story.store(sent.span)
    exchange.answer = story.store(came.span)
    if exchange.form == .iso7816, came.count >= 2 {
      exchange.status = UInt16(came[came.count - 2]) << 8 | UInt16(came[came.count - 1])
    }
    if let cla = sent.first, exchange.form == .iso7816, cla < 4 { exchange.channel = cla & 3 }
    var step = Step(frames: 1...2, time: 0, content: .exchange(exchange))
    step.commandFrame = sent.isEmpty ? 0 : 1
    step.answerFrame = 2
    var composer = Composer(form: form, names: try Known.names(), secrets: nil)
    let row = composer.row(of: step, defects: 0..<0, in: story, link: .iso14443)
    let detail = text(row.detail, composer)
    return (
      text(row.reader, composer), text(row.card, composer),
      detail.isEmpty ? [] : detail.split(separator: "\n").map(String.init)
    )
  }

  private func text(_ extent: Extent, _ composer: borrowing Composer) -> String {
    var bytes: [UInt8] = []
    let words = composer.words.span
    for index in extent.range where words[index] >= 0x20 || words[index] == Mark.lineFeed {
      bytes.append(words[index])
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
