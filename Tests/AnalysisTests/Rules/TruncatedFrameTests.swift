import Bytes
import Testing
import TraceFormat

@testable import Analysis
@testable import Decoding

@Suite struct TruncatedFrameTests {
  private func cut(_ builder: inout StoryBuilder, _ captured: Int, needs: Int = 3) {
    builder.step(
      .damaged(Damaged(direction: .fromCard, count: 1, reason: .cut, bytes: .none)),
      defects: [.truncatedFrame(needs: needs, captured: captured, block: .information)],
      direction: .fromCard, at: captured..<captured)
  }

  @Test func neighboursAreOneFindingWithAllTheirLengths() throws {
    var builder = StoryBuilder()
    cut(&builder, 2)
    cut(&builder, 1)
    cut(&builder, 0)
    let found = analyzed(builder.end())
    #expect(found.map(\.merge) == Array(repeating: found[0].merge, count: 3))
    let merged = try #require(Finding.merged(found))
    #expect(
      line(merged) == """
        error truncated-frame 1 2 3 answer: an I-block needs 3 bytes (PCB and CRC); 2, 1 and 0 \
        were captured
        """)
  }

  @Test func aFrameBetweenMakesTwoFindings() throws {
    var builder = StoryBuilder()
    cut(&builder, 2)
    builder.step(
      .block(
        BlockStep(kind: .negativeAcknowledge, number: 0, count: 1, request: .none, answer: .none)))
    cut(&builder, 2)
    let found = analyzed(builder.end())
    #expect(found.count == 2)
    #expect(found.first?.merge != found.last?.merge)
  }

  @Test func aBlockWithCIDNeedsAByteMore() throws {
    var builder = StoryBuilder()
    builder.step(
      .damaged(Damaged(direction: .toCard, count: 1, reason: .cut, bytes: .none)),
      defects: [.truncatedFrame(needs: 4, captured: 2, block: .negativeAcknowledge)], at: 2..<2)
    #expect(
      lines(builder.end()) == [
        """
        error truncated-frame 1:2 command: R(NAK) with CID needs 4 bytes, 2 were captured; its CRC \
        is missing
        """
      ])
  }
}
