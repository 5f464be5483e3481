package import Decoding

/// Which visits and steps of two traces are to be told beside each other, found from their digests
/// alone: what is the same throughout is not in it.
struct ComparisonPlan: Sendable {
  var visits: [VisitPlan] = []
  var transport = TransportDifference()
  var slowest: SlowestExchange?
  var pairs = 0

  /// Two visits, or one that only one side has.
  struct VisitPlan: Sendable {
    var kind = Kind.compared
    /// Numbers of visits; for a replaced run of several the first ones.
    var old: Int?
    var new: Int?
    var steps: [StepPlan] = []
    var transport = TransportDifference()

    enum Kind: Equatable, Sendable {
      case compared
      /// On one side only.
      case single
      /// Elsewhere on the other side, under this number.
      case moved(Int)
      /// Two runs that have too little in common, or are too long, to look into.
      case replaced(old: Int, new: Int)
    }
  }

  /// Two steps, or one that only one side has. The numbers are those of the digests.
  struct StepPlan: Sendable {
    var old: Int?
    var new: Int?
    var kind = Kind.same

    enum Kind: Equatable, Sendable {
      case same
      /// Perhaps not the same; their fields decide.
      case candidate
      case single
      /// Elsewhere on the other side, as the step of this number.
      case moved(Int)
      case replaced(old: Int, new: Int)
    }
  }
}

/// What two traces' transport needed more and less of.
package struct TransportDifference: Equatable, Sendable {
  package internal(set) var more = TransportCounts()
  package internal(set) var fewer = TransportCounts()
  /// The first visit's largest frame of the reader and CID that differ.
  package internal(set) var fsd: Change<UInt16>?
  package internal(set) var cid: Change<UInt8>?

  package init() {}

  /// Whether there is none.
  package var isEmpty: Bool { more.isEmpty && fewer.isEmpty && fsd == nil && cid == nil }

  /// Takes in how two visits, or two exchanges, differ.
  mutating func add(_ difference: TransportCounts) {
    more.addMore(of: difference)
    fewer.addFewer(of: difference)
  }
}

/// An old and a new value.
package struct Change<Value: Equatable & Sendable>: Equatable, Sendable {
  package let old: Value
  package let new: Value

  package init(_ old: Value, _ new: Value) {
    self.old = old
    self.new = new
  }
}

/// The slowest exchange that both traces have, and how long it took.
package struct SlowestExchange: Equatable, Sendable {
  /// Nanoseconds from its first frame to its last.
  package let latency: Change<Int64>
  /// What of the command names it.
  package let form: Exchange.Form
  package let first: UInt8
  package let second: UInt8
  /// The application that it was sent to.
  package let application: Identifier

  /// Whether one is so much slower that it is worth a line: by a tenth and by a millisecond.
  package var isWorthTelling: Bool {
    let difference = (latency.new - latency.old).magnitude
    return difference >= 1_000_000 && difference >= latency.old.magnitude / 10
  }
}
