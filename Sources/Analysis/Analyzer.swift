package import Decoding

/// Looks at a story as it is drained and says what is worth reporting.
///
/// One value sees one trace from its first entry to its last. Its state is bounded by the number
/// of visits that are open at a time.
package struct Analyzer: Sendable {
  /// What the last `examine` found, in the order of the entries that made it certain. A finding may belong
  /// to the row of a step that was drained earlier, as those about a visit's end do.
  package private(set) var findings: [Finding] = []

  package init() {}

  /// Examines everything that a story holds; called once for each time it is drained, before it is
  /// cleared.
  package mutating func examine(_ story: borrowing Story) {
    findings.removeAll(keepingCapacity: true)
  }
}
