/// Where the columns of the story stand.
package struct Columns: Equatable, Sendable {
  /// Which wording rows have.
  package enum Form: Equatable, Sendable {
    /// Below 120 columns: short words, milliseconds, no waiting times.
    case narrow
    /// From 120 on: long words, microseconds, waiting times.
    case wide
  }

  package let form: Form
  /// The last column that may be used; nil where nothing is wrapped or folded (no terminal).
  package let edge: Int?
  /// The width of the frames column, its space included.
  package let frames: Int
  package let time: Int
  package let reader: Int
  package let card: Int
  package let latency: Int
  /// The width of the column for waiting times, 0 without one.
  package let wait: Int

  /// Columns for a terminal of a width, which is held between 80 and 160.
  package static func terminal(_ width: Int, clock: Bool = false) -> Columns {
    let edge = min(160, max(80, width))
    return Columns(edge < 120 ? .narrow : .wide, edge: edge, clock: clock)
  }

  /// Columns for a file or a pipe: one exchange one line, whatever its length.
  package static func unbounded(clock: Bool = false) -> Columns {
    Columns(.wide, edge: nil, clock: clock)
  }

  /// Wall-clock times need more room, which the reader's column gives.
  private init(_ form: Form, edge: Int?, clock: Bool) {
    self.form = form
    self.edge = edge
    let extra = clock ? 4 : 0
    switch form {
    case .narrow: (frames, time, reader, card, latency, wait) = (6, 8 + extra, 30 - extra, 26, 8, 0)
    case .wide: (frames, time, reader, card, latency, wait) = (9, 11 + extra, 42 - extra, 40, 6, 10)
    }
  }

  /// The same columns behind a margin that is written in front of each line.
  func behind(margin: Int) -> Columns { Columns(self, margin: margin) }

  private init(_ other: Columns, margin: Int) {
    form = other.form
    edge = other.edge.map { $0 - margin }
    frames = other.frames
    time = other.time
    reader = other.reader - margin
    card = other.card
    latency = other.latency
    wait = other.wait
  }

  /// The column at which the reader's words, detail lines and the last row of a visit begin.
  package var readerStart: Int { frames + time + 2 }
  /// The column at which the card's words begin.
  package var cardStart: Int { readerStart + reader }
  /// The width that rule lines and rows without halves have, also where nothing is wrapped.
  package var width: Int { edge ?? 120 }
  /// Decimals of a second in the time column.
  package var timeDecimals: Int { form == .narrow ? 3 : 6 }
}
