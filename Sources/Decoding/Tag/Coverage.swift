/// Which addresses of a card's memory went by, to tell when a piece comes that lies in front of one
/// that went by before: what begins in the first and goes on in the second was not seen in order.
struct Coverage: Sendable {
  private var runs: [Run] = []

  private struct Run: Sendable {
    var part: UInt32
    var range: Range<Int>
  }

  /// So many runs are remembered. Of a memory in more pieces it is taken that they came in no order.
  private static let most = 16

  /// Begins anew, and keeps the room.
  mutating func forget() { runs.removeAll(keepingCapacity: true) }

  /// Takes in addresses. Whether something new lies in front of what went by before.
  mutating func add(_ range: Range<Int>, part: UInt32) -> Bool {
    var joined = range
    var isInFront = false
    var index = 0
    while index < runs.count {
      let known = runs[index].range
      guard runs[index].part == part, known.lowerBound <= joined.upperBound,
        joined.lowerBound <= known.upperBound
      else {
        index += 1
        continue
      }
      if known.lowerBound > range.lowerBound { isInFront = true }
      joined = min(known.lowerBound, joined.lowerBound)..<max(known.upperBound, joined.upperBound)
      runs.remove(at: index)
      index = 0
    }
    guard runs.count < Self.most else { return true }
    runs.append(Run(part: part, range: joined))
    return isInFront
  }
}
