import Analysis
import Bytes
import Decoding
import TraceFormat

/// Steps become rows; rows wait until nothing can be folded into them, and are laid out.
extension StoryText {
  mutating func write(
    _ step: Step, defects: Range<Int>, _ found: ArraySlice<Finding>, in story: borrowing Story,
    into out: inout ByteBuffer
  ) {
    guard case .exchange(let exchange) = step.content else {
      showIfSelected(step, defects: defects, found, in: story, into: &out)
      return
    }
    memory.note(exchange, of: step, hasFinding: !found.isEmpty, in: story)
    showIfSelected(step, defects: defects, found, in: story, into: &out)
    composer.observe(exchange, visit: step.visit, in: story)
  }

  private mutating func showIfSelected(
    _ step: Step, defects: Range<Int>, _ found: ArraySlice<Finding>, in story: borrowing Story,
    into out: inout ByteBuffer
  ) {
    if selector.isOpen {
      show(step, defects: defects, found, in: story, into: &out)
    } else {
      writeSelected(step, defects: defects, found, in: story, into: &out)
    }
  }

  /// Composes a step's row and writes it, or holds it back as long as it may fold.
  mutating func show(
    _ step: Step, defects: Range<Int>, _ found: ArraySlice<Finding>, in story: borrowing Story,
    into out: inout ByteBuffer
  ) {
    if step.visit != current { turn(to: step.visit, into: &out) }
    writePendingRule(into: &out)
    var row = composer.row(of: step, defects: defects, in: story, link: link(of: step))
    number(found, visit: step.visit, row: &row)
    if folds {
      row.key = RowKey(step, findings: found, in: story).value
      queue.push(row, composer: &composer)
      release(all: false, into: &out)
    } else {
      emit(row, into: &out)
      composer.clear()
    }
    if !found.isEmpty { listIfMany(ofVisit: step.visit, into: &out) }
  }

  func link(of step: Step) -> Link {
    Int(step.source) < links.count ? links[Int(step.source)] : .iso14443
  }

  /// Lays out rows that are final, or all.
  mutating func release(all: Bool, into out: inout ByteBuffer) {
    if all { queue.settle(composer: &composer) }
    let count = all ? queue.rows.count : queue.finalCount()
    for index in 0..<count { emit(queue.rows[index], into: &out) }
    queue.removeFirst(count)
    if queue.rows.isEmpty { composer.clear() } else { composer.compact(&queue) }
  }

  /// Lays out a row, to be held back with its visit or not.
  private mutating func emit(_ row: Row, into out: inout ByteBuffer) {
    if folds, current != 0 {
      repeats.add(row)
      if !repeats.isCandidate { giveUpRepeat(into: &out) }
    }
    guard repeats.isCandidate, current != 0 else {
      writeBlankIfDue(into: &out)
      composer.lay(row, by: &layout, &times, into: &out)
      return
    }
    if row.folding == .poll { heldPolls = heldPolls ?? held.count } else { heldPolls = nil }
    composer.lay(row, by: &layout, &times, into: &held)
    if held.count > Self.mostHeld { giveUpRepeat(into: &out) }
  }

  /// How much of a visit is held back while it may be a repeat.
  private static let mostHeld = 1024 * 1024

  /// Writes what was held back: the visit is no repeat.
  mutating func giveUpRepeat(into out: inout ByteBuffer) {
    repeats.giveUp()
    heldPolls = nil
    guard held.count > 0 else { return }
    writeBlankIfDue(into: &out)
    out.append(held.span)
    held.clear()
  }

  mutating func writeBlankIfDue(into out: inout ByteBuffer) {
    if needsBlank { out.append("\n") }
    needsBlank = false
  }
}
