/// Pairs the visits of two traces: the same ones first, then those in which the same was said, then
/// those in which the same was asked, then those that are alike.
struct VisitMatching {
  private let old: TraceDigest
  private let new: TraceDigest
  private let rules: ComparisonRules
  /// The numbers of the visits, from 1.
  private let ours: [Int]
  private let theirs: [Int]
  private(set) var matching: Matching

  /// More pairs of visits than these are not looked at one by one.
  private static let mostPairs = 10_000

  init(_ old: TraceDigest, _ new: TraceDigest, _ rules: ComparisonRules) {
    self.old = old
    self.new = new
    self.rules = rules
    ours = Array(1..<max(1, old.visits.count))
    theirs = Array(1..<max(1, new.visits.count))
    matching = Matching(old: ours.count, new: theirs.count)
    if rules.comparesIdentities {
      look(\.key)
      matching.findMoved(by: keys(old, ours, \.key), keys(new, theirs, \.key))
    }
    look(\.exchanges)
    look(\.commands)
    let isSmall = matching.gaps.allSatisfy {
      $0.old.count <= Self.mostPairs / max(1, $0.new.count)
    }
    if !isSmall { look(\.identity, noting: true) }
    for gap in matching.gaps { pairAlike(gap) }
  }

  private mutating func look(
    _ key: KeyPath<VisitDigest, UInt64>, noting: Bool = false
  ) {
    matching.pair(by: keys(old, ours, key), keys(new, theirs, key), notes: noting)
  }

  private func keys(
    _ trace: TraceDigest, _ numbers: [Int], _ key: KeyPath<VisitDigest, UInt64>
  ) -> [UInt64] {
    numbers.map { trace.visits[$0][keyPath: key] }
  }

  /// Pairs what is left of a gap so that the pairs are as alike as can be.
  private mutating func pairAlike(_ gap: Alignment.Gap) {
    let free = gap.old.filter { matching.isFree(old: $0) }
    let others = gap.new.filter { matching.isFree(new: $0) }
    guard !free.isEmpty, !others.isEmpty else { return }
    guard free.count <= Self.mostPairs / others.count else { return matching.leaveOpen(gap) }
    let left = free.map { Likeness(old, ours[$0], rules) }
    let right = others.map { Likeness(new, theirs[$0], rules) }
    for pair in Likeness.best(left, right) { matching.join(free[pair.0], others[pair.1]) }
  }
}

/// What of a visit is compared to see whether it is like another.
private struct Likeness {
  private var keys: [UInt64]
  private var kinds: [UInt64]
  private let identity: UInt64

  /// So many steps of a visit are looked at.
  private static let most = 200
  /// Visits that are less alike than this are not the same one changed.
  private static let least = 0.2

  init(_ trace: TraceDigest, _ number: Int, _ rules: ComparisonRules) {
    let visit = trace.visits[number]
    identity = visit.identity
    let steps = trace.order[visit.steps.prefix(Self.most)].map { trace.steps[Int($0)] }
    keys = steps.filter { rules.compares($0) }.map(\.key).sorted()
    kinds = steps.filter { rules.compares($0) }.map(\.kind.number).sorted()
  }

  /// From 0 for nothing in common.
  func likeness(to other: Likeness) -> Double {
    var likeness = 2 * Self.share(keys, other.keys) + Self.share(kinds, other.kinds)
    if identity != 0, identity == other.identity { likeness += 0.5 }
    return likeness
  }

  /// How much of two sorted lists is in both, from 0 to 1.
  private static func share(_ one: [UInt64], _ other: [UInt64]) -> Double {
    guard !one.isEmpty || !other.isEmpty else { return 0.5 }
    var common = 0
    var left = 0
    var right = 0
    while left < one.count, right < other.count {
      if one[left] == other[right] {
        common += 1
        left += 1
        right += 1
      } else if one[left] < other[right] {
        left += 1
      } else {
        right += 1
      }
    }
    return 2 * Double(common) / Double(one.count + other.count)
  }

  /// Pairs of indices, rising on both sides, whose likeness is greatest in all.
  static func best(_ old: [Likeness], _ new: [Likeness]) -> [(Int, Int)] {
    let width = new.count + 1
    var sums = [Double](repeating: 0, count: (old.count + 1) * width)
    var alike = [Double](repeating: 0, count: old.count * new.count)
    for left in old.indices {
      for right in new.indices {
        let likeness = old[left].likeness(to: new[right])
        alike[left * new.count + right] = likeness
        var best = max(sums[left * width + right + 1], sums[(left + 1) * width + right])
        if likeness >= least { best = max(best, sums[left * width + right] + likeness) }
        sums[(left + 1) * width + right + 1] = best
      }
    }
    var pairs: [(Int, Int)] = []
    var (left, right) = (old.count, new.count)
    while left > 0, right > 0 {
      let sum = sums[left * width + right]
      if sum == sums[(left - 1) * width + right] {
        left -= 1
      } else if sum == sums[left * width + right - 1] {
        right -= 1
      } else {
        left -= 1
        right -= 1
        pairs.append((left, right))
      }
    }
    return pairs.reversed()
  }
}
