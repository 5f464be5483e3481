import GrammarLanguage
import Testing

/// ISO/IEC 7816-4:2005, 5.1.3: tables 5 and 6.
@Suite struct ISO7816StatusTests {
  private let facts: BuiltInFacts

  init() throws { facts = try BuiltInFacts() }

  @Test(
    "Every status word of the standard's tables has its severity and words of its own",
    arguments: [
      (.ok, [0x9000, 0x6100, 0x6110, 0x61FF]),
      (
        .warning,
        [0x6200, 0x6202, 0x6240, 0x6280, 0x6281, 0x6282, 0x6283, 0x6284, 0x6285, 0x6286, 0x6287]
      ),
      (.warning, [0x6300, 0x6381, 0x63C0, 0x63CF]),
      (.error, [0x6400, 0x6401, 0x6402, 0x6480, 0x6481, 0x6482, 0x6500, 0x6581, 0x6600]),
      (.error, [0x6700, 0x6800, 0x6881, 0x6882, 0x6883, 0x6884]),
      (
        .error,
        [0x6900, 0x6981, 0x6982, 0x6983, 0x6984, 0x6985, 0x6986, 0x6987, 0x6988]
      ),
      (
        .error,
        [
          0x6A00, 0x6A80, 0x6A81, 0x6A82, 0x6A83, 0x6A84, 0x6A85, 0x6A86, 0x6A87, 0x6A88, 0x6A89,
          0x6A8A,
        ]
      ),
      (.error, [0x6B00, 0x6C00, 0x6C2D, 0x6D00, 0x6E00, 0x6F00]),
    ] as [(Severity, [UInt16])]
  )
  func hasSeverity(severity: Severity, words: [UInt16]) throws {
    for word in words {
      let status = try #require(facts.status(word))
      #expect(status.severity == severity)
      #expect(!status.words.isEmpty)
    }
  }

  @Test("No SW2 of an interindustry SW1 is without words, and the class gives the severity")
  func fallsBackToTheClass() throws {
    for first in [UInt16](0x61...0x6F) {
      let severity: Severity = first == 0x61 ? .ok : first < 0x64 ? .warning : .error
      for second in UInt16(0)...0xFF {
        let status = try #require(facts.status(first << 8 | second))
        #expect(status.severity == severity)
      }
    }
  }

  @Test(
    "Words say what is meant",
    arguments: [
      (0x9000, nil, "done"),
      (0x6700, nil, "wrong length"),
      (0x6110, nil, "16 bytes more"),
      (0x6C2D, nil, "wrong Le: 45 bytes are there"),
      (0x6A82, 0xA4, "file or application not found"),
      (0x6B00, 0xB0, "offset outside the file"),
      (0x6B00, 0xA4, "wrong P1-P2"),
      (0x63C2, 0x20, "2 tries left"),
      (0x63C2, 0xD6, "2 retries when writing"),
      (0x63C2, 0xA4, "counter 2"),
      (0x6986, 0xA8, "not allowed"),
      (0x6986, 0xB0, "not allowed: no current EF"),
      (0x6300, 0x82, "authentication failed"),
    ] as [(UInt16, UInt8?, String)]
  )
  func saysWhatIsMeant(word: UInt16, ins: UInt8?, expected: String) {
    #expect(facts.status(word, ins: ins)?.words == expected)
  }

  /// NXP, MIFARE DESFire Light data sheet: the status codes.
  @Test(
    "DESFire's words are no errors when it is done or has more",
    arguments: [
      (0x9100, .ok), (0x91AF, .ok), (0x910C, .ok), (0x919D, .error), (0x91AE, .error),
      (0x9142, .error),
    ] as [(UInt16, Severity)]
  )
  func desfire(word: UInt16, severity: Severity) {
    #expect(facts.status(word)?.severity == severity)
    #expect(facts.status(word, cla: 0x90, ins: 0xAF)?.severity == severity)
  }

  /// EMV Contactless Book C-3.
  @Test("Visa's 6986 to GET PROCESSING OPTIONS asks the holder to look at the phone")
  func visa() {
    let visa: [UInt8] = [0xA0, 0, 0, 0, 0x03, 0x10, 0x10]
    let mastercard: [UInt8] = [0xA0, 0, 0, 0, 0x04, 0x10, 0x10]
    let full = facts.status(0x6986, cla: 0x80, ins: 0xA8, under: visa)
    let short = facts.status(0x6986, cla: 0x80, ins: 0xA8, under: visa, isShort: true)
    #expect(full?.words == "not allowed: see phone")
    #expect(short?.words == "see phone")
    #expect(facts.status(0x6986, cla: 0, ins: 0xB0, under: visa)?.words != "not allowed: see phone")
    #expect(facts.status(0x6986, cla: 0x80, ins: 0xA8, under: mastercard)?.words == "not allowed")
  }

  /// A card's half of a row is 26 columns wide at 80 columns; the status word and a space take 5.
  @Test("Short words fit the card's half of a narrow row")
  func shortWordsFit() {
    for word in UInt16(0x6000)...0x9FFF {
      for ins: UInt8? in [nil, 0x20, 0xA4, 0xA8, 0xB0, 0xB2, 0xD6, 0x82] {
        guard let status = facts.status(word, ins: ins, isShort: true) else { continue }
        #expect(status.words.count <= 21)
      }
    }
  }
}
