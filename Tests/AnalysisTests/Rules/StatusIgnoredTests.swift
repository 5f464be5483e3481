import Testing

@testable import Analysis
@testable import Decoding

@Suite struct StatusIgnoredTests {
  /// Commands and answers in turn; the frames of the n-th are 2n-1 and 2n.
  private func ignored(_ exchanges: [(String, String)]) throws -> [String] {
    var builder = StoryBuilder()
    for (command, answer) in exchanges { try builder.exchange(command, answer) }
    return analyzed(builder.end()).filter { $0.id == .statusIgnored }.map(line)
  }

  @Test(
    "A command depends on the one that failed",
    arguments: [
      [("00A4040007A0000000031010", "6A82"), ("80A8000002830000", "6985")],
      [("00A4040007A0000000031010", "6A82"), ("00B2010C00", "6A83")],
      [("00A4000C02E104", "6A82"), ("00B0000002", "6986")],
      [("00A4000C02E104", "6A82"), ("00D6000002AABB", "6986")],
      [("00A4000C02E104", "6A82"), ("00B2010400", "6986")],
    ]
  )
  func dependsOnSelection(exchanges: [(String, String)]) throws {
    #expect(
      try ignored(exchanges) == [
        """
        warning status-ignored 3 command: COMMAND depends on the SELECT in frame 1, which was \
        answered 6A82
        """
      ])
  }

  @Test(
    "Nothing depends on what failed",
    arguments: [
      // One application after another.
      [
        ("00A4040007A0000000031010", "6A82"), ("00A4040007A0000000041010", "6A82"),
        ("00A4040007A0000000651010", "9000"), ("80A8000002830000", "9000"),
      ],
      // A list of applications that ends.
      [
        ("00A4040005A000000003", "9000"), ("00A4040205A000000003", "6A82"),
        ("80A8000002830000", "9000"),
      ],
      // Files that are named by short identifiers need no SELECT.
      [("00A4000C02E104", "6A82"), ("00B0810002", "01029000")],
      [("00A4000C02E104", "6A82"), ("00B2010C00", "01029000")],
      // Data objects are the card's.
      [("00A4040007A0000000031010", "6A82"), ("80CA9F7F00", "9F7F009000")],
      // A warning is no failure.
      [("00A4000C02E104", "6283"), ("00B0000002", "01029000")],
      // Only the next command is told to depend.
      [
        ("00A4040007A0000000031010", "6A82"), ("0084000008", "11223344556677889000"),
        ("00B2010C00", "01029000"),
      ],
    ]
  )
  func healthy(exchanges: [(String, String)]) throws {
    #expect(try ignored(exchanges) == [])
  }

  @Test func otherChannelsAreOtherConversations() throws {
    var builder = StoryBuilder()
    try builder.exchange("00A4000C02E104", "6A82")
    try builder.exchange("01B0000002", "01029000", channel: 1)
    try builder.exchange("00B0000002", "6986")
    #expect(
      analyzed(builder.end()).filter { $0.id == .statusIgnored }.map(line) == [
        """
        warning status-ignored 5 command: COMMAND depends on the SELECT in frame 1, which was \
        answered 6A82
        """
      ])
  }

  @Test func aProtectedCommandDependsOnTheVerification() throws {
    #expect(
      try ignored([
        ("0020008108243333FFFFFFFFFF", "63C2"), ("00B0000002", "01029000"),
        ("00B0810002", "6982"), ("00B0820002", "6982"),
      ]) == [
        """
        warning status-ignored 5 command: COMMAND depends on the verification in frame 1, which \
        was answered 63C2
        """
      ])
  }

  @Test func aSecondTryIsNoDisregard() throws {
    #expect(
      try ignored([
        ("0020008108243333FFFFFFFFFF", "63C2"), ("0020008108243333FFFFFFFFFF", "9000"),
        ("00B0810002", "6982"),
      ]) == [])
  }
}
