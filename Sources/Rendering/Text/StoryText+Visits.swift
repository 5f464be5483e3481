import Analysis
import Bytes
import Decoding
import Tags
import TraceFormat

/// Visits open with a rule line and end with their outcome and their findings, or fold to a line.
extension StoryText {
  mutating func begin(_ visit: Visit, into out: inout ByteBuffer) {
    leave(into: &out)
    visits.append(OpenVisit(number: visit.number, visit: visit, firstNumber: nextNumber))
    current = visit.number
    if folds { repeats.begin() }
    if selector.isOpen {
      write(ruleOf: visit, into: &out)
    } else {
      pendingVisit = visit
    }
  }

  /// Writes the line of a visit of which nothing was shown yet.
  mutating func writePendingRule(into out: inout ByteBuffer) {
    guard let visit = pendingVisit else { return }
    pendingVisit = nil
    write(ruleOf: visit, into: &out)
  }

  private mutating func write(ruleOf visit: Visit, into out: inout ByteBuffer) {
    let words = composer.compose(
      visit, link: Int(visit.source) < links.count ? links[Int(visit.source)] : .iso14443)
    write(rule: words, into: &out)
  }

  /// Goes on with a visit that others interrupted, or with what belongs to none.
  mutating func turn(to number: Int, into out: inout ByteBuffer) {
    leave(into: &out)
    current = number
    guard let open = visits.first(where: { $0.number == number }), let visit = open.visit,
      pendingVisit?.number != number
    else { return }
    let words = composer.compose(continued: visit)
    repeats.begin()
    repeats.giveUp()
    write(rule: words, into: &out)
  }

  /// Writes everything of the visit under work that was held back.
  private mutating func leave(into out: inout ByteBuffer) {
    release(all: true, into: &out)
    giveUpRepeat(into: &out)
  }

  private mutating func write(rule words: Extent, into out: inout ByteBuffer) {
    if repeats.isCandidate {
      composer.lay(rule: words, by: &layout, into: &held)
    } else {
      writeBlankIfDue(into: &out)
      composer.lay(rule: words, by: &layout, into: &out)
    }
  }

  mutating func finish(
    _ end: VisitEnd, _ outcome: VisitOutcome?, _ found: ArraySlice<Finding>,
    into out: inout ByteBuffer
  ) {
    dropContext()
    defer { lastLeftOut = nil }
    let found = selector.isOpen ? found : found.filter { selector.selects($0) }[...]
    number(found, visit: end.number)
    guard let index = visits.firstIndex(where: { $0.number == end.number }) else { return }
    if current != end.number { turn(to: end.number, into: &out) }
    release(all: true, into: &out)
    var extra = RowKey()
    for finding in found { extra.add(finding.id) }
    let open = visits.remove(at: index)
    current = 0
    if !selector.isOpen { showRow(of: found, into: &out) }
    if pendingVisit?.number == end.number {
      // Nothing of it was shown.
      pendingVisit = nil
      return
    }
    if folds, let visit = open.visit,
      let match = repeats.end(end.number, extra: extra.value)
    {
      fold(visit, open, end, match, into: &out)
      return
    }
    giveUpRepeat(into: &out)
    if let outcome { write(outcome, open.findings, into: &out) }
    write(open.findings, into: &out)
  }

  /// Writes a visit that is the same as an earlier one.
  private mutating func fold(
    _ visit: Visit, _ open: OpenVisit, _ end: VisitEnd, _ match: VisitRepeats.Match,
    into out: inout ByteBuffer
  ) {
    repeats.giveUp()
    let rule = composer.compose(folded: visit, until: end)
    write(rule: rule, into: &out)
    let row = composer.row(
      repeating: match.visit, visit, exchanges: end.exchanges,
      hasFindings: !open.findings.groups.isEmpty)
    composer.lay(row, by: &layout, &times, into: &out)
    if !match.pollsMatch, let start = heldPolls {
      out.append(held.span.extracting(start..<held.count))
    }
    held.clear()
    heldPolls = nil
    composer.clear()
    if !open.findings.groups.isEmpty { counts.hidesFindings = true }
    // Their numbers stand nowhere, so the next visit's findings take them.
    if visits.isEmpty { nextNumber = open.firstNumber }
  }

  private mutating func write(
    _ outcome: VisitOutcome, _ findings: VisitFindings, into out: inout ByteBuffer
  ) {
    writeBlankIfDue(into: &out)
    composer.words.append("= ")
    CardText.append(composer.isLong ? outcome.long : outcome.short, to: &composer.words)
    if outcome.message != nil { composer.words.append(":") }
    let column = options.columns.readerStart
    composer.lay(by: &layout, from: column, indent: column + 2, into: &out)
    if let message = outcome.message { write(message, findings, into: &out) }
  }

  /// Writes a message's records below the row that ends a visit, with the numbers of the findings
  /// about them.
  private mutating func write(
    _ message: NDEFContents, _ findings: VisitFindings, into out: inout ByteBuffer
  ) {
    let column = options.columns.readerStart + 2
    for line in composer.lines(of: message) {
      composer.append(line)
      if line.number != nil {
        for group in findings.groups where group.isAbout(line.bytes) {
          composer.append(
            Row.Tag(number: group.number, severity: group.first.severity, half: .detail))
        }
      }
      composer.lay(by: &layout, from: column, indent: column + 3, into: &out)
    }
  }
}
