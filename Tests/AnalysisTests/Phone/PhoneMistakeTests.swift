import Testing

@testable import Analysis

/// The mistakes that people make with Core NFC: each is found in one input, and not in another that
/// comes near it.
@Suite struct PhoneMistakeTests {
  @Test func allAreThere() { #expect(PhoneMistake.all.map(\.number) == Array(1...36)) }

  @Test("A mistake is found", arguments: PhoneMistake.all)
  func isFound(mistake: PhoneMistake) {
    switch mistake.verdict {
    case .found(let id, let severity, let shown, _):
      let found = shown.found()
      #expect(has(id, severity, in: found), "\(words(found))")
    case .undecided(let place): #expect(!place.isEmpty)
    }
  }

  @Test("What only comes near is silent", arguments: PhoneMistake.all)
  func nearIsSilent(mistake: PhoneMistake) {
    guard case .found(let id, let severity, _, let near) = mistake.verdict else { return }
    let found = near.found()
    #expect(!has(id, severity, in: found), "\(words(found))")
  }

  /// A record that claims 16 bytes of payload where 2 are; and one of which only the head was read.
  @Test func nothingIsMadeUpOfAMessage() {
    let malformed = PhoneInput.tag("E1101200" + "0306D101105504616161FE").found()
    #expect(
      malformed.contains { $0.finding.message.text(command: "").hasSuffix("is malformed") },
      "\(words(malformed))")
    let cut = PhoneInput.tag("E1101200" + "0340D1013C5402656E414141").found()
    #expect(!has(.iosBackground, .note, in: cut), "\(words(cut))")
  }

  private func has(_ id: FindingID, _ severity: Severity, in found: [AppFinding]) -> Bool {
    found.contains { $0.finding.id == id && $0.finding.severity >= severity }
  }

  private func words(_ found: [AppFinding]) -> [String] {
    found.map {
      "\($0.finding.severity.word) \($0.finding.id): \($0.finding.message.text(command: ""))"
    }
  }
}
