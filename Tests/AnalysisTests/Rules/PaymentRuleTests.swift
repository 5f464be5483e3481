import Testing

@testable import Analysis
@testable import Decoding

@Suite struct PaymentRuleTests {
  private static let ppse = "325041592E5359532E4444463031"
  /// The directory of one card: two application templates in BF0C.
  private static let directory =
    "6F31" + "840E" + ppse + "A51FBF0C1C" + "610C4F07A0000000031010870101"
    + "610C4F07A0000000041010870102"

  private func found(
    _ command: String, _ answer: String?, under aid: String? = nil
  ) throws -> [String] {
    var builder = StoryBuilder()
    if let aid { try builder.select(aid) }
    try builder.exchange(command, answer)
    return analyzed(builder.end()).filter { $0.category == .payment }.map(line)
  }

  @Test func aDirectoryOffersItsPaymentApplications() throws {
    // 84, its name and the templates' heads stand before: the AIDs are bytes 27 and 41 of the
    // answer, and the PCB is one more.
    #expect(
      try found("00A404000E" + Self.ppse + "00", Self.directory + "9000", under: Self.ppse) == [
        """
        note payment-offered 2:28 2:42 answer: A0000000031010 (Visa), A0000000041010 (Mastercard) \
        in the PPSE directory
        """
      ])
  }

  @Test func aRecordOfTheContactDirectoryOffersThemToo() throws {
    #expect(
      try found(
        "00B2010C00", "700E610C4F07A00000000310108701019000",
        under: "315041592E5359532E4444463031") == [
          "note payment-offered 2:7 answer: A0000000031010 (Visa) in the PSE directory"
        ])
  }

  @Test(
    "Nothing is offered",
    arguments: [
      // No directory is selected.
      ("00B2010C00", "700E610C4F07A00000000310108701019000", "A0000000031010"),
      // The directory names what is no payment application.
      ("00A404000E" + ppse + "00", "6F0E610C4F07D2760000850101" + "870101" + "9000", ppse),
      // The directory is not there.
      ("00A404000E" + ppse + "00", "6A82", ppse),
      // What follows 4F is cut off.
      ("00A404000E" + ppse + "00", "6F06610D4F07A000" + "9000", ppse),
    ]
  )
  func nothing(command: String, answer: String, aid: String) throws {
    #expect(try found(command, answer, under: aid) == [])
  }

  @Test(
    "A SELECT of a payment application is told, answered or not",
    arguments: ["9000", "6A82", nil] as [String?])
  func selected(answer: String?) throws {
    #expect(
      try found("00A4040007A0000006581010", answer) == [
        "note payment-selected 1:6 command: the reader selects A0000006581010 (Mir)"
      ])
  }

  @Test(
    "Other selections are no payment",
    arguments: [
      "00A404000E" + ppse, "00A4040007D2760000850101", "00A4040005F222222222", "00A40000023F00",
      "00A40400",
    ])
  func otherSelections(command: String) throws {
    #expect(try found(command, "9000") == [])
  }
}
