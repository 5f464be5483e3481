/// How many findings there are, by everything they are counted by.
package struct Tally: Equatable, Sendable {
  package private(set) var total = 0
  private var severities = [0, 0, 0]
  /// The ids that were met, in that order: few, so that they are found by looking at each.
  package private(set) var ids: [FindingID] = []
  private var counts: [Int] = []

  package init() {}

  package subscript(severity: Severity) -> Int { severities[Int(severity.rawValue)] }

  package subscript(category: Category) -> Int {
    ids.reduce(0) { $0 + ($1.category == category ? self[$1] : 0) }
  }

  package subscript(id: FindingID) -> Int { ids.firstIndex(of: id).map { counts[$0] } ?? 0 }

  mutating func add(_ id: FindingID, severity: Severity) {
    total += 1
    severities[Int(severity.rawValue)] += 1
    if let index = ids.firstIndex(of: id) {
      counts[index] += 1
    } else {
      ids.append(id)
      counts.append(1)
    }
  }

  /// A finding that was counted turned out worse.
  mutating func raise(from severity: Severity, to worse: Severity) {
    severities[Int(severity.rawValue)] -= 1
    severities[Int(worse.rawValue)] += 1
  }
}
