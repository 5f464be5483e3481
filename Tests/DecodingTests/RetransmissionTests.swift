import Bytes
import Testing
import TraceFormat

@testable import Decoding

/// ISO/IEC 14443-4, 7.5.4: what is sent again, and what was only noise.
@Suite struct RetransmissionTests {
  private func story(_ text: String) -> Story { Talk(Talk.activated + text).story() }

  @Test func theAnswerAfterADamagedCopyIsTheAnswer() {
    let story = story(
      """
      >a 02 00B0000004
      < 02 11223344 9000 0000
      >a B2
      <a 02 11223344 9000
      """)
    #expect(story.exchanges.map(\.status) == [0x9000])
    #expect(story.exchanges.map(\.outcome) == [.answered])
    #expect(story.exchanges.map(\.retries) == [1])
    #expect(story.exchanges.first.map { story.hex($0.answer) } == "112233449000")
    #expect(story.defects.count == 1)
  }

  @Test("Noise does not take the answer's place", arguments: ["< FF", "< 00", "< 123456789A"])
  func noiseIsNoAnswer(noise: String) {
    let story = story(">a 02 00B0000004\n\(noise)\n<a 02 11223344 9000")
    #expect(story.exchanges.map(\.outcome) == [.answered])
    #expect(story.exchanges.first.map { story.hex($0.answer) } == "112233449000")
  }

  @Test func anAcknowledgementWithTheOtherNumberAsksForTheBlockAgain() {
    // After an exchange the reader is at block 1; the card has 0 as its last and says so.
    let story = story(
      """
      >a 02 00A4040000
      <a 02 9000
      >a 13 00D6000004AABB
      >a B3
      <a A2
      >a 13 00D6000004AABB
      <a A3
      >a 02 CCDD
      <a 02 9000
      """)
    #expect(story.exchanges.map { story.hex($0.command) } == ["00A4040000", "00D6000004AABBCCDD"])
    #expect(story.exchanges.last?.commandBlocks == 2)
    #expect(story.defects.isEmpty)
  }

  @Test func aCommandThatDidNotArriveIsNoExchangeOfItsOwn() {
    let story = story(
      """
      > 02 00B0000004 0000
      +100
      >a B2
      <a A3
      >a 02 00B0000004
      <a 02 11223344 9000
      """)
    #expect(story.exchanges.map(\.status) == [0x9000])
    #expect(story.exchanges.map(\.commandDamage) == [.none])
    let answered = story.defects.map { defect -> Bool in
      if case .crc(_, _, let answered, _) = defect.kind { answered } else { true }
    }
    #expect(answered == [false])
  }

  @Test func anAnswerWithTheOtherNumberIsADefect() {
    let story = story(">a 02 00B0000004\n<a 03 11223344 9000")
    #expect(story.defects.map(\.kind) == [.answerNumber(number: 1, expected: 0)])
    #expect(story.exchanges.map(\.status) == [0x9000])
  }

  @Test func aChainThatTheReaderLeavesIsNotCutByAnotherCard() {
    let story = story(
      """
      >a 02 00B0000004
      <a 12 1122
      >a 03 00A4040000
      <a 03 9000
      """)
    #expect(story.defects.map(\.kind) == [.brokenChain(bytes: 2, by: nil)])
  }
}
