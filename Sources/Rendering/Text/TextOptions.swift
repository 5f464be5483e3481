/// How a story is written as text.
package struct TextOptions: Sendable {
  package var columns: Columns
  package var typeface: Typeface
  /// What the time column counts.
  package var counting: Counting = .sinceStart
  /// Whether equal neighbours and equal visits are written out, terminal or not.
  package var showsRepeats = false
  /// Whether the bytes stand under each row.
  package var showsBytes = false
  /// Whether the fields stand under each row, below the bytes they are in.
  package var showsFields = false
  /// Which part of the trace is shown.
  package var filter = Filter()

  package init(columns: Columns, typeface: Typeface) {
    self.columns = columns
    self.typeface = typeface
  }

  /// What the time column counts from.
  package enum Counting: Equatable, Sendable {
    case sinceStart
    /// Since the row before.
    case sinceRow
    /// Hours, minutes and seconds of the local time zone.
    case clock
  }

  /// Whether rows may stand for several.
  var folds: Bool { columns.edge != nil && !showsRepeats && filter.words.isEmpty }
}
