/// Paths of fields that do not count, as a file beside golden traces has them: one a line, `#` begins a
/// note.
package struct IgnoreList: Equatable, Sendable {
  package let patterns: [FieldPattern]

  /// What the file is called.
  package static let fileName = "nfctrace-diff.ignore"

  /// A line that names no field.
  package struct Unreadable: Error, Equatable {
    package let line: Int
    package let word: String
  }

  /// Reads a file's text.
  package init(_ text: String) throws(Unreadable) {
    var patterns: [FieldPattern] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let word = line.prefix { $0 != "#" }.filter { $0 != " " && $0 != "\t" && $0 != "\r" }
      if word.isEmpty { continue }
      guard let pattern = FieldPattern(word) else { throw Unreadable(line: index + 1, word: word) }
      patterns.append(pattern)
    }
    self.patterns = patterns
  }

  /// `3 paths are ignored`.
  package var words: String {
    patterns.count == 1 ? "1 path is ignored" : "\(patterns.count) paths are ignored"
  }
}
