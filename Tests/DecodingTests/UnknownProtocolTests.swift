import Bytes
import Testing
import TraceFormat

@testable import Decoding

/// What a link of ISO 14443 frames carries when it is none of its protocols.
@Suite struct UnknownProtocolTests {
  @Test func anInventoryOfISO15693IsNoCorruption() {
    // INVENTORY and its answer, with their CRCs: ISO/IEC 15693 shares the polynomial of CRC_B.
    let story = Talk("> 260100F60A\n< 00018360793E988007E0D433").story()
    #expect(story.defects.isEmpty)
    #expect(story.visits.map(\.technology) == [.nfcV])
    // The UID is sent last byte first.
    #expect(story.visits.map { Hex.text($0.identifier.bytes) } == ["E00780983E796083"])
    #expect(story.steps.map(\.frames) == [1...2])
  }

  @Test func framesOfOtherCardsAreKeptAsBytes() {
    // iCLASS: IDENTIFY and its answer, whose CRC has another preset.
    let story = Talk("> 0C\n< 73A20560FF5F021CF29C\n> 8173A20560FF5F1C02").story()
    #expect(story.defects.isEmpty)
    #expect(story.exchanges.first.map { story.hex($0.answer) } == "73A20560FF5F021CF29C")
  }

  @Test func aPollOfTheSRFamilyIsAPoll() {
    let story = Talk(">b 0600\n>b 050000\n>b 0600").story()
    #expect(story.visits.isEmpty)
    #expect(story.steps.count == 1)
  }

  @Test func theSystemsOfOneFelicaCardAreOneVisit() {
    let story = Talk(
      """
      >f 06000003 0100
      <f 1401 0123456789ABCDEF 0120220427674EFF 0003
      >f 0600FE00 0100
      <f 1401 1123456789ABCDEF 0120220427674EFF FE00
      """
    ).story()
    #expect(story.visits.count == 1)
    #expect(story.ends.map(\.activations) == [2])
  }
}
