import Decoding

/// One thing worth reporting, with the bytes that show it.
package struct Finding: Equatable, Sendable {
  package var id: FindingID
  package var severity: Severity
  /// The part of its step's row that its number stands behind.
  package var half: Half
  /// Whether the places speak of bytes; if not, of whole frames, and text names no byte.
  package var namesBytes: Bool = true
  /// The visit it belongs to, 0 for none.
  package var visit: Int
  /// The first frame of the step whose row it belongs to, 0 for none.
  package var step: Int
  /// The evidence; the first place is the primary one. Empty only for what concerns no frame.
  package var places: Places
  package var message: Message
  /// Further remarks, each a sentence of its own without its full stop. Text puts them behind the
  /// message: `message. Note. Note`.
  package var notes: [String] = []
  /// The entry that made it certain, as an index into `entries` of the story that was examined.
  /// Output goes by this and not by the batch: it must not depend on how much of a trace is
  /// drained at a time.
  package var entry: Int = 0
  /// What it is merged by, where a visit's text shows several as one.
  package var merge: Merge?
  /// Which bytes of an NDEF message it is about: its number stands behind the record there.
  package var record: Range<Int>?

  package init(
    _ id: FindingID, severity: Severity? = nil, visit: Int, step: Int, half: Half,
    places: Places, message: Message, notes: [String] = [], merge: Merge? = nil
  ) {
    self.id = id
    self.severity = severity ?? id.severity
    self.visit = visit
    self.step = step
    self.half = half
    self.places = places
    self.message = message
    self.notes = notes
    self.merge = merge
  }

  /// What kind of reader of a report cares about it.
  package var category: Category { id.category }

  /// A part of a step's row.
  package enum Half: UInt8, Equatable, Sendable {
    /// The reader's words.
    case command
    /// The card's words.
    case answer
    /// The words that say that no answer came.
    case noAnswer
    /// The line below the row that speaks of the bytes.
    case detail
    /// A row without halves, such as the one for records that are no frames.
    case row
  }

  /// Findings of one visit with equal keys are one in its text, with all their frames.
  package struct Merge: Hashable, Sendable {
    package var id: FindingID
    /// Tells groups of one id apart: a command's hash, the first frame of a run.
    package var group: Int
    /// What differs from one to the next: nanoseconds waited, bytes captured.
    package var amount: Int64 = 0

    package init(_ id: FindingID, group: Int, amount: Int64 = 0) {
      self.id = id
      self.group = group
      self.amount = amount
    }

    /// Amounts differ inside a group.
    package static func == (one: Self, other: Self) -> Bool {
      one.group == other.group && one.id == other.id
    }

    package func hash(into hasher: inout Hasher) {
      hasher.combine(id)
      hasher.combine(group)
    }
  }
}
