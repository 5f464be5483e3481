import Testing
import TraceFormat

@testable import Analysis
@testable import Decoding

/// What the reports that serve as examples say of captures, finding by finding, merged as a visit's
/// text merges them. The captures lie beside the repository and may be missing.
@Suite(.enabled(if: Shared.isThere, "needs ../shared/captures"))
struct SpecimenTests {
  private func findings(_ capture: String) throws -> [String] {
    var groups: [[Finding]] = []
    for finding in try Capture(path: Shared.captures + capture).findings {
      let same = groups.firstIndex { group in
        group[0].merge != nil && group[0].merge == finding.merge && group[0].visit == finding.visit
      }
      if let same { groups[same].append(finding) } else { groups.append([finding]) }
    }
    return groups.compactMap { Finding.merged($0) }.map { "visit \($0.visit): \(line($0))" }
      .sorted()
  }

  @Test func visaRefused() throws {
    #expect(
      try findings("pcap/hf_visa_apple_ecp.pcap") == [
        """
        visit 1: note payment-offered 26:28 answer: A0000000031010 (Visa) in the PPSE directory
        """,
        """
        visit 1: note payment-selected 27:6 command: the reader selects A0000000031010 (Visa)
        """,
        """
        visit 1: warning visit-failed 34:1 answer: the visit ends on an error status: 6986 to GET \
        PROCESSING OPTIONS; nothing was sent after it. For Visa 6986 asks the terminal to show \
        "see phone": the holder must confirm on the device, then tap again
        """,
      ])
  }

  @Test func desfireThatFallsSilent() throws {
    #expect(
      try findings("pcap/hf_mfdes_sniff.pcap") == [
        """
        visit 1: error crc-mismatch 32:4 command: CRC_A is 57CD, computed 5959. Without its first \
        two bytes (PCB 0A, CID 00) the frame is a right HLTA, 50 00 57 CD
        """,
        """
        visit 1: error truncated-frame 33:2 command: R(NAK) with CID needs 4 bytes, 2 were \
        captured; its CRC is missing
        """,
        """
        visit 1: warning unanswered-command 28 noAnswer: COMMAND; waited 98.1 ms (FWT 77.3), \
        R(NAK) once
        """,
        """
        visit 1: warning unanswered-command 30 noAnswer: COMMAND; waited 97.7 ms (FWT 77.3), \
        R(NAK) once
        """,
      ])
  }

  @Test func malformed() throws {
    #expect(
      try findings("synthetic/d1_malformed.pcap") == [
        """
        visit 1: error bad-pseudo-header 26:2 row: the length says 200 bytes, 6 follow; kept as \
        bytes
        """,
        "visit 1: error bad-pseudo-header 27:0 row: version 1, only 0 is known; kept as bytes",
        """
        visit 1: error bad-pseudo-header 28:1 row: event 42 is not one of FA to FF; kept as bytes
        """,
        "visit 1: error bad-pseudo-header 29:2 row: the header needs 4 bytes, 2 were captured",
        """
        visit 1: error crc-mismatch 14:21 command: CRC_A is 0000, computed E042; the card answered \
        all the same
        """,
        "visit 1: error malformed-apdu 16:5 command: Lc says 7 bytes, 3 follow",
        """
        visit 1: error malformed-tlv 19:12 answer: tag 50 has no length: parent 6F (10 bytes from \
        byte 3) ends at byte 12
        """,
        """
        visit 1: error truncated-frame 23 24 25 answer: an I-block needs 3 bytes (PCB and CRC); 2, \
        1 and 0 were captured
        """,
        """
        visit 1: note payment-offered 15:28 15:54 answer: A0000000031010 (Visa), A0000000041010 \
        (Mastercard) in the PPSE directory
        """,
        "visit 1: note payment-selected 18:6 command: the reader selects A0000000031010 (Visa)",
        """
        visit 2: error bcc-mismatch 35:4 answer: BCC is 00, 88 04 A1 B2 give 9F; SELECT (36) \
        repeats it; the card agrees
        """,
        "visit 2: error malformed-ats 39:0 answer: TL says 31 bytes, 5 are there; the CRC is right",
        """
        visit 2: warning uid-incomplete 38 command: RATS although SAK 04 (frame 37) asks for \
        cascade level 2
        """,
      ])
  }

  @Test func emulatedTag() throws {
    let found = try findings("pcap/hf_14a_mfu-sim.pcap").filter { $0.hasPrefix("visit 1") }
    #expect(
      found == [
        """
        visit 1: error crc-mismatch 25:8 answer: CRC_A is 0000, computed 3A55; answer to COMMAND, \
        ten bytes of 00. A tag that lacks the command answers NAK: this looks like an emulator
        """,
        "visit 1: note personal-data 66:7 68:0 70:0 answer: a Bluetooth address and a device name",
        """
        visit 1: warning unanswered-command 16 38 noAnswer: COMMAND, waited 301 to 302 ms both \
        times: so no Ultralight C
        """,
      ])
  }

  @Test func felicaInALinkThatDoesNotSay() throws {
    #expect(
      try findings("synthetic/e1_felica_dlt264.pcap") == [
        """
        visit 1: error malformed-command 4:12 answer: 2 blocks need 32 bytes, LEN 2B leaves 30: \
        block 1 has 14 of its 16 bytes
        """,
        """
        visit 1: error memory-checksum 4:27 detail: attribute block: checksum is 1300, the 14 bytes \
        before it add up to 0022
        """,
        """
        visit 1: note ndef-empty 4:24 detail: length Ln is 0, so there is no message; yet block 1 begins \
        with a whole record (byte 29): URI https://example.c
        """,
        """
        visit 1: warning visit-failed 6:10 answer: the visit ends on error 01 A8: block 99; the \
        attribute block promises 3328
        """,
      ])
  }

  @Test(
    "Counts and last rows",
    arguments: [
      (
        "pcap/hf_visa_apple_ecp.pcap", [34, 1, 3, 0, 0],
        ["Visa asked for and selected, refused at GET PROCESSING OPTIONS: 6986 see phone"],
        ["Visa, refused at GET PROCESSING OPTIONS: 6986 see phone"]
      ),
      (
        "synthetic/d1_malformed.pcap", [39, 2, 4, 0, 1],
        [
          "Visa asked for and selected; READ RECORD 1 not answered whole",
          "not activated as the standard asks; the capture ends",
        ],
        [
          "Visa; READ RECORD 1 not answered whole",
          "not activated as the standard asks; the capture ends",
        ]
      ),
      (
        "pcap/hf_mfdes_sniff.pcap", [53, 1, 7, 2, 1],
        ["DESFire; silent from frame 28 to 34"], ["DESFire; silent from frame 28 to 34"]
      ),
      (
        "pcap/hf_14a_mfu-sim.pcap", [306, 3, 69, 6, 3],
        Array(
          repeating: """
            Type 2 tag, 144 bytes (CC E1 10 12 00), writable; NDEF message in 67 bytes, pages 4–21
            """, count: 3),
        Array(
          repeating: "Type 2 tag, 144 bytes, writable; NDEF in 67, pages 4–21", count: 3)
      ),
    ] as [(String, [Int], [String], [String])]
  )
  func counts(name: String, counts: [Int], long: [String], short: [String]) throws {
    let capture = try Capture(path: Shared.captures + name)
    let summary = capture.summary
    #expect(
      [
        summary.frames, summary.visits, summary.exchanges, summary.unanswered, summary.badCRCs,
      ] == counts)
    #expect(capture.outcomes.map(\.long) == long)
    #expect(capture.outcomes.map(\.short) == short)
  }

  @Test(
    "Last rows of FeliCa cards",
    arguments: [
      (
        "nfc-lab/test_NFC-F_212kbps_002.json",
        "FeliCa Lite family (inferred from blocks 82h and 88h), blank, NDEF not switched on",
        "FeliCa Lite family (inferred: blocks 82h, 88h), blank, no NDEF"
      ),
      (
        "synthetic/e1_felica_dlt264.pcap", "Type 3 tag, says it is empty",
        "Type 3 tag, says it is empty"
      ),
      (
        "synthetic/e6_felica_good.pcap",
        "Type 3 tag, 208 bytes, writable; NDEF message in 19 bytes, blocks 1–2",
        "Type 3 tag, 208 bytes, writable; NDEF in 19, blocks 1–2"
      ),
    ])
  func felicaCards(name: String, long: String, short: String) throws {
    let outcomes = try Capture(path: Shared.captures + name).outcomes
    #expect(outcomes.map(\.long) == [long])
    #expect(outcomes.map(\.short) == [short])
  }

  /// Lock bytes 0F 00 of an Ultralight C: bit 3 locks the one-time page.
  @Test func lockedUltralightC() throws {
    #expect(
      try findings("pcap/hf_14a_mfuc.pcap") == [
        "visit 1: note memory-locked 12:2 answer: page 3: read-only by lock bits"
      ])
  }

  /// These captures are right in every byte that these layers read, or show one thing only.
  @Test(
    "Nothing false is said",
    arguments: [
      "pcap/hf_14a_mfu.pcap", "pcap/hf_14a_reader_7b_rats.pcap",
      "pcap/hf_14b_reader.pcap", "synthetic/h4_typeb.pcap", "synthetic/c1_t2t.pcap",
      "synthetic/c2_t2t_tlv03_first.pcap", "synthetic/i1_nfcgate.pcapng",
      "synthetic/a_payment.pcap", "synthetic/h1_t2t_then_payment.pcap",
      "synthetic/d2_61xx_6cxx.pcap", "synthetic/h3_ext_desfire_cid_nocrc.pcap",
    ])
  func healthy(name: String) throws {
    let found = try Capture(path: Shared.captures + name).findings
    #expect(found.filter { $0.category != .payment && $0.category != .privacy }.map(line) == [])
  }
}

/// Captures that others made, beside the repository.
enum Shared {
  static let captures = "\(Capture.root)/../shared/captures/"
  static let isThere = (try? InputFile(path: captures + "README.md")) != nil
}
