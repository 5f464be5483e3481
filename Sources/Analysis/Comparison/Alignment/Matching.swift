/// Which items of two lists belong together, found in several looks, each less strict than the one
/// before and only between what is already paired.
struct Matching: Sendable {
  /// For each old item its new one, for each new item its old one; -1 without.
  private(set) var newOfOld: [Int32]
  private(set) var oldOfNew: [Int32]
  /// Items that stand somewhere else on the other side.
  private(set) var movedOld: [Int32: Int32] = [:]
  private(set) var movedNew: [Int32: Int32] = [:]
  /// Gaps that were too costly to look into.
  private var openGaps: [Alignment.Gap] = []
  /// For each old item the open gap that it is in; empty as long as there is none.
  private var openOfOld: [Int32] = []
  private var budget = Alignment.wholeBudget

  init(old: Int, new: Int) {
    newOfOld = [Int32](repeating: -1, count: old)
    oldOfNew = [Int32](repeating: -1, count: new)
  }

  /// Pairs items whose keys are equal, in order, between those that are paired.
  mutating func pair(by old: [UInt64], _ new: [UInt64], notes: Bool = false) {
    for gap in gaps {
      let ours = gap.old.filter { movedOld[Int32($0)] == nil }
      let theirs = gap.new.filter { movedNew[Int32($0)] == nil }
      guard !ours.isEmpty, !theirs.isEmpty else { continue }
      let alignment = Alignment(ours.map { old[$0] }, theirs.map { new[$0] }, budget: budget)
      budget = alignment.budget
      for pair in alignment.pairs { join(ours[pair.old], theirs[pair.new]) }
      for open in alignment.openGaps where notes {
        leaveOpen(
          Alignment.Gap(
            old: ours[open.old.lowerBound]..<ours[open.old.upperBound - 1] + 1,
            new: theirs[open.new.lowerBound]..<theirs[open.new.upperBound - 1] + 1))
      }
    }
  }

  /// Notes that a gap is not looked into.
  mutating func leaveOpen(_ gap: Alignment.Gap) {
    if openGaps.isEmpty { openOfOld = [Int32](repeating: -1, count: newOfOld.count) }
    for index in gap.old { openOfOld[index] = Int32(openGaps.count) }
    openGaps.append(gap)
  }

  /// Whether a gap, or a piece of it, was not looked into.
  func isOpen(_ gap: Alignment.Gap) -> Bool {
    guard !openGaps.isEmpty else { return false }
    return gap.old.contains { index in
      let place = Int(openOfOld[index])
      return place >= 0 && openGaps[place].new.overlaps(gap.new)
    }
  }

  /// Pairs an item with another.
  mutating func join(_ old: Int, _ new: Int) {
    newOfOld[old] = Int32(new)
    oldOfNew[new] = Int32(old)
  }

  /// Finds items without a like in order that have one out of order.
  mutating func findMoved(by old: [UInt64], _ new: [UInt64]) {
    var places: [UInt64: [Int32]] = [:]
    for index in new.indices.reversed() where isFree(new: index) {
      places[new[index], default: []].append(Int32(index))
    }
    guard !places.isEmpty else { return }
    for index in old.indices where isFree(old: index) {
      guard let place = places[old[index]]?.popLast() else { continue }
      movedOld[Int32(index)] = place
      movedNew[place] = Int32(index)
    }
  }

  func isFree(old index: Int) -> Bool { newOfOld[index] < 0 && movedOld[Int32(index)] == nil }
  func isFree(new index: Int) -> Bool { oldOfNew[index] < 0 && movedNew[Int32(index)] == nil }

  /// Runs without a pair on either side, with items on both.
  var gaps: [Alignment.Gap] {
    var gaps: [Alignment.Gap] = []
    var start = (old: 0, new: 0)
    for index in newOfOld.indices where newOfOld[index] >= 0 {
      let other = Int(newOfOld[index])
      if index > start.old, other > start.new {
        gaps.append(Alignment.Gap(old: start.old..<index, new: start.new..<other))
      }
      start = (index + 1, other + 1)
    }
    if newOfOld.count > start.old, oldOfNew.count > start.new {
      gaps.append(
        Alignment.Gap(old: start.old..<newOfOld.count, new: start.new..<oldOfNew.count))
    }
    return gaps
  }
}
