/// Paths of fields that do not count, as a file beside golden traces has them: one a line, `#` begins a
/// note.
package struct IgnoreList: Equatable, Sendable {
  package let patterns: [FieldPattern]

  /// What the file is called.
  package static let fileName = "nfctrace-diff.ignore"

  /// More paths than any person writes down: every field is held against each of them.
  package static let most = 1_000

  /// Why a file is no list of paths.
  package enum Unreadable: Error, Equatable {
    /// A line that names no field; of what it says, the beginning.
    case noPath(line: Int, word: String)
    case tooMany
  }

  /// No path of a field is longer.
  private static let longest = 4_096

  /// Reads a file's text.
  package init(_ text: String) throws(Unreadable) {
    var patterns: [FieldPattern] = []
    var known: Set<String> = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let word = line.prefix { $0 != "#" }.filter { $0 != " " && $0 != "\t" && $0 != "\r" }
      if word.isEmpty { continue }
      guard word.utf8.count <= Self.longest, let pattern = FieldPattern(word) else {
        throw .noPath(line: index + 1, word: String(word.prefix(40)))
      }
      guard known.insert(word).inserted else { continue }
      guard patterns.count < Self.most else { throw .tooMany }
      patterns.append(pattern)
    }
    self.patterns = patterns
  }

  /// `3 paths are ignored`.
  package var words: String {
    patterns.count == 1 ? "1 path is ignored" : "\(patterns.count) paths are ignored"
  }
}

extension IgnoreList.Unreadable {
  /// One line: which file, and what is wrong in it.
  package func words(of path: String) -> String {
    switch self {
    case .noPath(let line, let word):
      "\(path):\(line): \"\(word)\" is no path of a field, such as 6F.A5.50"
    case .tooMany: "\(path): has more than \(IgnoreList.most) paths"
    }
  }
}
