import Foundation
import Testing

/// The simulated reader and its cards, before programs that are not ours.
@Suite struct PlayTests {
  private let scratch = Scratch()

  @Test(
    "nfc-list finds each card", .enabled(if: Child.installed("nfc-list") != nil),
    arguments: [
      ("ntag213", "UID (NFCID1): 04  a1  b2  c3  d4  e5  f6"),
      ("ntag215", "UID (NFCID1): 04  c1  5a  6b  7c  8d  9e"),
      ("type4", "ATS: 75  77  81  02"),
      ("type4b", "PUPI: 5a  c3  d2  e1"),
      ("felica-lite-s", "System Code (SC): 12  fc"),
      ("payment", "Random UID"),
      ("desfire-ndef", "UID (NFCID1): 04  16  27  38  49  5a  6b"),
    ])
  func isListed(card: String, expected: String) throws {
    let run = try play(card, "nfc-list", "-v")
    #expect(run.code == 0, "\(run.error)")
    #expect(run.text.contains(expected), "\(run.text)")
  }

  /// An NTAG213 has 45 pages; the data sheet names its UID's check byte: 88h ^ 04 ^ A1 ^ B2.
  @Test(.enabled(if: Child.installed("nfc-mfultralight") != nil))
  func nfcMfultralightReadsEveryPage() throws {
    let run = try play("ntag213", "nfc-mfultralight", "r", "dump.mfd")
    #expect(run.text.contains("45 of 45 pages read"), "\(run.text)\(run.error)")
    let dump = try #require(scratch.read("dump.mfd"))
    #expect(dump.prefix(4) == Data([0x04, 0xA1, 0xB2, 0x88 ^ 0x04 ^ 0xA1 ^ 0xB2]))
    #expect(dump.range(of: Data("nfctrace.example/ntag213".utf8)) != nil)
  }

  @Test(
    "nfc-anticol selects bit by bit", .enabled(if: Child.installed("nfc-anticol") != nil),
    arguments: [("ntag213", "-q"), ("ntag213", "-t"), ("type4", "-q"), ("type4", "-t")])
  func isSelectedByHand(card: String, option: String) throws {
    let run = try play(card, "nfc-anticol", option)
    let uid = card == "type4" ? "04112233445566" : "04a1b2c3d4e5f6"
    #expect(run.text.contains("UID: \(uid)"), "\(run.text)\(run.error)")
  }

  @Test(.enabled(if: Child.installed("nfc-read-forum-tag3") != nil))
  func nfcReadForumTag3FindsTheMessage() throws {
    _ = try play("felica-lite-s", "nfc-read-forum-tag3", "-o", "message")
    let message = try #require(scratch.read("message"))
    // D1 01 len 55, 04 for https://
    #expect(
      message == Data([0xD1, 0x01, 0x1F, 0x55, 0x04]) + Data("nfctrace.example/felica-lite-s".utf8))
  }

  /// It would wait for the card to go, so the reader goes.
  @Test(
    "nfc-poll finds each card", .enabled(if: Child.installed("nfc-poll") != nil),
    arguments: [
      ("ntag213", "UID (NFCID1): 04  a1  b2  c3  d4  e5  f6"),
      ("type4", "UID (NFCID1): 04  11  22  33  44  55  66"), ("type4b", "PUPI: 5a  c3  d2  e1"),
      ("felica-lite-s", "ID (NFCID2): 01  2e  4a  3b  2c  1d  0e  9f"),
    ])
  func isPolled(card: String, expected: String) throws {
    let run = try Child.nfctrace(
      ["play", card, "--fault", "unplug:*:60", "--", "timeout", "60", "nfc-poll"], in: scratch)
    #expect(run.text.contains(expected), "\(run.text)\(run.error)")
    #expect(run.text.contains("Waiting for card removing...done"), "\(run.text)")
  }

  /// The message that the program emulates ends in "libnfc.org".
  @Test(.enabled(if: Child.installed("nfc-emulate-forum-tag4") != nil))
  func aPhoneReadsWhatNfcEmulateForumTag4Offers() throws {
    let run = try play("type4", "nfc-emulate-forum-tag4")
    #expect(run.text.contains("In: 00  a4  04  00  07  d2  76  00  00  85  01  01  00"))
    #expect(run.text.contains("6c  69  62  6e  66  63  2e  6f  72  90  00"), "\(run.text)")
  }

  /// Two readers in one program: at one of them the card, at the other a phone that reads it.
  @Test(.enabled(if: Self.canRelay, "nfc-relay-picc is not there, or unshare -m is not allowed"))
  func nfcRelayPiccRelays() throws {
    let script = NFCPy.script("relay.sh")
    let run = try Child.run(
      "/bin/sh", [script], environment: ["LIBNFC_LOG_LEVEL": "0"], in: scratch)
    #expect(run.text.contains("Forwarding C-APDU: 00  b0  00  02  1b"), "\(run.text)\(run.error)")
    // The phone gets what the card says, from D1 01 17 55 04 on.
    let card = String(decoding: scratch.read("card.txt") ?? Data(), as: UTF8.self)
    let phone = String(decoding: scratch.read("phone.txt") ?? Data(), as: UTF8.self)
    let message = "D1011755046E666374726163652E6578616D706C652F74797065349000"
    #expect(card.contains(" < D54100\(message)\n"))
    #expect(phone.contains(" > D48E\(message)\n"))
  }

  private static let canRelay: Bool = {
    let allowed = try? Child.shell("unshare -m true", in: Scratch())
    return allowed?.code == 0 && Child.installed("nfc-relay-picc") != nil
      && FileManager.default.fileExists(atPath: "/etc/nfc/libnfc.conf")
  }()

  @Test(.enabled(if: Child.installed("mifare-ultralight-info") != nil))
  func libfreefareKnowsTheTag() throws {
    let run = try play("ntag213", "mifare-ultralight-info")
    #expect(run.text.contains("Tag with UID 04a1b2c3d4e5f6 is a Mifare UltraLight"), "\(run.text)")
  }

  @Test(.enabled(if: Child.installed("mifare-desfire-info") != nil))
  func libfreefareKnowsTheDESFire() throws {
    let run = try play("desfire-ndef", "mifare-desfire-info")
    #expect(run.text.contains("Storage size:         0x1a (=8192 bytes)"), "\(run.text)")
    #expect(run.text.contains("week 42, 2026"))
    // A01Ch read low byte first.
    #expect(run.text.contains("Free memory: \(0x1CA0) bytes"))
  }

  @Test(
    "nfcpy reads the message", .enabled(if: NFCPy.isThere),
    arguments: [
      ("ntag213", "106A", "ntag213"), ("ntag215", "106A", "ntag215"), ("type4", "106A", "type4"),
      ("type4b", "106B", "type4b"), ("felica-lite-s", "212F", "felica-lite-s"),
      ("desfire-ndef", "106A", "desfire"),
    ])
  func nfcpyReads(card: String, kind: String, page: String) throws {
    let run = try play(card, NFCPy.python, NFCPy.script("read_ndef.py"), kind)
    #expect(run.lines.last == "https://nfctrace.example/\(page)", "\(run.text)\(run.error)")
  }

  @Test func givesTheProgramsExitCode() throws {
    #expect(try play("type4", "sh", "-c", "exit 7").code == 7)
    #expect(try play("type4", "sh", "-c", "kill -KILL $$").code == 128 + SIGKILL)
    #expect(try play("type4", "/no/such/program").code == 127)
    #expect(try play("type4", "/etc/passwd").code == 126)
    #expect(try play("no-such-card", "true").code == 125)
  }

  /// libnfc takes a serial port for an abort where it is file 0.
  @Test(.enabled(if: Child.installed("nfc-list") != nil)) func bearsAClosedStandardInput() throws {
    let run = try Child.shell("nfctrace play type4 -- nfc-list <&-", in: scratch)
    #expect(run.text.contains("04  11  22  33  44  55  66"), "\(run.text)\(run.error)")
  }

  @Test(.enabled(if: Child.installed("nfc-list") != nil)) func severalCardsLieTogether() throws {
    let run = try play("type4,ntag213,felica-lite-s", "nfc-list")
    for identifier in [
      "04  11  22  33  44  55  66", "04  a1  b2  c3  d4  e5  f6", "01  2e  4a  3b  2c  1d  0e  9f",
    ] {
      #expect(run.text.contains(identifier), "\(run.text)\(run.error)")
    }
  }

  /// A dump of Flipper Zero's; its block 0 and trailer are a new MIFARE Classic's.
  @Test(.enabled(if: Child.installed("nfc-list") != nil)) func playsADump() throws {
    let dump = """
      Filetype: Flipper NFC device
      Version: 4
      Device type: Mifare Classic
      UID: 11 22 33 44
      ATQA: 00 04
      SAK: 08
      Mifare Classic type: 1K
      Block 0: 11 22 33 44 44 08 04 00 62 63 64 65 66 67 68 69

      """
    try scratch.write(Data(dump.utf8), to: "card.nfc")
    let run = try play("card.nfc", "nfc-list")
    #expect(run.text.contains("11  22  33  44"), "\(run.text)")
    #expect(run.error.contains("card.nfc: a MIFARE Classic: its UID is played"), "\(run.error)")
  }

  @Test func offersOneDevice() throws {
    let run = try play("type4", "sh", "-c", "echo $LIBNFC_DEVICE; echo $LIBNFC_DEFAULT_DEVICE")
    #expect(run.lines.count == 2 && run.lines[0] == run.lines[1])
    #expect(run.lines.allSatisfy { $0.hasPrefix("pn532_uart:/dev/pts/") }, "\(run.text)")
  }

  @Test func printsTheConnectionStringAlone() throws {
    let conversation = try Conversation(["play", "type4"], in: scratch)
    #expect(conversation.hears("\n"))
    conversation.signal(SIGINT)
    let end = conversation.end()
    #expect(end.code == 0 && end.error.isEmpty, "\(end.error)")
    #expect(conversation.text.hasPrefix("pn532_uart:/dev/pts/"))
    #expect(conversation.text.filter { $0 == "\n" }.count == 1)
  }

  /// GetFirmwareVersion: D4 02 gives D5 03, IC 32h, version 1.6, support 07.
  @Test(.enabled(if: Child.installed("nfc-list") != nil))
  func keepsALog() throws {
    let run = try Child.nfctrace(
      ["play", "type4", "--log", "log.txt", "--", "nfc-list"], in: scratch)
    #expect(run.code == 0, "\(run.error)")
    let log = String(decoding: try #require(scratch.read("log.txt")), as: UTF8.self)
    #expect(log.hasPrefix("@ pn532\n"), "\(log)")
    #expect(log.contains(" > D402\n"))
    #expect(log.contains(" < D50332010607\n"))
  }

  /// 4A is InListPassiveTarget, 00 Diagnose. A hostile ATS ends libnfc 1.8.0 with SIGSEGV.
  @Test(
    "Faults reach the program", .enabled(if: Child.installed("nfc-list") != nil),
    arguments: [
      ("unplug:4A", 0), ("unplug-after-ack:4A", 0), ("mute:4A", 0), ("no-ack:4A", 0),
      ("mute:00", 0), ("no-ack:00", 0), ("hostile-ats", 128 + SIGSEGV),
    ] as [(String, Int32)])
  func faultsHappen(fault: String, code: Int32) throws {
    let run = try Child.nfctrace(
      ["play", "type4", "--fault", fault, "--", "nfc-list"], in: scratch)
    #expect(run.code == code, "\(run.error)")
    #expect(!run.text.contains("NFCID1"), "\(run.text)")
    if fault.hasSuffix("00") { #expect(!run.text.contains("opened"), "\(run.text)") }
  }

  private func play(_ card: String, _ program: String...) throws -> Child.Finished {
    try Child.nfctrace(
      ["play", card, "--"] + program, environment: ["LIBNFC_LOG_LEVEL": "0"], in: scratch)
  }
}
