import Analysis
import Bytes
import Decoding

/// Rows that a filter lets through, and those around them.
extension StoryText {
  mutating func writeSelected(
    _ step: Step, defects: Range<Int>, _ found: ArraySlice<Finding>, in story: borrowing Story,
    into out: inout ByteBuffer
  ) {
    guard selector.spans(step) else {
      counts.leftOut += 1
      return
    }
    if selector.selects(step, defects: defects, found, in: story) {
      showContext(of: step, into: &out)
      show(step, defects: defects, found, in: story, into: &out)
      after = options.filter.context
    } else if after > 0 {
      after -= 1
      show(step, defects: defects, found, in: story, into: &out)
    } else {
      keep(step, defects: defects, in: story)
    }
  }

  /// Lays out a row that may turn out to stand before one that fits.
  private mutating func keep(_ step: Step, defects: Range<Int>, in story: borrowing Story) {
    let row = composer.row(of: step, defects: defects, in: story, link: link(of: step))
    var text = ByteBuffer(capacity: 256)
    composer.lay(row, by: &layout, &times, into: &text)
    composer.clear()
    var bytes: [UInt8] = []
    bytes.append(text.span)
    if case .exchange = step.content { lastLeftOut = (step.frames.lowerBound, bytes) }
    guard options.filter.context > 0 else {
      counts.leftOut += 1
      return
    }
    before.append(bytes)
    if before.count > options.filter.context {
      before.removeFirst()
      counts.leftOut += 1
    }
  }

  private mutating func showContext(of step: Step, into out: inout ByteBuffer) {
    guard !before.isEmpty else { return }
    if step.visit != current { turn(to: step.visit, into: &out) }
    writePendingRule(into: &out)
    writeBlankIfDue(into: &out)
    for row in before { out.append(row.span) }
    before.removeAll(keepingCapacity: true)
  }

  /// Shows the row that findings at a visit's end are about, if the filter left it out.
  mutating func showRow(of found: ArraySlice<Finding>, into out: inout ByteBuffer) {
    guard let last = lastLeftOut, found.contains(where: { $0.step == last.step }) else { return }
    writePendingRule(into: &out)
    writeBlankIfDue(into: &out)
    out.append(last.row.span)
    counts.leftOut -= 1
    lastLeftOut = nil
  }

  /// Rows that waited for one of their visit that fits are left out.
  mutating func dropContext() {
    counts.leftOut += before.count
    before.removeAll(keepingCapacity: true)
    after = 0
  }
}
