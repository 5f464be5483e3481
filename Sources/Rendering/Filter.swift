/// Which part of a trace is shown.
package struct Filter: Equatable, Sendable {
  /// Visits by number.
  package var visits: ClosedRange<Int>?
  /// Captured frames by number.
  package var frames: ClosedRange<Int>?
  /// Nanoseconds since the first frame.
  package var times: ClosedRange<Int64>?
  /// What rows have to do with: a command, a finding's id, severity or category, an AID, a code in
  /// the row, `failed`. Any of them is enough.
  package var words: [String] = []
  /// How many rows around each that fits are shown as well.
  package var context = 0

  package init() {}

  /// Whether anything may be left out.
  package var isActive: Bool {
    visits != nil || frames != nil || times != nil || !words.isEmpty
  }
}
