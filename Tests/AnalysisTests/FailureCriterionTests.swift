import Testing

@testable import Analysis

@Suite struct FailureCriterionTests {
  private func finding(_ id: FindingID, _ severity: Severity) -> Finding {
    Finding(
      id, severity: severity, visit: 1, step: 1, half: .command, places: [], message: "")
  }

  @Test(
    "A severity means it and everything worse; a category and an id mean themselves",
    arguments: [
      ("error", [.crcMismatch]),
      ("warning", [.crcMismatch, .slowAnswer]),
      ("note", [.crcMismatch, .slowAnswer, .paymentOffered]),
      ("error,note", [.crcMismatch, .slowAnswer, .paymentOffered]),
      ("payment", [.paymentOffered]),
      ("error,payment", [.crcMismatch, .paymentOffered]),
      ("slow-answer", [.slowAnswer]),
      ("malformed,slow-answer", [.crcMismatch, .slowAnswer]),
      ("privacy", []),
    ] as [(String, [FindingID])]
  )
  func matches(list: String, expected: [FindingID]) throws {
    let criterion = try FailureCriterion(list)
    let all = [
      finding(.crcMismatch, .error), finding(.slowAnswer, .warning),
      finding(.paymentOffered, .note),
    ]
    #expect(all.filter(criterion.matches).map(\.id) == expected)
  }

  @Test("An unknown word is told, with what there is", arguments: ["eror", "error,", "", "warn"])
  func unknownWord(list: String) {
    let word = list == "error," ? "" : list
    #expect(throws: FailureCriterion.UnknownWord(word: word)) { try FailureCriterion(list) }
    let text = FailureCriterion.UnknownWord(word: word).description
    #expect(text.contains("error, warning, note"))
    #expect(text.contains("malformed, payment, privacy, protocol, compatibility"))
    for id in FindingID.allCases { #expect(text.contains(id.rawValue)) }
  }
}
