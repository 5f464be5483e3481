import Bytes
import Testing
import TraceFormat

@testable import Decoding

/// PicoPass and ST25TB: cards with commands of their own on another standard's air.
@Suite struct PicoPassTests {
  /// Frames as a sniffer of an iCLASS card had them; their CRCs are the card's own.
  private static let session = """
    > 0A
    <
    > 0C
    < 73A20560FF5F021C9CF2
    > 8173A20560FF5F021C
    < 98132D00FBFF12E05352
    > 0C05DE64
    < FFFFFFFFFFFFFFFFEAF5
    > 8802
    < FFFFFFFFF7FFFFFF
    > 05D9936418DD3A2429
    < 5047EF4A
    > 8702FFFFFFFFF6FFFFFF4D9D7FEE
    < F6FFFFFFFFFFFFFFE959

    """

  @Test func aSessionIsOneActivationAndItsCommands() {
    let story = Talk(Self.session, link: .nfcV).story()
    #expect(story.visits.map { Hex.text($0.identifier.bytes) } == ["98132D00FBFF12E0"])
    #expect(story.steps.first?.frames == 1...6)
    #expect(
      story.exchanges.map { story.hex($0.command) } == [
        "0C05", "8802", "05D9936418DD3A2429", "8702FFFFFFFFF6FFFFFF4D9D7FEE",
      ])
    #expect(
      story.exchanges.map { story.hex($0.answer) } == [
        "FFFFFFFFFFFFFFFF", "FFFFFFFFF7FFFFFF", "5047EF4A", "F6FFFFFFFFFFFFFF",
      ])
    #expect(story.defects.isEmpty)
  }

  @Test func aWrongCRCIsSaid() {
    let story = Talk(
      Self.session + """
        > 0C05DE65
        < FFFFFFFFFFFFFFFFEAF6
        """, link: .nfcV
    ).story()
    let wrong = story.defects.compactMap { defect -> UInt16? in
      if case .crc(_, let computed, _, _) = defect.kind { computed } else { nil }
    }
    // The right ones are those of the session above.
    #expect(wrong == [0xDE64, 0xEAF5])
  }

  @Test func theSameCardWokenAgainIsTheSameVisit() {
    let story = Talk(Self.session + Self.session, link: .nfcV).story()
    #expect(story.visits.count == 1)
    #expect(story.ends.map(\.activations) == [2])
  }

  @Test func anST25TBIsKnownByItsUID() {
    let story = Talk(
      """
      >b 0600
      <b 5C
      >b 0E5C
      <b 5C
      >b 0B
      <b 44332211002302D0
      >b 0807
      <b FFFFFFFF
      >b 090711223344
      >b 0807
      <b 11223344
      >b 0F
      >b 0600
      """
    ).story()
    #expect(story.visits.map { Hex.text($0.identifier.bytes) } == ["D002230011223344"])
    #expect(story.visits.map(\.technology) == [.nfcB])
    #expect(story.steps.first?.frames == 1...6)
    #expect(story.exchanges.map(\.form) == [.sri, .sri, .sri, .sri])
    // WRITE_BLOCK and COMPLETION are answered by silence.
    #expect(story.exchanges.allSatisfy { $0.outcome == .answered })
    #expect(story.defects.isEmpty)
  }

  @Test func anST25TBThatIsNotAskedForItsUIDHasAChipIdentifier() {
    let story = Talk(
      """
      >b 0600
      <b 5C
      >b 0E5C
      <b 5C
      >b 0807
      <b FFFFFFFF
      """
    ).story()
    #expect(story.visits.map { Hex.text($0.identifier.bytes) } == ["5C"])
    #expect(story.visits.map(\.identifierIsRandom) == [true])
    #expect(story.exchanges.map(\.form) == [.sri])
  }
}
