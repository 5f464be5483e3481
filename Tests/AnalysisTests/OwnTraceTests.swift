import Testing

@testable import Analysis

/// What is found in the captures of `Traces/`, whose bytes we chose. CRCs were computed by another
/// program, offsets counted in the frames' hex.
@Suite struct OwnTraceTests {
  private func findings(_ name: String) throws -> [String] {
    try Capture(own: name).findings.map(line)
  }

  @Test func payment() throws {
    // Frame 20 comes 34.747 ms after frame 19, whose 44 bytes last (1 + 9 × 44) × 128 / 13.56 MHz
    // = 3.748 ms; FWT is 38.7.
    #expect(
      try findings("payment.pcap") == [
        "note payment-offered 16:28 answer: A0000000031010 (Visa) in the PPSE directory",
        "note payment-selected 17:6 command: the reader selects A0000000031010 (Visa)",
        "note slow-answer 20 answer: COMMAND: waited 31.0 ms of 38.7 (80%)",
        "note personal-data 20:15 answer: track data",
        "note personal-data 22:5 22:22 answer: a card number and a name",
      ])
  }

  @Test func malformed() throws {
    #expect(
      try findings("malformed.pcap") == [
        """
        error crc-mismatch 14:21 command: CRC_A is BAD0, computed E042; the card answered all the \
        same
        """,
        """
        note payment-offered 15:28 15:54 answer: A0000000031010 (Visa), A0000000041010 \
        (Mastercard) in the PPSE directory
        """,
        "error malformed-apdu 16:5 command: Lc says 7 bytes, 3 follow",
        """
        error malformed-tlv 19:12 answer: tag 50 has no length: parent 6F (10 bytes from byte 3) \
        ends at byte 12
        """,
        "note payment-selected 18:6 command: the reader selects A0000000031010 (Visa)",
        "error truncated-frame 21:2 answer: an I-block needs 3 bytes (PCB and CRC); 2 were captured",
        """
        error truncated-frame 22:1 answer: an I-block needs 3 bytes (PCB and CRC); 1 was captured; \
        its CRC is missing
        """,
        "error truncated-frame 23:0 answer: an I-block needs 3 bytes (PCB and CRC); 0 were captured",
        "error bad-pseudo-header 24:2 row: the length says 99 bytes, 8 follow; kept as bytes",
        "error bad-pseudo-header 25:0 row: version 7, only 0 is known; kept as bytes",
        "error bad-pseudo-header 26:1 row: event 21 is not one of FA to FF; kept as bytes",
        "error bad-pseudo-header 27:3 row: the header needs 4 bytes, 3 were captured",
        """
        error bcc-mismatch 33:4 answer: BCC is 11, 88 04 C1 D2 give 9F; SELECT (34) repeats it; \
        the card agrees
        """,
        """
        warning uid-incomplete 36 command: RATS although SAK 04 (frame 35) asks for cascade level 2
        """,
        "error malformed-ats 37:0 answer: TL says 16 bytes, 5 are there; the CRC is right",
      ])
  }

  @Test(
    "Each of these shows one thing",
    arguments: [
      (
        "type4-chain.pcap",
        ["error crc-mismatch 27:22 answer: CRC_A is AA8D, computed A568; answer to COMMAND"]
      ),
      (
        "type-b.pcap",
        [
          """
          warning visit-failed 14:2 answer: the visit ends on an error status: 6982 to READ BINARY
          """
        ]
      ),
      (
        "desfire.pcap",
        ["warning unanswered-command 28 noAnswer: COMMAND; waited 97.5 ms (FWT 77.3), R(NAK) once"]
      ),
    ]
  )
  func oneThing(name: String, expected: [String]) throws {
    #expect(try findings(name) == expected)
  }
}
