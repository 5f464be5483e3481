package import Analysis
package import Bytes
import Decoding

/// What an iPhone would do or refuse, as `lint` prints it.
package struct LintReport: Sendable {
  private let found: [AppFinding]

  package init(_ found: [AppFinding]) { self.found = found }

  /// Writes it for people: a paragraph a finding, with what to change, and counts at the end.
  package func write(
    _ columns: Columns, _ typeface: Typeface, into out: inout ByteBuffer
  ) {
    var layout = RowLayout(columns: columns, typeface: typeface)
    var words = ByteBuffer(capacity: 512)
    for item in found {
      Self.head(of: item, into: &words)
      layout.write(whole: words.span, into: &out)
      let column = Self.headWidth(of: item)
      Self.place(of: item, into: &words)
      let isTooWide = column + words.count > columns.edge ?? .max
      out.append(isTooWide ? "\n" : "  ")
      layout.write(
        paragraph: words.span, from: isTooWide ? Self.indent : 0, indent: Self.indent, into: &out)
      words.clear()
      Self.sentence(of: item, into: &words)
      layout.write(paragraph: words.span, from: Self.indent, indent: Self.indent, into: &out)
      if !item.change.isEmpty {
        words.clear()
        CardText.append(item.change, to: &words)
        words.append(item.lines.isEmpty ? "" : ":")
        layout.write(paragraph: words.span, from: Self.indent, indent: Self.indent, into: &out)
      }
      // What is to be pasted is never broken, so it goes to the left where it would be too wide.
      let widest = item.lines.map(\.count).max() ?? 0
      let indent = widest + 2 * Self.indent <= columns.edge ?? .max ? 2 * Self.indent : Self.indent
      for line in item.lines {
        out.append(repeating: UInt8(ascii: " "), count: indent)
        words.clear()
        Self.paste(line, into: &words)
        typeface.append(words.span, to: &out)
        out.append("\n")
      }
      words.clear()
      words.append(item.source.words(upTo: (columns.edge ?? .max) - Self.indent))
      layout.write(paragraph: words.span, from: Self.indent, indent: Self.indent, into: &out)
      out.append("\n")
    }
    out.append(counts)
  }

  private static let indent = 4

  /// `error  ios-aid-unlisted`.
  private static func head(of item: AppFinding, into words: inout ByteBuffer) {
    let finding = item.finding
    words.clear()
    words.append(Mark.colour + finding.severity.rawValue)
    words.append(finding.severity.word)
    words.append(Mark.colourEnd)
    words.append("  ")
    words.append(finding.id.rawValue)
  }

  /// The same with the two spaces that follow, in columns.
  private static func headWidth(of item: AppFinding) -> Int {
    item.finding.severity.word.utf8.count + item.finding.id.rawValue.utf8.count + 4
  }

  /// `visit.trace, frames 13, 25`.
  private static func place(of item: AppFinding, into words: inout ByteBuffer) {
    let finding = item.finding
    words.clear()
    CardText.append(item.file, to: &words)
    guard !finding.places.isEmpty else { return }
    words.append(", ")
    finding.append(evidenceTo: &words)
  }

  /// The message and the notes, in one line.
  private static func sentence(of item: AppFinding, into words: inout ByteBuffer) {
    CardText.append(item.finding.message.text(command: "the command"), to: &words)
    for note in item.finding.notes {
      words.append(". ")
      CardText.append(note, to: &words)
    }
  }

  /// A line to paste: its tabs stay.
  private static func paste(_ line: String, into words: inout ByteBuffer) {
    let tabs = line.prefix { $0 == "\t" }
    words.append(String(tabs))
    CardText.append(String(line.dropFirst(tabs.count)), to: &words)
  }

  /// `2 errors, 1 warning, 3 notes`, or that nothing was found.
  private var counts: String {
    guard !found.isEmpty else { return "no findings\n" }
    let parts = Severity.allCases.reversed().compactMap { severity -> String? in
      let count = found.count { $0.finding.severity == severity }
      return count == 0 ? nil : "\(count) \(severity.word)\(count == 1 ? "" : "s")"
    }
    return parts.joined(separator: ", ") + "\n"
  }

  /// Writes one line a finding, as `analyze` does.
  package func write(_ style: FindingLines.Style, into out: inout ByteBuffer) {
    var words = ByteBuffer(capacity: 512)
    for item in found {
      let finding = item.finding
      words.clear()
      Self.sentence(of: item, into: &words)
      if !item.change.isEmpty {
        words.append(". To change: ")
        CardText.append(item.change, to: &words)
        for line in item.lines {
          words.append(" ")
          CardText.append(line.filter { $0 != "\t" }, to: &words)
        }
      }
      switch style {
      case .lines:
        CardText.append(item.file, to: &out)
        if let place = finding.places.first {
          out.append(":")
          out.append(frameOf: place)
        }
        out.append(": ")
        out.append(finding.severity.word)
        out.append(": ")
        out.append(words.span)
        out.append(" [")
        out.append(finding.id.rawValue)
        out.append("]\n")
      case .github:
        out.append(finding.severity.annotation)
        out.append(" file=")
        var name = ByteBuffer(capacity: 64)
        name.append(item.file)
        FindingLines.append(name.span, isProperty: true, to: &out)
        out.append(",title=")
        out.append(finding.id.rawValue)
        out.append("::")
        FindingLines.append(words.span, isProperty: false, to: &out)
        out.append("\n")
      }
    }
  }
}

extension AppleSource {
  /// Where it stands, for people, in lines of a width: a page whose name is longer stands in two.
  func words(upTo width: Int) -> String {
    switch self {
    case .page(let path):
      let names = path.split(separator: "/")
      let isLong = path.utf8.count > width && names.count > 1
      let page =
        isLong ? names.dropLast().joined(separator: "/") + "/ " + names[names.count - 1] : path
      return "See developer.apple.com/documentation: \(page)"
    case .reported: return "Reported by users; no page of Apple's says it"
    }
  }
}
