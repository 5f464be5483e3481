/// Which groups of findings that merge were met in the visits that are open.
struct MergedFindings: Equatable {
  private var groups: [Key: Severity] = [:]

  private struct Key: Hashable {
    let visit: Int
    let merge: Finding.Merge
  }

  /// More groups than this are not kept: what comes then counts by itself.
  private static let limit = 4096

  /// Whether a finding is the first of its group, or how bad its group is so far.
  enum Meeting: Equatable {
    case new
    case known(Severity)
  }

  mutating func meet(_ finding: Finding) -> Meeting {
    guard let merge = finding.merge else { return .new }
    let key = Key(visit: finding.visit, merge: merge)
    if let severity = groups[key] {
      groups[key] = max(severity, finding.severity)
      return .known(severity)
    }
    if groups.count < Self.limit { groups[key] = finding.severity }
    return .new
  }

  mutating func forget(visit: Int) {
    if !groups.isEmpty { groups = groups.filter { $0.key.visit != visit } }
  }
}
