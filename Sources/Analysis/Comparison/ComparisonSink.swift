package import Decoding
package import TraceFormat

/// Takes what a comparison finds, in order.
package protocol ComparisonSink: ~Copyable {
  /// Both traces were read, and are about to be told beside each other.
  mutating func open(_ old: ComparedSide, _ new: ComparedSide)
  mutating func take(_ piece: ComparisonPiece)
  mutating func close(_ facts: ComparisonFacts)
}

/// One of two traces, as it was opened.
package struct ComparedSide: Sendable {
  package let name: String
  package let description: TraceDescription
  /// The first frame's time.
  package let start: Int64?
}

/// One thing that a comparison tells.
package enum ComparisonPiece: Sendable {
  /// Visits begin in which something differs.
  case visits(ComparedVisits)
  /// What the transport of these visits needed more and less of, where that counts.
  case transport(TransportDifference)
  /// Rows that are the same were left out.
  case leftOut
  case row(ComparedRow)
  /// Runs of steps that have too little in common to be looked into: how many there are, and their
  /// first frames.
  case replaced(Change<Int>, firstFrames: Change<Int>)
  /// The visits are over.
  case end
}

/// Two visits that belong together, or one that only one side has.
package struct ComparedVisits: Sendable {
  package let kind: Kind
  /// Nil also for what belongs to no visit.
  package let old: Visit?
  package let new: Visit?
  /// How many exchanges the visit has that only one side has.
  package let exchanges: Int

  /// How two visits belong together.
  package enum Kind: Equatable, Sendable {
    case compared, removed, added
    /// The same visit stands elsewhere on the other side, under this number.
    case movedAway(Int)
    case movedHere(Int)
    /// So many visits from these on are others.
    case replaced(Change<Int>)
  }
}

/// One row of a comparison.
package struct ComparedRow: Sendable {
  package let mark: Mark
  package let old: ComparedStep?
  package let new: ComparedStep?
  /// What differs, and what varies where that is to be shown.
  package var differences: [FieldDifference] = []

  /// What became of a step.
  package enum Mark: Equatable, Sendable {
    case same, changed, removed, added
    /// It equals its neighbour: a command was repeated, or a repetition dropped.
    case repetitionRemoved, repetitionAdded
    /// It stands elsewhere on the other side, at this frame.
    case movedAway(Int)
    case movedHere(Int)
  }
}
