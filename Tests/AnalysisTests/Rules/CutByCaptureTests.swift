import Testing
import TraceFormat

@testable import Analysis
@testable import Decoding

@Suite struct CutByCaptureTests {
  @Test func allOfAVisitAreOne() throws {
    var builder = StoryBuilder()
    try builder.exchange(
      "00B0000000", "9000", defects: [.cutByCapture(original: 80, captured: 16)],
      direction: .fromCard, at: 16..<16)
    try builder.exchange(
      "00B0000000", "9000", defects: [.cutByCapture(original: 60, captured: 12)],
      direction: .fromCard, at: 12..<12)
    let merged = try #require(Finding.merged(analyzed(builder.end())))
    #expect(
      line(merged)
        == "note cut-by-capture 2 4 answer: the capture kept at most 16 bytes of each frame")
  }

  @Test func nothingIsConcludedFromACommandThatIsCut() throws {
    var builder = StoryBuilder()
    try builder.exchange("00A404000E325041592E5359532E4444", "9000") { exchange in
      exchange.commandDamage = .cut
    }
    #expect(lines(builder.end()) == [])
  }
}
