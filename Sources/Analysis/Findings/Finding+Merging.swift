import Decoding

extension Finding {
  /// One finding for a group with equal `merge` keys, in the order of frames: all places, the
  /// worst severity, and a sentence that speaks of all.
  ///
  /// A group of one is that finding. Where its places name one frame more than once only the
  /// first is kept.
  package static func merged(_ group: [Finding]) -> Finding? {
    guard var one = group.first, group.count > 1 else { return group.first }
    one.severity = group.map(\.severity).max() ?? one.severity
    one.namesBytes = false
    one.places = []
    var frames: Set<Int> = []
    for place in group.flatMap(\.places) where frames.insert(place.frame).inserted {
      one.places.append(place)
    }
    return one
  }
}
