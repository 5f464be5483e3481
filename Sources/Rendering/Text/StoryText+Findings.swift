import Analysis
import Bytes

/// Findings get their numbers when they become certain, and stand at the end of their visit: number,
/// severity, id and evidence on one line, the sentence below.
extension StoryText {
  /// Gives findings their numbers, in the list of their visit, and the numbers to rows: to `row`,
  /// if its first frame is the one that the finding names, otherwise to one that waits.
  mutating func number(_ found: ArraySlice<Finding>, visit: Int, row: inout Row) {
    guard !found.isEmpty else { return }
    let index = indexOfFindings(of: visit)
    if found.count == 1 {
      number(found[found.startIndex], at: index, row: &row)
    } else {
      for finding in found.sorted(by: { $0.isBefore($1) }) {
        number(finding, at: index, row: &row)
      }
    }
  }

  /// The same for findings of no row that is being composed.
  mutating func number(_ found: ArraySlice<Finding>, visit: Int) {
    var none = Row(frames: 0...0, time: 0)
    number(found, visit: visit, row: &none)
  }

  private mutating func number(_ finding: Finding, at index: Int, row: inout Row) {
    let number = visits[index].findings.add(finding, next: &nextNumber)
    let tag = Row.Tag(number: number, severity: finding.severity, half: finding.half)
    if finding.step == row.frames.lowerBound {
      row.add(tag)
    } else {
      queue.add(tag, toStep: finding.step)
    }
  }

  private mutating func indexOfFindings(of visit: Int) -> Int {
    if let index = visits.firstIndex(where: { $0.number == visit }) { return index }
    visits.append(OpenVisit(number: visit, visit: nil, firstNumber: nextNumber))
    return visits.count - 1
  }

  /// Lists a visit's findings so far, if they are too many to wait for its end. Its rows go on
  /// under a line of their own.
  mutating func listIfMany(ofVisit number: Int, into out: inout ByteBuffer) {
    let index = indexOfFindings(of: number)
    guard visits[index].findings.areMany else { return }
    release(all: true, into: &out)
    giveUpRepeat(into: &out)
    let listed = visits[index].findings
    visits[index].findings = VisitFindings()
    write(listed, into: &out)
    current = 0
  }

  /// Writes a visit's findings.
  mutating func write(_ findings: VisitFindings, into out: inout ByteBuffer) {
    guard let last = findings.groups.last else { return }
    out.append("\n")
    // Numbers grow within a visit, so the last one is the widest.
    composer.words.append(decimal: last.number)
    let width = composer.words.count + 2
    composer.clear()
    for group in findings.groups {
      if group.more.isEmpty {
        write(group.first, number: group.number, width: width, into: &out)
      } else if let finding = Finding.merged([group.first] + group.more) {
        write(finding, number: group.number, width: width, into: &out)
      }
    }
    needsBlank = true
  }

  private mutating func write(
    _ finding: Finding, number: Int, width: Int, into out: inout ByteBuffer
  ) {
    let indent = width + 3
    composer.words.append("[")
    composer.words.append(decimal: number)
    composer.words.append("]")
    pad(to: width + 1)
    composer.words.append(Mark.colour + finding.severity.rawValue)
    composer.words.append(finding.severity.word)
    composer.words.append(Mark.colourEnd)
    // The colour's two marks take no column.
    pad(to: width + 1 + 2 + 7)
    composer.words.append("  ")
    composer.words.append(finding.id.rawValue)
    if !finding.places.isEmpty {
      pad(to: width + 1 + 2 + 7 + 2 + 18)
      composer.words.append("  ")
      finding.append(evidenceTo: &composer.words)
    }
    composer.lay(by: &layout, from: 2, indent: indent, into: &out)
    sentence.clear()
    finding.append(sentenceTo: &sentence, &memory)
    composer.append(escaping: sentence)
    composer.lay(by: &layout, from: indent, indent: indent, into: &out)
  }

  private mutating func pad(to width: Int) {
    let missing = width - composer.words.count
    composer.words.append(repeating: UInt8(ascii: " "), count: missing)
  }
}
