import Analysis
import Bytes

/// The last two lines of a story: what a whole trace amounts to.
struct Counts {
  /// Whether a folded visit hides findings; how many kinds there are is told then.
  var hidesFindings = false
  /// Rows that filters left out.
  var leftOut = 0

  /// Appends the two lines.
  func append(_ summary: Summary, to out: inout ByteBuffer) {
    out.append(count: summary.frames, "frame", "frames")
    out.append(" in ")
    Time.append(seconds: summary.duration, decimals: 3, to: &out)
    out.append(" s · ")
    append(summary.visits, "no visit", "visit", "visits", to: &out)
    out.append(" · ")
    append(summary.exchanges, "no exchange", "exchange", "exchanges", to: &out)
    if summary.unanswered > 0 {
      out.append(", ")
      out.append(decimal: summary.unanswered)
      out.append(" unanswered")
    }
    out.append(" · ")
    append(summary.badCRCs, "no bad CRC", "bad CRC", "bad CRC", to: &out)
    out.append("\n")
    append(summary.findings, to: &out)
    if leftOut > 0 {
      out.append(" · ")
      out.append(count: leftOut, "row", "rows")
      out.append(" left out")
    }
    out.append("\n")
  }

  private func append(_ findings: Tally, to out: inout ByteBuffer) {
    append(findings.total, "no findings", "finding", "findings", to: &out)
    guard findings.total > 0 else { return }
    var isFirst = true
    for severity in Severity.allCases.reversed() {
      let count = findings[severity]
      guard count > 0 else { continue }
      out.append(isFirst ? ": " : ", ")
      isFirst = false
      out.append(decimal: count)
      out.append(" ")
      out.append(severity.word)
      if count > 1 { out.append("s") }
    }
    if findings[.payment] > 0 {
      out.append(" (")
      out.append(decimal: findings[.payment])
      out.append(" payment)")
    }
    if hidesFindings {
      out.append(", of ")
      out.append(count: findings.ids.count, "kind", "kinds")
    }
  }

  private func append(
    _ count: Int, _ none: StaticString, _ one: StaticString, _ many: StaticString,
    to out: inout ByteBuffer
  ) {
    if count == 0 { out.append(none) } else { out.append(count: count, one, many) }
  }
}
