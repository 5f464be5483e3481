/// Which groups of findings that merge were met in the visits that are open.
struct MergedFindings: Equatable {
  private var groups: [Int: [Finding.Merge: Severity]] = [:]
  private var count = 0

  /// More groups than this are not kept: what comes then counts by itself.
  private static let limit = 4096

  /// Whether a finding is the first of its group, or how bad its group is so far.
  enum Meeting: Equatable {
    case new
    case known(Severity)
  }

  mutating func meet(_ finding: Finding) -> Meeting {
    guard let merge = finding.merge else { return .new }
    if let severity = groups[finding.visit]?[merge] {
      groups[finding.visit]?[merge] = max(severity, finding.severity)
      return .known(severity)
    }
    if count < Self.limit {
      groups[finding.visit, default: [:]][merge] = finding.severity
      count += 1
    }
    return .new
  }

  mutating func forget(visit: Int) {
    count -= groups.removeValue(forKey: visit)?.count ?? 0
  }
}
