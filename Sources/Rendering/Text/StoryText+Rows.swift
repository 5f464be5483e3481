import Analysis
import Bytes
import Decoding
import TraceFormat

/// Steps become rows; rows wait until nothing can be folded into them, and are laid out.
extension StoryText {
  mutating func write(
    _ step: Step, defects: Range<Int>, _ found: [Finding], in story: borrowing Story,
    into out: inout ByteBuffer
  ) {
    memory.note(step, hasFinding: !found.isEmpty, in: story)
    guard selector.isOpen else {
      writeSelected(step, defects: defects, found, in: story, into: &out)
      return
    }
    show(step, defects: defects, found, in: story, into: &out)
  }

  /// Composes a step's row and writes it, or holds it back as long as it may fold.
  mutating func show(
    _ step: Step, defects: Range<Int>, _ found: [Finding], in story: borrowing Story,
    into out: inout ByteBuffer
  ) {
    if step.visit != current { turn(to: step.visit, into: &out) }
    writePendingRule(into: &out)
    var row = composer.row(of: step, defects: defects, in: story, link: link(of: step))
    if !found.isEmpty { number(found, of: step, row: &row) }
    guard options.folds else {
      emit(row, into: &out)
      composer.clear()
      return
    }
    row.key = RowKey(step, findings: found, in: story).value
    queue.push(row, composer: &composer)
    release(all: false, into: &out)
  }

  /// Gives findings their numbers, and the numbers their rows.
  private mutating func number(_ found: [Finding], of step: Step, row: inout Row) {
    for (tag, owner) in number(found, visit: step.visit) {
      if owner == step.frames.lowerBound {
        row.add(tag)
      } else {
        queue.add(tag, toStep: owner)
      }
    }
  }

  /// Gives findings their numbers, in the list of their visit.
  mutating func number(_ found: [Finding], visit: Int) -> [(tag: Row.Tag, step: Int)] {
    guard !found.isEmpty else { return [] }
    let index =
      visits.firstIndex { ($0.visit?.number ?? 0) == visit }
      ?? {
        visits.append(
          OpenVisit(
            visit: nil, findings: VisitFindings(visit: 0), firstNumber: nextNumber))
        return visits.count - 1
      }()
    return visits[index].findings.add(found, next: &nextNumber)
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
    if options.folds, current != 0 {
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
