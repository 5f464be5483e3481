import Foundation
import TraceTesting
import XCTest

/// `expectTrace` in XCTest.
final class ExpectTraceCase: XCTestCase {
  /// Failures that a test looks at instead of failing.
  private var caught: [(text: String, file: String, line: Int)] = []
  private var catches = false

  override func recordFailure(
    withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
    expected: Bool
  ) {
    guard catches else {
      return super.recordFailure(
        withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
    }
    caught.append((description, filePath, lineNumber))
  }

  func testPassesWhatOnlyVaries() throws {
    let folder = try GoldenFolder()
    try expectTrace(folder.golden, matches: Recording.trace(number: "01020304"))
  }

  func testFailsAtItsLine() throws {
    let folder = try GoldenFolder()
    catches = true
    let line = #line + 1
    try expectTrace(folder.golden, matches: Recording.trace(label: "4352454449"))
    catches = false
    XCTAssertEqual(caught.count, 1)
    XCTAssertEqual(caught.first?.line, line)
    XCTAssertEqual(caught.first?.file, "\(#filePath)")
    let text = caught.first?.text ?? ""
    for part in ["6F.A5.50", "4445424954", "4352454449", "NFCTRACE_UPDATE_GOLDEN=1"] {
      XCTAssertTrue(text.contains(part), "\(part) in \(text)")
    }
  }
}
