/// Text for a page of help, broken at spaces.
enum Paragraph {
  /// How wide a page of help is.
  static let width = 80

  /// The lines of a text, none wider than `width` with its indent unless a word alone is.
  static func lines(_ text: String, indent: Int, width: Int = width) -> [String] {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if line.isEmpty {
        line = String(word)
      } else if indent + line.count + 1 + word.count <= width {
        line += " \(word)"
      } else {
        lines.append(margin + line)
        line = String(word)
      }
    }
    lines.append(margin + line)
    return lines
  }

  /// A term and what it means: beside it where there is room, on the next line where not.
  static func row(_ term: String, _ text: String, column: Int) -> [String] {
    var lines = lines(text, indent: column)
    let head = "  \(term)"
    if head.count + 2 > column { return [head] + lines }
    if let first = lines.first {
      let gap = String(repeating: " ", count: column - head.count)
      lines[0] = head + gap + first.dropFirst(column)
    }
    return lines
  }
}
