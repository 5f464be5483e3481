package import Decoding
package import TraceFormat

/// What a whole trace amounts to: the last lines of a report.
package struct Summary: Equatable, Sendable {
  /// Every record counts, also one that is no frame.
  package private(set) var frames = 0
  package private(set) var visits = 0
  package private(set) var exchanges = 0
  /// Exchanges without any frame of the card.
  package private(set) var unanswered = 0
  /// Whole frames with a wrong CRC.
  package private(set) var badCRCs = 0
  /// The least time of a frame, and the greatest time or, where durations are known, end.
  package private(set) var times: ClosedRange<Int64>?
  /// Findings as text shows them: those of one visit that merge count once.
  package private(set) var findings = Tally()
  /// Findings as JSON lists them, each by itself.
  package private(set) var raised = Tally()

  private var open = MergedFindings()

  package init() {}

  /// From the first frame's start to the last one's end, in nanoseconds.
  package var duration: Int64 {
    guard let times else { return 0 }
    let (length, overflow) = times.upperBound.subtractingReportingOverflow(times.lowerBound)
    return overflow ? .max : length
  }

  /// Counts captured frames.
  package mutating func count(_ batch: FrameBatch) {
    frames += batch.frames.count
    guard let first = batch.frames.first?.time else { return }
    var least = times?.lowerBound ?? first
    var greatest = times?.upperBound ?? first
    for index in batch.frames.indices {
      let time = batch.frames[index].time
      let (end, overflow) = time.addingReportingOverflow(
        max(0, batch.frames[index].duration ?? 0))
      least = min(least, time)
      greatest = max(greatest, overflow ? time : end)
    }
    times = least...greatest
  }

  /// Counts what a story holds, and what its examination found.
  package mutating func count(_ story: borrowing Story, _ findings: [Finding]) {
    for index in story.defects.indices {
      if case .crc = story.defects[index].kind { badCRCs += 1 }
    }
    var next = 0
    for index in story.entries.indices {
      while next < findings.count, findings[next].entry <= index {
        count(findings[next])
        next += 1
      }
      switch story.entries[index] {
      case .visit: visits += 1
      case .step: break
      case .end(let end):
        exchanges += end.exchanges
        unanswered += end.unanswered
        open.forget(visit: end.number)
      }
    }
  }

  /// Counts findings that belong to no story, such as those about damage to the file.
  package mutating func count(_ found: [Finding]) {
    for index in found.indices { count(found[index]) }
  }

  private mutating func count(_ finding: borrowing Finding) {
    raised.add(finding.id, severity: finding.severity)
    switch open.meet(finding) {
    case .new: findings.add(finding.id, severity: finding.severity)
    case .known(let before):
      if finding.severity > before { findings.raise(from: before, to: finding.severity) }
    }
  }
}
