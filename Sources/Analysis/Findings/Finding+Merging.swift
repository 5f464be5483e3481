import Decoding

extension Finding {
  /// One finding for a group with equal `merge` keys, in the order of frames: all places, the
  /// worst severity, and a sentence that speaks of all.
  ///
  /// A group of one is that finding. Of places in one frame only the first is kept.
  package static func merged(_ group: [Finding]) -> Finding? {
    guard var one = group.first, group.count > 1 else { return group.first }
    one.severity = group.map(\.severity).max() ?? one.severity
    one.places = Places()
    var frames: Set<Int> = []
    for finding in group {
      for place in finding.places where frames.insert(place.frame).inserted {
        one.places.append(place)
      }
    }
    // The same frame twice: a row that says two things of one id.
    one.namesBytes = one.namesBytes && frames.count == 1
    one.message = message(for: group) ?? one.message
    return one
  }

  /// The sentence for all of a group, where it is another than the first one's.
  private static func message(for group: [Finding]) -> Message? {
    switch group.first?.id {
    case .truncatedFrame: TruncatedFrame.message(for: group)
    case .unansweredCommand: UnansweredCommand.message(for: group)
    case .retryCounter: RetryCounter.message(for: group)
    case .timeContradiction: TimeContradiction.message(for: group)
    case .cutByCapture: CutByCapture.message(for: group)
    case .personalData: PersonalData.message(for: group)
    default: nil
    }
  }
}
