/// Pairs the steps of two visits: the same ones first, then those that were moved, then those that
/// ask the same, then those of one kind.
struct StepMatching {
  /// The numbers of the steps that are compared, in order.
  let ours: [Int]
  let theirs: [Int]
  private(set) var matching: Matching

  init(
    _ old: TraceDigest, _ ours: Range<Int>, _ new: TraceDigest, _ theirs: Range<Int>,
    _ rules: ComparisonRules
  ) {
    self.ours = old.order[ours].map { Int($0) }.filter { rules.compares(old.steps[$0]) }
    self.theirs = new.order[theirs].map { Int($0) }.filter { rules.compares(new.steps[$0]) }
    matching = Matching(old: self.ours.count, new: self.theirs.count)
    look(old, new, \.key)
    guard hasGaps else { return }
    look(old, new, \.raw)
    matching.findMoved(by: keys(old, self.ours, \.raw), keys(new, self.theirs, \.raw))
    matching.findMoved(by: keys(old, self.ours, \.key), keys(new, self.theirs, \.key))
    look(old, new, \.command)
    look(old, new, \.kind.number, noting: true)
    for gap in matching.gaps where min(gap.old.count, gap.new.count) > Self.mostUnlike {
      matching.leaveOpen(gap)
    }
  }

  /// Longer runs in which nothing is alike are one replaced block.
  private static let mostUnlike = 1_000

  private var hasGaps: Bool {
    matching.newOfOld.contains { $0 < 0 } || matching.oldOfNew.contains { $0 < 0 }
  }

  private mutating func look(
    _ old: TraceDigest, _ new: TraceDigest, _ key: KeyPath<StepDigest, UInt64>,
    noting: Bool = false
  ) {
    matching.pair(by: keys(old, ours, key), keys(new, theirs, key), notes: noting)
  }

  private func keys(
    _ trace: TraceDigest, _ numbers: [Int], _ key: KeyPath<StepDigest, UInt64>
  ) -> [UInt64] {
    numbers.map { trace.steps[$0][keyPath: key] }
  }
}
