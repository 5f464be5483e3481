import Testing
import TraceFormat

@testable import Decoding

/// R(NAK)s that nobody answered.
@Suite struct RepeatRequestTests {
  private func story(_ text: String) -> Story { Talk(Talk.activated + text).story() }

  @Test func anUnansweredRNAKStandsBehindItsCommandAlsoBeforeADeselect() {
    let story = story(">a 02 00B0000003\n>a B2\n>a C2\n<a C2")
    #expect(
      story.steps.suffix(3).map(\.frames.lowerBound)
        == story.steps.suffix(3).map(\.frames.lowerBound).sorted())
    #expect(story.exchanges.last?.unansweredRequests == 1)
  }

  @Test func anUnansweredRNAKIsAStepOfItsOwn() {
    let story = story(
      """
      >a 02 00B0000003
      +100
      >a B2
      >a 02 00A4040000
      <a 02 9000
      """)
    #expect(story.exchanges.map(\.outcome) == [.unanswered, .answered])
    #expect(story.exchanges.first?.unansweredRequests == 1)
    #expect(story.defects.isEmpty)
  }
}
