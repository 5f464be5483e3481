import Bytes
import Testing
import TraceFormat

@testable import Decoding

/// ISO/IEC 7816-4: commands that belong together, and what is selected.
@Suite struct JoiningTests {
  private func story(_ text: String) -> Story { Talk(text, link: .apdu).story() }

  @Test func getResponseIsPartOfItsCommand() throws {
    let story = story(
      """
      > 00A40904043F00D003
      < 6104
      > 00C0000004
      < 62028200 9000
      > 00B0000001
      < 11 9000
      """)
    #expect(story.exchanges.count == 2)
    let select = try #require(story.exchanges.first)
    #expect(story.hex(select.answer) == "620282009000")
    #expect(select.joins == .getResponse)
    #expect(select.parts == 2)
    #expect(
      story.parts[select.partRun.range].map { story.hex($0.command) }
        == ["00A40904043F00D003", "00C0000004"])
    #expect(
      story.parts[select.partRun.range].map { story.hex($0.answer) } == ["6104", "620282009000"])
  }

  @Test func aCorrectedLeIsPartOfItsCommand() throws {
    let story = story("> 00B2010C10\n< 6C02\n> 00B2010C02\n< 7000 9000")
    #expect(story.exchanges.count == 1)
    #expect(story.exchanges.first.map { story.hex($0.answer) } == "70009000")
    #expect(story.exchanges.first?.joins == .correctedLe)
  }

  @Test func additionalFramesAreSteps() {
    let story = story("> 901A0000010100\n< 0102 91AF\n> 90AF0000021122 00\n< 0304 9100")
    #expect(story.exchanges.count == 1)
    #expect(story.exchanges.first.map { story.hex($0.answer) } == "010203049100")
  }

  @Test func chainedCommandsAreOne() {
    let story = story("> 10DA000002AABB\n< 9000\n> 00DA000001CC\n< 9000")
    #expect(story.exchanges.count == 1)
    #expect(story.exchanges.first?.joins == .commandChaining)
    #expect(story.exchanges.first?.parts == 2)
  }

  @Test func anotherCommandAfter61IsAnotherExchange() {
    let story = story("> 00A4040000\n< 6104\n> 00B0000000\n< 6A82")
    #expect(story.exchanges.map(\.status) == [0x6104, 0x6A82])
  }

  @Test func eachChannelHasItsOwnApplication() {
    let story = story(
      """
      > 0070000001
      < 01 9000
      > 00A4040005A000000003
      < 9000
      > 01A4040005A000000004
      < 9000
      > 00B0000000
      < 9000
      > 01B0000000
      < 9000
      """)
    #expect(
      story.exchanges.suffix(2).map { Hex.text($0.application.bytes) }
        == ["A000000003", "A000000004"])
  }

  @Test func aPartialNameIsCompletedFromTheFCI() {
    let story = story("> 00A4040005A000000003\n< 6F098407A0000000031010 9000")
    #expect(story.exchanges.first.map { Hex.text($0.application.bytes) } == "A0000000031010")
  }

  @Test func aFailedSelectLeavesTheSelection() {
    let story = story(
      "> 00A4040005A000000003\n< 9000\n> 00A4040005A000000004\n< 6A82\n> 00B0000000\n< 9000")
    #expect(story.exchanges.last.map { Hex.text($0.application.bytes) } == "A000000003")
  }

  @Test func nativeCommandsAreToldFromAPDUs() {
    let story = Talk(
      Talk.activated + ">a 02 5A000000\n<a 02 00\n>a 03 60\n<a 03 AF04010100168005"
    ).story()
    #expect(story.exchanges.map(\.form) == [.native, .native])
    #expect(story.exchanges.map(\.status) == [nil, nil])
  }
}
