import Foundation
import Testing
import XCTest

/// Expects that a recorded trace says the same as a golden one, as `nfctrace diff` compares them: what
/// varies from run to run does not count, nor do retries, waiting times and block sizes.
///
/// It works in Swift Testing and in XCTest; a failure shows the differences at the line of the call.
///
///     try expectTrace("Golden/pay.trace", matches: RecordedTrace(path: "recorded.trace"))
///
/// With `NFCTRACE_UPDATE_GOLDEN=1` in the environment the golden trace is written anew instead, and
/// nothing fails: look at what changed with `git diff --stat` and `nfctrace diff` before you commit it.
///
/// - Parameters:
///   - golden: the golden trace's file, seen from the folder of the test's source.
///   - recorded: what was recorded now.
///   - paths: fields that do not count besides those of `nfctrace-diff.ignore` beside the golden trace,
///     by their paths, such as `6F.A5.50`.
///   - comparesTransport: whether retries, waiting-time extensions and the split into blocks count.
/// - Throws: where a trace cannot be read, or a path is none.
public func expectTrace(
  _ golden: String, matches recorded: RecordedTrace, ignoring paths: [String] = [],
  comparingTransport comparesTransport: Bool = false, fileID: String = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) throws {
  let place = Failure.Place(fileID: fileID, filePath: filePath, line: line, column: column)
  let file = GoldenTrace(golden, seenFrom: "\(filePath)")
  if ProcessInfo.processInfo.environment[GoldenTrace.variable] == "1" {
    try file.update(with: recorded)
    return
  }
  guard file.exists else {
    Failure.report(
      "\(golden): there is no golden trace; \(GoldenTrace.variable)=1 writes it", at: place)
    return
  }
  let comparison = GoldenComparison(
    file, ignoring: paths, comparesTransport: comparesTransport)
  if let differences = try comparison.differences(of: recorded) {
    Failure.report(
      "\(golden): what was recorded differs (\(GoldenTrace.variable)=1 accepts it)\n\n\(differences)",
      at: place)
  }
}

/// Tells the framework that runs the test that it fails.
private enum Failure {
  struct Place {
    let fileID: String
    let filePath: StaticString
    let line: UInt
    let column: UInt
  }

  static func report(_ text: String, at place: Place) {
    // No test of Swift Testing is known in XCTest, nor in a task that a test detached. The framework that
    // does not run takes no notice.
    if Test.current == nil { XCTFail(text, file: place.filePath, line: place.line) }
    Issue.record(
      Comment(rawValue: text),
      sourceLocation: SourceLocation(
        fileID: place.fileID, filePath: "\(place.filePath)", line: Int(place.line),
        column: Int(place.column)))
  }
}
