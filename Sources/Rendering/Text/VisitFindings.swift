import Analysis
import Decoding

/// The findings of one visit as its text lists them: numbered, several of one kind about the same
/// command as one.
struct VisitFindings {
  let visit: Int
  private(set) var groups: [Group] = []

  /// Findings that are one.
  struct Group {
    let number: Int
    var findings: [Finding]
  }

  init(visit: Int) { self.visit = visit }

  /// Takes in what one entry of the story made certain, and gives each finding's number and step.
  /// Numbers run through the file; `next` is the next one.
  mutating func add(_ findings: [Finding], next: inout Int) -> [(tag: Row.Tag, step: Int)] {
    findings.sorted { $0.isBefore($1) }.map { finding in
      let number = number(of: finding, next: &next)
      return (
        Row.Tag(number: number, severity: finding.severity, half: finding.half), finding.step
      )
    }
  }

  private mutating func number(of finding: Finding, next: inout Int) -> Int {
    if let merge = finding.merge {
      for index in groups.indices where groups[index].findings[0].merge == merge {
        groups[index].findings.append(finding)
        return groups[index].number
      }
    }
    groups.append(Group(number: next, findings: [finding]))
    next += 1
    return next - 1
  }
}

extension Finding {
  /// Evidence that begins earlier comes first.
  fileprivate func isBefore(_ other: Finding) -> Bool {
    guard let one = places.first, let two = other.places.first else { return !places.isEmpty }
    return (one.frame, one.bytes.lowerBound) < (two.frame, two.bytes.lowerBound)
  }
}
