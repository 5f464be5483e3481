import Bytes

/// A visit that has not ended.
struct OpenVisit: Equatable {
  var number: Int
  var identifier: Identifier
  var technology: Technology
  var firstFrame: Int
  var lastFrame: Int
  var lastTime: Int64
  var activations = 0
  var exchanges = 0
  var unanswered = 0
  /// The last step was an S(DESELECT) that the card answered.
  var isDeselected = false
}

/// Which cards were seen, in which visits: one for all tracks of a decoder.
///
/// A class, because tracks share it; it is asked once a visit.
final class VisitRegistry {
  /// How many visits there were.
  private(set) var count = 0
  private var visits: [Identifier: Int] = [:]

  /// So many different cards are remembered; a later one is not recognised when it comes back.
  static let limit = 65_536

  /// Numbers a new visit, and finds the last one of the same card.
  func open(_ identifier: Identifier, isStable: Bool) -> (number: Int, again: Int?) {
    count += 1
    guard isStable, !identifier.isEmpty else { return (count, nil) }
    let again = visits[identifier]
    if again != nil || visits.count < Self.limit { visits[identifier] = count }
    return (count, again)
  }
}
