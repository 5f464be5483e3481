import Testing

@testable import Analysis

@Suite struct FindingIDTests {
  /// The ids that other programs rely on: they never go, and never change meaning.
  @Test(
    "An id keeps its name",
    arguments: [
      "crc-mismatch", "bcc-mismatch", "parity-error", "truncated-frame", "bad-pseudo-header",
      "malformed-ats", "malformed-apdu", "malformed-tlv", "malformed-command", "uid-incomplete",
      "iso-dep-block-number", "iso-dep-broken-chain", "slow-answer", "unanswered-command",
      "status-ignored", "visit-failed", "capability-exceeded", "payment-selected",
      "payment-offered", "personal-data", "trace-damaged",
    ])
  func isThere(name: String) {
    #expect(FindingID(rawValue: name)?.rawValue == name)
  }

  @Test(
    "Every id has a manual page whose first sentence stands alone", arguments: FindingID.allCases)
  func hasManual(id: FindingID) {
    let paragraphs = id.manual.split(separator: "\n\n")
    #expect(paragraphs.count >= 2)
    #expect(paragraphs.first?.hasSuffix(".") == true)
    #expect(paragraphs.first.map { $0.count < 200 } == true)
    // A page is folded where it is printed.
    #expect(paragraphs.allSatisfy { !$0.contains("\n") })
  }

  @Test func theseAreMalformed() {
    #expect(
      Set(FindingID.allCases.filter { $0.category == .malformed }) == [
        .crcMismatch, .bccMismatch, .parityError, .truncatedFrame, .badPseudoHeader, .malformedATS,
        .malformedAPDU, .malformedTLV, .malformedCommand, .isoDepReservedBlock, .malformedHostFrame,
        .traceDamaged, .memoryTLV, .memoryContainer, .memoryChecksum, .memoryMessageLength,
        .memoryCount,
        .ndefHeader, .ndefChunk, .ndefTruncated, .ndefTrailingBytes, .ndefType, .ndefText, .ndefURI,
        .ndefSmartPoster, .ndefSignature, .ndefHandover, .ndefWiFi, .ndefBluetooth, .ndefVCard,
        .ndefDeviceInformation, .ndefStatusWords,
      ])
  }
}
