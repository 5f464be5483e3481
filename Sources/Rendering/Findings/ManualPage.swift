package import Analysis
package import Bytes

/// What `explain` prints of a kind of finding: its id, how bad it is, and its manual page.
package struct ManualPage: Sendable {
  private let id: FindingID
  private let columns: Columns
  private let typeface: Typeface

  package init(_ id: FindingID, columns: Columns, typeface: Typeface) {
    self.id = id
    self.columns = columns
    self.typeface = typeface
  }

  /// Writes the page, its paragraphs broken to the terminal's width.
  package func write(into out: inout ByteBuffer) {
    var line = Line(typeface: typeface)
    var head = ByteBuffer(capacity: 64)
    head.append(id.rawValue)
    head.append(": ")
    head.append(Mark.colour + id.severity.rawValue)
    head.append(id.severity.word)
    head.append(Mark.colourEnd)
    head.append(", ")
    head.append(id.category.rawValue)
    line.append(head.span)
    line.write(dropping: false, into: &out)
    out.append("\n")
    for paragraph in id.manual.split(separator: "\n", omittingEmptySubsequences: true) {
      out.append("\n")
      line.clear()
      line.append(String(paragraph).utf8.span)
      line.write(from: 0, edge: columns.edge, indent: 0, dropping: false, into: &out)
      out.append("\n")
    }
  }
}
