import Testing

@testable import Analysis
@testable import Decoding

/// What is said of the AID that a SELECT names, and of a card that has not got it.
@Suite struct SelectionRuleTests {
  private func found(_ exchanges: [(String, String?)], _ ids: Set<FindingID>) throws -> [String] {
    var builder = StoryBuilder()
    for (command, answer) in exchanges { try builder.exchange(command, answer) }
    return analyzed(builder.end()).filter { ids.contains($0.id) }.map(line)
  }

  @Test(
    "An AID's first half byte is its category",
    arguments: [
      (
        "00A40400084C656C616E746F73",
        [
          """
          warning aid-unassigned 1:6 command: 4C656C616E746F73 begins with 4, a category that is \
          not assigned (A, D, E and F are)
          """
        ]
      ),
      (
        "00A4040005F222222222",
        [
          """
          note aid-proprietary 1:6 command: F222222222 is a proprietary identifier, which nobody \
          registers
          """
        ]
      ),
      ("00A4040007A0000000031010", []),
      ("00A4040007D276000085010100", []),
      ("00A404000AE80704007F0007030200", []),
      ("00A404000E325041592E5359532E4444463031", []),
      ("00A404000E315041592E5359532E4444463031", []),
      // By file identifier.
      ("00A40000023F00", []),
      // Secure messaging: a cryptogram (87) and a checksum (8E), no AID.
      ("0CA404001D8711011111111111111111111111111111118E081122334455667788", []),
      ("00A40400", []),
    ]
  )
  func category(command: String, expected: [String]) throws {
    #expect(try found([(command, "9000")], [.aidUnassigned, .aidProprietary]) == expected)
  }

  @Test func aPartialNameIsWhatTheCardAnswered() throws {
    // SELECT of Visa's RID alone. The card's FCI has Visa's DF name (84), and that is selected.
    var builder = StoryBuilder()
    try builder.select("A0000000031010")
    try builder.exchange("00A4040005A000000003", "6F098407A00000000310109000")
    let found = analyzed(builder.end()).filter { $0.id == .paymentSelected }.map(line)
    #expect(
      found == ["note payment-selected 1:6 command: the reader selects A0000000031010 (Visa)"])
  }

  @Test func anAIDThatIsNotThereIsToldAtTheEnd() throws {
    #expect(
      try found(
        [("00A4040005F22222222200", "6A82"), ("00A4040007A0000006581010", nil)],
        [.applicationNotFound])
        == ["error application-not-found 2:1 answer: F222222222 is not on this card"])
    #expect(
      try found([("00A4040007A0000006581010", "6A82")], [.applicationNotFound])
        == ["note application-not-found 2:1 answer: A0000006581010 is not on this card"])
  }

  @Test(
    "Nothing that was needed is missing",
    arguments: [
      // One of those that were tried is there.
      [("00A4040005F22222222200", "6A82"), ("00A4040007A0000006581010", "9000")],
      [("00A4040007A0000006581010", "9000"), ("00A4040005F22222222200", "6A82")],
      // The end of a list.
      [("00A4040205A000000003", "6A82")],
    ]
  )
  func nothingMissing(exchanges: [(String, String)]) throws {
    #expect(try found(exchanges, [.applicationNotFound]) == [])
  }

  @Test(
    "A file that is not there is named as the command names it",
    arguments: [
      ("00B2011400", "6A82", ["no file with SFI 2 in the current DF"]),
      ("00A4000002000200", "6A82", ["no file 0002"]),
      ("00B0840000", "6A82", ["no file with SFI 4 in the current DF"]),
      // A record of a file that is there.
      ("00B2011400", "6A83", []),
      // The current file: nothing is named.
      ("00B0000000", "6A82", []),
      ("00A4000002000200", "9000", []),
      // Another class's instruction.
      ("90A4000002000200", "6A82", []),
    ]
  )
  func file(command: String, answer: String, expected: [String]) throws {
    #expect(
      try found([(command, answer)], [.fileNotFound])
        == expected.map { "note file-not-found 2:1 answer: \($0)" })
  }

  @Test(
    "A command that would change the card is missed when it is not there",
    arguments: [
      (
        "002C0300", "6D00",
        [
          """
          error command-unsupported 2:1 answer: COMMAND: INS 2C with P1 03 is not supported by \
          this card, 6D00
          """
        ]
      ),
      ("002C0300", "6985", []),
      // Asking what a card can do is healthy.
      ("0084000008", "6D00", []),
      ("00CA9F7F00", "6E00", []),
      // DESFire's INS 24.
      ("9024000000", "6E00", []),
    ]
  )
  func unsupported(command: String, answer: String, expected: [String]) throws {
    #expect(try found([(command, answer)], [.commandUnsupported]) == expected)
  }
}
