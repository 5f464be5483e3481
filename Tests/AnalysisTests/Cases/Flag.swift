import TraceFormat

@testable import Analysis

/// A line of `flags.txt`.
struct Flag {
  let caseID: String
  let severity: String
  /// Nil for what is said elsewhere than in a finding.
  let id: FindingID?
  let message: String

  struct BadLine: Error { let line: String }

  /// All lines of the file beside this one.
  static func all() throws -> [Flag] {
    let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
    let bytes = try InputFile(path: "/\(folder)/flags.txt").peek(65_536)
    return try String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }.map { try Flag(String($0)) }
  }

  init(_ line: String) throws {
    let words = line.split(separator: " ", maxSplits: 3).map(String.init)
    guard words.count == 4, words[2] == "said" || FindingID(rawValue: words[2]) != nil else {
      throw BadLine(line: line)
    }
    caseID = words[0]
    severity = words[1]
    id = FindingID(rawValue: words[2])
    message = words[3]
  }

  /// Whether a finding is of the severity, or the category, that the flag asks for.
  func fits(_ finding: Finding) -> Bool {
    switch severity {
    case "error": finding.severity == .error
    case "warn": finding.severity == .warning
    case "info": finding.severity == .note
    case "privacy": finding.category == .privacy
    case "payment": finding.category == .payment
    default: false
    }
  }
}
