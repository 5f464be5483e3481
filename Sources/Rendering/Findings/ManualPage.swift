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
    var layout = RowLayout(columns: columns, typeface: typeface)
    var words = ByteBuffer(capacity: 1024)
    words.append(id.rawValue)
    words.append(": ")
    words.append(Mark.colour + id.severity.rawValue)
    words.append(id.severity.word)
    words.append(Mark.colourEnd)
    words.append(", ")
    words.append(id.category.rawValue)
    words.append("\n")
    layout.write(whole: words.span, into: &out)
    for paragraph in id.manual.split(separator: "\n", omittingEmptySubsequences: true) {
      out.append("\n")
      words.clear()
      words.append(String(paragraph))
      layout.write(paragraph: words.span, from: 0, indent: 0, into: &out)
    }
    guard id.rawValue.hasPrefix("ios-") else { return }
    out.append("\n")
    words.clear()
    words.append(AppleSource(id).words(upTo: columns.edge ?? .max))
    layout.write(paragraph: words.span, from: 0, indent: 0, into: &out)
  }
}
