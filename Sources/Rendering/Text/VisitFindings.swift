import Analysis
import Decoding

/// The findings of one visit as its text lists them: numbered, several of one kind about the same
/// command as one.
struct VisitFindings {
  private(set) var groups: [Group] = []
  private var count = 0

  /// More findings than these do not wait for their visit's end.
  private static let limit = 1_000

  /// Whether they have to be listed before the visit ends.
  var areMany: Bool { count >= Self.limit }

  /// Findings that are one.
  struct Group {
    let number: Int
    /// The first finding, nearly always the only one.
    let first: Finding
    fileprivate(set) var more: [Finding] = []

    /// Whether one of them is about a record that lies there in its message.
    func isAbout(_ record: Range<Int>) -> Bool {
      ([first] + more).contains { $0.record.map { record.contains($0.lowerBound) } ?? false }
    }
  }

  /// Takes in a finding and gives its number. Numbers run through the file; `next` is the next one.
  mutating func add(_ finding: Finding, next: inout Int) -> Int {
    count += 1
    if let merge = finding.merge {
      for index in groups.indices where groups[index].first.merge == merge {
        groups[index].more.append(finding)
        return groups[index].number
      }
    }
    groups.append(Group(number: next, first: finding))
    next += 1
    return next - 1
  }
}

extension Finding {
  /// Evidence that begins earlier comes first.
  func isBefore(_ other: Finding) -> Bool {
    guard let one = places.first, let two = other.places.first else { return !places.isEmpty }
    return (one.frame, one.bytes.lowerBound) < (two.frame, two.bytes.lowerBound)
  }
}
