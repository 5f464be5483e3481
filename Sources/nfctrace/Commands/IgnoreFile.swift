import Analysis
import TraceFormat

/// Paths of fields that do not count, in a file beside the golden traces: one a line, `#` begins a
/// note.
struct IgnoreFile {
  let path: String
  let patterns: [FieldPattern]

  static let name = "nfctrace-diff.ignore"

  /// Reads the file in the folder of a capture, or in a folder of captures; nil where there is none.
  init?(beside capture: String, isFolder: Bool) throws {
    guard capture != "-" else { return nil }
    let folder: Substring
    if isFolder {
      folder = "\(capture)/"
    } else {
      folder =
        capture[
          ..<(capture.lastIndex(of: "/").map { capture.index(after: $0) } ?? capture.startIndex)]
    }
    path = folder + Self.name
    guard Descriptor.standing(path) == .file else { return nil }
    let text = String(decoding: try Knowledge.bytes(of: path), as: UTF8.self)
    var patterns: [FieldPattern] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let word = line.prefix { $0 != "#" }.filter { $0 != " " && $0 != "\t" && $0 != "\r" }
      if word.isEmpty { continue }
      guard let pattern = FieldPattern(word) else {
        throw Failure("\(path):\(index + 1): \"\(word)\" is no path of a field")
      }
      patterns.append(pattern)
    }
    self.patterns = patterns
  }

  /// `3 paths are ignored`.
  var words: String {
    patterns.count == 1 ? "1 path is ignored" : "\(patterns.count) paths are ignored"
  }
}
