/// How many findings there are, by everything they are counted by.
package struct Tally: Equatable, Sendable {
  package private(set) var total = 0
  private var severities: [Severity: Int] = [:]
  private var categories: [Category: Int] = [:]
  /// By id; only ids that were met.
  package private(set) var ids: [FindingID: Int] = [:]

  package init() {}

  package subscript(severity: Severity) -> Int { severities[severity] ?? 0 }

  package subscript(category: Category) -> Int { categories[category] ?? 0 }

  package subscript(id: FindingID) -> Int { ids[id] ?? 0 }

  mutating func add(_ finding: Finding, severity: Severity) {
    total += 1
    severities[severity, default: 0] += 1
    categories[finding.category, default: 0] += 1
    ids[finding.id, default: 0] += 1
  }

  /// A finding that was counted turned out worse.
  mutating func raise(from severity: Severity, to worse: Severity) {
    severities[severity, default: 0] -= 1
    severities[worse, default: 0] += 1
  }
}
