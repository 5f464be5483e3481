/// What a comparison amounts to.
package struct ComparisonFacts: Equatable, Sendable {
  /// Exchanges that are not the same on both sides.
  package internal(set) var changed = 0
  package internal(set) var removed = 0
  package internal(set) var added = 0
  package internal(set) var moved = 0
  /// Activations and answers to reset that are not the same, or not there, on both sides.
  package internal(set) var activations = 0
  /// Whole visits that only one side has, or that stand elsewhere.
  package internal(set) var visitsRemoved = 0
  package internal(set) var visitsAdded = 0
  package internal(set) var visitsMoved = 0
  /// Runs that were too unlike to be looked into.
  package internal(set) var replaced = 0
  /// Visits whose transport differs, where that counts.
  package internal(set) var transportDiffers = 0
  /// Nonces that are the same on both sides.
  package internal(set) var repeatedNonces = 0
  /// Visits and exchanges of either side.
  package internal(set) var old = Size()
  package internal(set) var new = Size()
  /// What the transport needed more and less of, whether that counts or not.
  package internal(set) var transport = TransportDifference()
  package internal(set) var slowest: SlowestExchange?
  package internal(set) var notCompared: [NotCompared] = []
  /// Paths that were to be left out, or the only ones to count, and name no field of either side.
  package internal(set) var unmet: [FieldPattern] = []

  package init() {}

  /// How much of a trace there is.
  package struct Size: Equatable, Sendable {
    package internal(set) var frames = 0
    package internal(set) var visits = 0
    package internal(set) var exchanges = 0
  }

  /// Whether nothing that counts is different.
  package var isSame: Bool { differences == 0 }

  /// How many things that count are different.
  package var differences: Int {
    changed + removed + added + moved + activations + visitsRemoved + visitsAdded + visitsMoved
      + replaced
      + transportDiffers
  }
}
