/// What the grammars say of one thing that somebody asks about.
package struct Explanation: Sendable {
  /// `status 6A82, error: file or application not found`.
  package var title: String
  /// Where it holds, what else is known.
  package var lines: [String] = []
  /// The document it is from.
  package var source: String?
  /// For a tag that was given with its value: the value's fields.
  package var reading: PastedReading?

  package init(_ title: String, lines: [String] = [], source: String? = nil) {
    self.title = title
    self.lines = lines
    self.source = source
  }
}
