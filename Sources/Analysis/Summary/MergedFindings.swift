/// Which groups of findings that merge were met in the visits that are open.
struct MergedFindings: Equatable {
  private var groups: [Group] = []
  /// The newest group of each remainder of `mark`, -1 for none.
  private var heads = [Int32](repeating: -1, count: Self.headCount)

  /// A group, and the one before it in its chain, -1 for none.
  private struct Group: Equatable {
    let visit: Int
    let merge: Finding.Merge
    var severity: Severity
    var next: Int32

    var head: Int { Self.head(visit, merge) }

    static func head(_ visit: Int, _ merge: Finding.Merge) -> Int {
      var mark = Fingerprint()
      mark.add(UInt64(truncatingIfNeeded: merge.group ^ visit))
      return Int(truncatingIfNeeded: mark.value) & (MergedFindings.headCount - 1)
    }
  }

  private static let headCount = 1024
  /// More groups than this are not kept: what comes then counts by itself.
  private static let limit = 4096

  /// Whether a finding is the first of its group, or how bad its group is so far.
  enum Meeting: Equatable {
    case new
    case known(Severity)
  }

  mutating func meet(_ finding: borrowing Finding) -> Meeting {
    guard let merge = finding.merge else { return .new }
    let head = Group.head(finding.visit, merge)
    var index = Int(heads[head])
    while index >= 0 {
      if groups[index].visit == finding.visit, groups[index].merge == merge {
        let severity = groups[index].severity
        groups[index].severity = max(severity, finding.severity)
        return .known(severity)
      }
      index = Int(groups[index].next)
    }
    if groups.count < Self.limit {
      add(
        Group(
          visit: finding.visit, merge: merge, severity: finding.severity, next: heads[head]))
    }
    return .new
  }

  mutating func forget(visit: Int) {
    guard !groups.isEmpty else { return }
    // Nearly always all groups are of the visit that ends.
    for index in groups.indices { heads[groups[index].head] = -1 }
    let others = groups.contains { $0.visit != visit } ? groups.filter { $0.visit != visit } : []
    groups.removeAll(keepingCapacity: true)
    for group in others { add(group) }
  }

  private mutating func add(_ group: Group) {
    let head = group.head
    groups.append(group)
    groups[groups.count - 1].next = heads[head]
    heads[head] = Int32(groups.count - 1)
  }
}
