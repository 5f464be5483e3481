import Analysis
import Bytes

/// The findings of a visit: number, severity, id and evidence on one line, the sentence below.
extension StoryText {
  mutating func write(_ findings: VisitFindings, into out: inout ByteBuffer) {
    guard let last = findings.groups.map(\.number).max() else { return }
    out.append("\n")
    let width = String(last).utf8.count + 2
    for group in findings.groups {
      guard let finding = Finding.merged(group.findings) else { continue }
      write(finding, number: group.number, width: width, into: &out)
    }
    needsBlank = true
  }

  private mutating func write(
    _ finding: Finding, number: Int, width: Int, into out: inout ByteBuffer
  ) {
    let indent = width + 3
    line.clear()
    var head = ByteBuffer(capacity: 128)
    head.append("[")
    head.append(decimal: number)
    head.append("]")
    head.append(repeating: UInt8(ascii: " "), count: width + 1 - head.count)
    head.append(Mark.colour + finding.severity.rawValue)
    head.append(finding.severity.word)
    head.append(Mark.colourEnd)
    head.append(repeating: UInt8(ascii: " "), count: 7 - finding.severity.word.utf8.count)
    head.append("  ")
    head.append(finding.id.rawValue)
    let evidence = finding.evidence
    if !evidence.isEmpty {
      head.append(
        repeating: UInt8(ascii: " "), count: max(0, 18 - finding.id.rawValue.utf8.count))
      head.append("  ")
      head.append(evidence)
    }
    line.append(head.span)
    writeLine(from: 2, indent: indent, into: &out)
    line.clear()
    var sentence = ByteBuffer(capacity: 256)
    CardText.append(finding.sentence(&memory), to: &sentence)
    line.append(sentence.span)
    writeLine(from: indent, indent: indent, into: &out)
  }

  private mutating func writeLine(from column: Int, indent: Int, into out: inout ByteBuffer) {
    out.append(repeating: UInt8(ascii: " "), count: column)
    line.write(
      from: column, edge: options.columns.edge, indent: indent, dropping: false, into: &out)
    out.append("\n")
  }
}
