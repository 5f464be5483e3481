import Testing

@testable import Analysis
@testable import Decoding

@Suite struct VisitFailedTests {
  private func failures(_ story: Story) -> [String] {
    analyzed(story).filter { $0.id == .visitFailed }.map { finding in
      let places = finding.places.map {
        "\($0.frame):\($0.bytes.lowerBound)-\($0.bytes.upperBound)"
      }
      let sentence = finding.message.text(command: "COMMAND")
      return "\(finding.half) \(places.joined(separator: " ")) \(sentence)"
    }
  }

  @Test func anErrorThatEndsAVisitIsNamed() throws {
    var builder = StoryBuilder()
    try builder.select("A0000000031010")
    try builder.exchange("80A8000002830000", "6986")
    let story = builder.end()
    #expect(
      failures(story) == [
        """
        answer 2:1-3 the visit ends on an error status: 6986 to GET PROCESSING OPTIONS; nothing \
        was sent after it
        """
      ])
    #expect(
      analyzed(story).first?.notes == [
        """
        For Visa 6986 asks the terminal to show "see phone": the holder must confirm on the \
        device, then tap again
        """
      ])
  }

  @Test func adviceIsForThatApplication() throws {
    var builder = StoryBuilder()
    try builder.select("A0000000041010")
    try builder.exchange("80A8000002830000", "6986")
    #expect(analyzed(builder.end()).first?.notes == [])
  }

  @Test func aDeselectAfterItIsSomethingSent() throws {
    var builder = StoryBuilder()
    try builder.exchange("80A8000002830000", "6985")
    builder.step(.deselect(count: 1), frames: 2, answered: true)
    #expect(
      failures(builder.end()) == [
        "answer 2:1-3 the visit ends on an error status: 6985 to GET PROCESSING OPTIONS"
      ])
  }

  @Test func theLastCommandMayBeUnanswered() throws {
    var builder = StoryBuilder()
    try builder.exchange("80A8000002830000", nil, silence: 100)
    #expect(
      failures(builder.end()) == ["noAnswer 1:0-0 the visit ends without an answer to COMMAND"])
  }

  @Test(
    "A visit that ends well",
    arguments: [
      [("00B0000002", "01029000")],
      [("00A4040007A0000000031010", "6A82"), ("00A4040007A0000000041010", "9000")],
      // Records are read until there is none.
      [("00B2010C00", "70009000"), ("00B2020C00", "6A83")],
      // A file is read until it ends.
      [("00B0000004", "010203049000"), ("00B0000404", "6B00")],
      // A warning.
      [("00B0000004", "01026282")],
    ]
  )
  func endsWell(exchanges: [(String, String)]) throws {
    var builder = StoryBuilder()
    for (command, answer) in exchanges { try builder.exchange(command, answer) }
    #expect(failures(builder.end()) == [])
  }

  @Test(
    "A visit that ends badly",
    arguments: [
      // There was no record before it.
      [("00B2010C00", "6A83")],
      // Another file than the one before.
      [("00B2010C00", "70009000"), ("00B2021400", "6A83")],
      [("00A4040007A0000000031010", "6A82")],
      // A wrong PIN is a warning status, and no success.
      [("0020008108243333FFFFFFFFFF", "63C2")],
    ]
  )
  func endsBadly(exchanges: [(String, String)]) throws {
    var builder = StoryBuilder()
    for (command, answer) in exchanges { try builder.exchange(command, answer) }
    #expect(failures(builder.end()).count == 1)
  }

  @Test func onlyTheLastActivationCounts() throws {
    var builder = StoryBuilder()
    try builder.exchange("00B0000002", "6986")
    builder.step(
      .activation(
        Activation(
          technology: .nfcA, identifier: Identifier(), isWhole: true, isRandom: false, atqa: nil,
          sak: 0x20)), frames: 4, answered: true)
    #expect(failures(builder.end()) == [])
  }

  @Test func anAnswerThatMayLieOutsideIsNoFailure() throws {
    var builder = StoryBuilder()
    try builder.exchange("00B0000002", nil, outcome: .endOfCapture)
    #expect(failures(builder.end(.endOfInput)) == [])
  }
}
