import Foundation
import Testing

/// Traces played back as cards, to programs that are not ours.
@Suite struct PlayTraceTests {
  private let scratch = Scratch()

  @Test(
    "A recording answers a program as the card did",
    .enabled(if: Child.installed("nfc-list") != nil),
    arguments: [
      ("ntag213", ["nfc-list", "-v"]), ("type4", ["nfc-list", "-v"]),
      ("type4b", ["nfc-list", "-v"]),
      ("felica-lite-s", ["nfc-list", "-v"]), ("payment", ["nfc-list", "-v"]),
      ("desfire-ndef", ["nfc-list", "-v"]), ("ntag213", ["nfc-mfultralight", "r", "dump.mfd"]),
      ("ntag213", ["nfc-anticol"]), ("type4", ["nfc-anticol"]),
      ("felica-lite-s", ["nfc-read-forum-tag3", "-o", "message"]),
      ("ntag213", ["mifare-ultralight-info"]), ("desfire-ndef", ["mifare-desfire-info"]),
    ])
  func roundTrip(card: String, program: [String]) throws {
    try repeats(card, program)
  }

  @Test(
    "nfcpy reads a recording as it read the card", .enabled(if: NFCPy.isThere),
    arguments: [
      ("ntag215", "106A"), ("type4", "106A"), ("type4b", "106B"), ("felica-lite-s", "212F"),
      ("desfire-ndef", "106A"),
    ])
  func nfcpyRoundTrip(card: String, kind: String) throws {
    try repeats(card, [NFCPy.python, NFCPy.script("read_ndef.py"), kind])
  }

  /// Two transactions, each with nonces and cryptograms of its own: the recording gives the first
  /// and then the second. CDOL1 asks for 35 bytes: 6 6 2 5 2 3 1 4 1 2 3.
  @Test(.enabled(if: NFCPy.isThere)) func paymentRoundTrip() throws {
    let purchase = [
      "00A404000E325041592E5359532E444446303100", "00A4040007A000000004101000",
      "80A800000D830B000000000000000005282200", "00B2010C00", "00B2011400", "80CA9F3600",
      "80AE800023000000001250000000000000052800000000000978260102005A17C3E82200001F030000",
    ]
    let words = [NFCPy.python, NFCPy.script("send.py"), "106A"] + purchase + ["off"] + purchase
    let lines = try repeats("payment", words)
    // Cryptogram 9F26 of 8 bytes, in both; they differ.
    let cryptograms = lines.compactMap { line -> Substring? in
      guard let tag = line.range(of: "9F2608") else { return nil }
      return line[tag.upperBound...].prefix(16)
    }
    #expect(Set(cryptograms).count == 2, "\(lines)")
    // The number is that of the card file, in a record.
    #expect(lines.contains { $0.contains("5A085413330089010434") })
    #expect(lines.filter { $0.hasPrefix("9F36020029") || $0.hasPrefix("9F3602002A") }.count >= 1)
  }

  /// Traces/payment.md says what the card answered. The unpredictable number at the end of GET
  /// PROCESSING OPTIONS is another one; the amount is not.
  @Test(.enabled(if: NFCPy.isThere)) func whatVariesMatchesAnything() throws {
    let run = try send(
      "payment.trace", "106A", "00A4040007A000000003101000",
      "80A800002383213620400000000000125000000000000005280000000000097826010200FFFFFFFF00",
      "80A800002383213620400000000000999900000000000005280000000000097826010200FFFFFFFF00")
    #expect(run.lines.count == 4, "\(run.text)\(run.error)")
    #expect(run.lines[2].hasPrefix("7741820220009404"))
    #expect(run.lines[2].hasSuffix("9000"))
    #expect(run.lines[3] == "6A86")
  }

  /// SELECT of what is not there 6A82, a record that is not there 6A83, an instruction that the
  /// card does not have 6D00, a class that it does not have 6E00 (ISO/IEC 7816-4, 5.6).
  @Test(.enabled(if: NFCPy.isThere)) func whatIsUnknownGetsAnError() throws {
    let run = try send(
      "payment.trace", "106A", "00A4040007A000000004101000", "00B2070C00", "0020008000",
      "8412000000")
    #expect(run.lines.dropFirst() == ["6A82", "6A83", "6D00", "6E00"], "\(run.text)\(run.error)")
  }

  @Test(.enabled(if: Child.installed("nfc-list") != nil))
  func aTypeBCardHasItsOwnPUPI() throws {
    let run = try Child.nfctrace(
      ["play", Twin.path("type-b.trace"), "--", "nfc-list"], in: scratch)
    #expect(run.text.contains("PUPI: 5a  17  c3  e8"), "\(run.text)\(run.error)")
  }

  @Test func saysWhyThereIsNothingToPlay() throws {
    try scratch.write(Data("@ nfc-a\n> 26\n".utf8), to: "polls.txt")
    let run = try Child.nfctrace(["play", "polls.txt"], in: scratch)
    #expect(run.code == 2)
    #expect(run.error == "nfctrace: polls.txt: cannot be played: no card answers in it\n")
    let unknown = try Child.nfctrace(["play", "ntag21"], in: scratch)
    #expect(unknown.code == 2)
    #expect(unknown.error.contains("did you mean"), "\(unknown.error)")
  }

  private func send(_ trace: String, _ words: String...) throws -> Child.Finished {
    try Child.nfctrace(
      ["play", Twin.path(trace), "--", NFCPy.python, NFCPy.script("send.py")] + words, in: scratch)
  }

  /// Runs a program against a card, then against the log of that: what passes is the same.
  @discardableResult
  private func repeats(_ card: String, _ program: [String]) throws -> [String] {
    let first = try play(card, program, log: "first.txt")
    let second = try play("first.txt", program, log: "second.txt")
    #expect(exchanges("first.txt").count > 10)
    #expect(exchanges("first.txt") == exchanges("second.txt"))
    #expect(first.text == second.text)
    return second.lines
  }

  private func play(_ card: String, _ program: [String], log: String) throws -> Child.Finished {
    let run = try Child.nfctrace(
      ["play", card, "--log", log, "--"] + program, environment: ["LIBNFC_LOG_LEVEL": "0"],
      in: scratch)
    #expect(run.code == 0, "\(run.error)")
    return run
  }

  /// The bytes of a log, without times.
  private func exchanges(_ name: String) -> [String] {
    String(decoding: scratch.read(name) ?? Data(), as: UTF8.self).split(separator: "\n").map {
      String($0.drop { $0 != ">" && $0 != "<" })
    }
  }
}

/// An NFC stack that is not ours, where the set-up could install it.
enum NFCPy {
  static let python = root.appendingPathComponent(".venv/bin/python").path

  static let isThere = FileManager.default.fileExists(
    atPath: root.appendingPathComponent(".venv/nfcpy").path)

  /// One of our scripts for it.
  static func script(_ name: String) -> String {
    root.appendingPathComponent("Tests/CommandTests/Programs/\(name)").path
  }

  private static let root: URL = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    return url
  }()
}
