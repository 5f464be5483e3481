/// Finds which items of two lists are the same, in order: common head and tail first, then items that
/// both have exactly once, then Myers in the gaps that are left.
///
/// What all of it may cost is bounded. A gap that would cost more is left open and said to be.
struct Alignment {
  /// Indices of items that are the same, rising on both sides.
  private(set) var pairs: [(old: Int, new: Int)] = []
  /// Gaps that were too costly to look into.
  private(set) var openGaps: [Gap] = []
  /// What may still be looked at.
  private(set) var budget: Int
  private var work: [(gap: Gap, depth: Int)] = []

  /// Items between two pairs.
  struct Gap: Equatable, Sendable {
    var old: Range<Int>
    var new: Range<Int>
  }

  /// What aligning two traces may cost: about a second.
  static let wholeBudget = 200_000_000

  /// How often gaps are cut by items that are unique in them.
  private static let mostCuts = 40

  /// Aligns two lists of keys; looking at an item costs 1 of the budget.
  init(_ old: [UInt64], _ new: [UInt64], budget: Int = Alignment.wholeBudget) {
    self.budget = budget
    work.append((Gap(old: 0..<old.count, new: 0..<new.count), 0))
    while let next = work.popLast() { align(next.gap, next.depth, old, new) }
    pairs.sort { $0.old < $1.old }
    openGaps.sort { $0.old.lowerBound < $1.old.lowerBound }
  }

  private mutating func align(_ whole: Gap, _ depth: Int, _ old: [UInt64], _ new: [UInt64]) {
    var gap = whole
    while let first = gap.old.first, let other = gap.new.first, old[first] == new[other] {
      pairs.append((first, other))
      gap.old = gap.old.dropFirst()
      gap.new = gap.new.dropFirst()
    }
    while let last = gap.old.last, let other = gap.new.last, old[last] == new[other] {
      pairs.append((last, other))
      gap.old = gap.old.dropLast()
      gap.new = gap.new.dropLast()
    }
    guard !gap.old.isEmpty, !gap.new.isEmpty else { return }
    budget -= gap.old.count + gap.new.count
    let census = Census(gap, old, new)
    guard census.hasCommon else { return }
    let anchors = depth < Self.mostCuts ? census.anchors() : []
    if !anchors.isEmpty { return cut(gap, at: anchors, depth) }
    // What the other side does not have at all is in no pair.
    let ours = gap.old.filter { census.isShared(old[$0]) }
    let theirs = gap.new.filter { census.isShared(new[$0]) }
    var differences = Myers(budget: budget)
    if let found = differences.pairs(ours.map { old[$0] }, theirs.map { new[$0] }) {
      for pair in found { pairs.append((ours[pair.old], theirs[pair.new])) }
    } else {
      openGaps.append(gap)
    }
    budget = differences.budget
  }

  /// Puts the pieces of a gap between its anchors on the heap of work.
  private mutating func cut(_ gap: Gap, at anchors: [(old: Int, new: Int)], _ depth: Int) {
    var start = (old: gap.old.lowerBound, new: gap.new.lowerBound)
    for anchor in anchors {
      pairs.append(anchor)
      add(Gap(old: start.old..<anchor.old, new: start.new..<anchor.new), depth + 1)
      start = (anchor.old + 1, anchor.new + 1)
    }
    add(Gap(old: start.old..<gap.old.upperBound, new: start.new..<gap.new.upperBound), depth + 1)
  }

  private mutating func add(_ gap: Gap, _ depth: Int) {
    if !gap.old.isEmpty, !gap.new.isEmpty { work.append((gap, depth)) }
  }
}

/// How often each key is in a gap, on either side.
private struct Census {
  private var counts: [UInt64: Count]

  private struct Count {
    var old = 0
    var new = 0
    var oldPlace = 0
    var newPlace = 0
  }

  init(_ gap: Alignment.Gap, _ old: [UInt64], _ new: [UInt64]) {
    counts = Dictionary(minimumCapacity: gap.old.count)
    for index in gap.old {
      counts[old[index], default: Count()].old += 1
      counts[old[index], default: Count()].oldPlace = index
    }
    for index in gap.new {
      guard var count = counts[new[index]] else { continue }
      count.new += 1
      count.newPlace = index
      counts[new[index]] = count
    }
  }

  var hasCommon: Bool { counts.values.contains { $0.new > 0 } }

  func isShared(_ key: UInt64) -> Bool { counts[key].map { $0.old > 0 && $0.new > 0 } ?? false }

  /// Items that both sides have once, as many of them as are in the same order on both.
  func anchors() -> [(old: Int, new: Int)] {
    var unique = counts.values.filter { $0.old == 1 && $0.new == 1 }
    unique.sort { $0.oldPlace < $1.oldPlace }
    return RisingRun.longest(unique.map(\.newPlace)).map {
      (unique[$0].oldPlace, unique[$0].newPlace)
    }
  }
}

/// The longest rising run of a list, some of its items left out.
enum RisingRun {
  /// Indices of the items of such a run.
  static func longest(_ items: [Int]) -> [Int] {
    // The index of the lowest last item of every length, and each item's predecessor.
    var ends: [Int] = []
    var before = [Int](repeating: -1, count: items.count)
    for index in items.indices {
      var low = 0
      var high = ends.count
      while low < high {
        let middle = (low + high) / 2
        if items[ends[middle]] < items[index] { low = middle + 1 } else { high = middle }
      }
      if low > 0 { before[index] = ends[low - 1] }
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var run: [Int] = []
    var index = ends.last ?? -1
    while index >= 0 {
      run.append(index)
      index = before[index]
    }
    return run.reversed()
  }
}
