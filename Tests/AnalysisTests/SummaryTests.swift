import Testing
import TraceFormat

@testable import Analysis
@testable import Decoding

@Suite struct SummaryTests {
  private func frame(_ number: Int, at time: Int64, lasting duration: Int64? = nil) -> Frame {
    var frame = Frame(number: number, time: time, link: .nfcA, direction: .toCard)
    frame.duration = duration
    return frame
  }

  @Test func lastsFromTheFirstFrameToTheLastOnesEnd() {
    var summary = Summary()
    var batch = FrameBatch()
    batch.frames = [frame(1, at: 1000, lasting: 50), frame(2, at: 900), frame(3, at: 3000)]
    summary.count(batch)
    batch.frames = [frame(4, at: 4000, lasting: 87)]
    summary.count(batch)
    #expect(summary.frames == 4)
    #expect(summary.times == 900...4087)
    #expect(summary.duration == 3187)
  }

  @Test func timesFarApartDoNotOverflow() {
    var summary = Summary()
    var batch = FrameBatch()
    batch.frames = [frame(1, at: .min), frame(2, at: .max, lasting: 1)]
    summary.count(batch)
    #expect(summary.duration == .max)
  }

  @Test func anEmptyTraceLastsNoTime() {
    #expect(Summary().duration == 0)
  }

  private func finding(_ id: FindingID, visit: Int, group: Int?, _ severity: Severity) -> Finding {
    Finding(
      id, severity: severity, visit: visit, step: 1, half: .command, places: [], message: "",
      merge: group.map { Finding.Merge(id, group: $0) })
  }

  @Test func findingsThatMergeCountOnceAVisit() {
    var summary = Summary()
    summary.count([
      finding(.slowAnswer, visit: 1, group: 7, .note),
      finding(.slowAnswer, visit: 1, group: 7, .warning),
      finding(.slowAnswer, visit: 1, group: 8, .note),
      finding(.slowAnswer, visit: 2, group: 7, .note),
      finding(.crcMismatch, visit: 1, group: nil, .error),
      finding(.crcMismatch, visit: 1, group: nil, .error),
      finding(.paymentOffered, visit: 1, group: 7, .note),
    ])
    #expect(summary.findings.total == 6)
    #expect(summary.findings[Severity.error] == 2)
    #expect(summary.findings[Severity.warning] == 1)
    #expect(summary.findings[Severity.note] == 3)
    #expect(summary.findings[Category.payment] == 1)
    #expect(summary.findings[Category.malformed] == 2)
    #expect(summary.findings[FindingID.slowAnswer] == 3)
    #expect(summary.findings.ids.count == 3)
    #expect(summary.raised.total == 7)
    #expect(summary.raised[FindingID.slowAnswer] == 4)
  }

  @Test func aVisitThatIsOverIsForgotten() throws {
    var summary = Summary()
    var builder = StoryBuilder()
    try builder.exchange("00B0000002", "01029000", wait: 39, budget: 38)
    let story = builder.end()
    summary.count(story, analyzed(story))
    // The same number cannot come again in one trace; here it shows that nothing is kept.
    summary.count(story, analyzed(story))
    #expect(summary.visits == 2)
    #expect(summary.exchanges == 2)
    #expect(summary.findings[FindingID.slowAnswer] == 2)
  }

  @Test func wrongCRCsAreCounted() throws {
    var summary = Summary()
    var builder = StoryBuilder()
    try builder.exchange(
      "00B0000002", "01029000",
      defects: [.crc(found: 1, computed: 2, answered: true, hiddenHalt: 0), .parity])
    let story = builder.end()
    summary.count(story, analyzed(story))
    #expect(summary.badCRCs == 1)
  }
}
