import Bytes
import Testing
import TraceFormat

@testable import Decoding

/// Whose FeliCa frames are, and whether they are whole.
@Suite struct FelicaFrameTests {
  private static let poll = """
    >f 0600FFFF0100
    <f 14010123456789ABCDEF0120220427674EFF12FC

    """
  private static let read = ">f 10060123456789ABCDEF010B00018000\n"
  private static let refused = "<f 0C070123456789ABCDEF01A8\n"

  private func identifiers(_ story: Story) -> [String] {
    story.visits.map { Hex.text($0.identifier.bytes) }
  }

  @Test func theSyncCodeIsPassedOver() throws {
    // As a Proxmark3 stores them; the CRCs are right.
    let story = Talk(
      """
      > B24D0600FFFF01003A10
      < B24D1401012E11223344556600F100000001430088B4B635
      """
    ).story()
    #expect(story.visits.map(\.technology) == [.nfcF])
    #expect(identifiers(story) == ["012E112233445566"])
    #expect(story.defects == [])
  }

  @Test func aWrongCRCBehindTheSyncCodeIsFoundWhereItStands() throws {
    let story = Talk(
      """
      > B24D0600FFFF01003A10
      < B24D1401012E11223344556600F100000001430088B4B635
      > B24D0A04012E1122334455660000
      < B24D0B05012E11223344556600FFFF
      """, link: .nfcF
    ).story()
    let places = story.defects.map { [$0.place.frame, $0.place.bytes.lowerBound] }
    #expect(Set(places) == [[3, 12], [4, 13]])
  }

  @Test func aCommandWithoutItsLENIsReadAllTheSame() throws {
    // NfcF.transceive without the length byte, and right.
    let wrong = Talk(">- 02010203040506070801CDAB", link: .nfcF).story()
    #expect(wrong.exchanges.map { wrong.hex($0.command) } == ["0D02010203040506070801CDAB"])
    #expect(wrong.defects.map(\.kind) == [.felicaLength(claimed: 2, present: 12, isMissing: true)])
    let right = Talk(">- 0D02010203040506070801CDAB", link: .nfcF).story()
    #expect(right.exchanges.map { right.hex($0.command) } == ["0D02010203040506070801CDAB"])
    #expect(right.defects == [])
  }

  @Test func aLENThatDoesNotFitIsSaid() throws {
    let story = Talk(
      """
      >- 0600FFFF0100
      <- 14010123456789ABCDEF0120220427674EFF12FC
      >- 11060123456789ABCDEF010B00018000
      <- 0B070123456789ABCDEF01A8
      """, link: .nfcF
    ).story()
    #expect(
      story.defects.map(\.kind) == [
        .felicaLength(claimed: 0x11, present: 16, isMissing: false),
        .felicaLength(claimed: 0x0B, present: 12, isMissing: false),
      ])
    #expect(story.defects.map(\.place.frame) == [3, 4])
  }

  @Test func aVisitWithoutAPollIsKnownByTheIDmOfItsCommands() throws {
    let story = Talk(Self.read + Self.refused, link: .nfcF).story()
    #expect(identifiers(story) == ["0123456789ABCDEF"])
    #expect(story.visits.map(\.activationMissing) == [true])
    #expect(story.steps.map(\.budget) == [nil])
  }

  @Test func aCommandToAnotherCardBeginsItsVisit() throws {
    let other = """
      >f 1006012E4CD8A31652BA010B00018000
      <f 0C07012E4CD8A31652BA01A8

      """
    let story = Talk(Self.poll + Self.read + Self.refused + other, link: .nfcF).story()
    #expect(identifiers(story) == ["0123456789ABCDEF", "012E4CD8A31652BA"])
    #expect(story.visits.map(\.activationMissing) == [false, true])
    #expect(story.ends.first?.reason == .otherCard)
  }

  @Test func theSystemsOfACardAreOneVisit() throws {
    let story = Talk(
      """
      >f 060000030100
      <f 14010123456789ABCDEF0120220427674EFF0003
      >f 0600FE000100
      <f 14011123456789ABCDEF0120220427674EFFFE00
      >f 10061123456789ABCDEF010B00018000
      <f 0C071123456789ABCDEF01A8
      """
    ).story()
    #expect(story.visits.count == 1)
    #expect(story.ends.map(\.activations) == [2])
  }

  @Test func thePMmIsTheBudgetOfEachCommand() throws {
    let story = Talk(Self.poll + Self.read + Self.refused).story()
    // (5 × 1 + 8) × 4 T.
    #expect(story.steps.last?.budget == 15_707_375)
  }

  @Test func anEchoIsAnsweredByItself() throws {
    let story = Talk(Self.poll + "> 04F000013982\n< 04F000013982").story()
    #expect(story.exchanges.map(\.outcome) == [.answered])
    #expect(story.exchanges.map { story.hex($0.answer) } == ["04F00001"])
    #expect(story.defects == [])
  }
}
