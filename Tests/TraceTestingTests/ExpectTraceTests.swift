import Foundation
import Testing

@testable import TraceTesting

/// `expectTrace` in Swift Testing.
@Suite struct ExpectTraceTests {
  private let folder: GoldenFolder

  init() throws { folder = try GoldenFolder() }

  /// The unpredictable number is another one each time.
  @Test func passesWhatOnlyVaries() throws {
    try expectTrace(folder.golden, matches: Recording.trace(number: "01020304"))
    try expectTrace(folder.golden, matches: RecordedTrace(path: folder.golden))
  }

  @Test func failsAtItsLine() throws {
    let line = #line + 2
    try withKnownIssue {
      try expectTrace(folder.golden, matches: Recording.trace(label: "4352454449"))
    } matching: { issue in
      let text = issue.comments.map(\.rawValue).joined()
      return issue.sourceLocation?.line == line
        && issue.sourceLocation?.fileName == "ExpectTraceTests.swift"
        && text.contains("6F.A5.50") && text.contains("4445424954") && text.contains("4352454449")
        && text.contains("NFCTRACE_UPDATE_GOLDEN=1")
    }
  }

  @Test func namesAGoldenTraceThatIsMissing() throws {
    try withKnownIssue {
      try expectTrace(folder.path("b.trace"), matches: Recording.trace())
    } matching: {
      $0.comments.map(\.rawValue).joined().contains("there is no golden trace")
    }
  }

  @Test func pathsThatAreIgnored() throws {
    try expectTrace(
      folder.golden, matches: Recording.trace(label: "4352454449"), ignoring: ["6F.A5.50"])
    #expect(throws: GoldenComparison.Wrong.path("6F..50")) {
      try expectTrace(folder.golden, matches: Recording.trace(), ignoring: ["6F..50"])
    }
    let file = folder.url.appendingPathComponent("nfctrace-diff.ignore")
    try Data("*.A5.50   # the label\n".utf8).write(to: file)
    try expectTrace(folder.golden, matches: Recording.trace(label: "4352454449"))
    try Data("# nothing\n6F..50\n".utf8).write(to: file)
    let wrong = #expect(throws: GoldenComparison.Wrong.self) {
      try expectTrace(folder.golden, matches: Recording.trace())
    }
    #expect(wrong?.description.hasPrefix("\(file.path):2: \"6F..50\" is no path") == true)
  }

  @Test func aRecordingThatIsNoneIsAnError() {
    #expect(throws: (any Error).self) {
      try expectTrace(folder.golden, matches: RecordedTrace(path: folder.path("none.trace")))
    }
    #expect(throws: (any Error).self) {
      try expectTrace(folder.golden, matches: RecordedTrace(Array("no capture".utf8)))
    }
  }

  /// A golden trace is written in the format that its name tells, and is what it was made from.
  @Test("Golden traces are updated", arguments: ["a.txt", "new/b.trace", "c.pcapng", "d"])
  func updates(name: String) throws {
    let recorded = Recording.trace(label: "4352454449")
    let golden = GoldenTrace(folder.path(name), seenFrom: #filePath)
    try golden.update(with: recorded)
    try expectTrace(folder.path(name), matches: recorded)
    #expect(try GoldenComparison(golden).differences(of: Recording.trace()) != nil)
  }

  /// Paths count from the folder of the test's file.
  @Test func pathsAreSeenFromTheTest() {
    #expect(GoldenTrace("Golden/a.trace", seenFrom: "/x/y/T.swift").path == "/x/y/Golden/a.trace")
    #expect(GoldenTrace("Golden/a.trace", seenFrom: "/x/y/T.swift").folder == "/x/y/Golden")
    #expect(GoldenTrace("/z/a.trace", seenFrom: "/x/y/T.swift").path == "/z/a.trace")
  }
}
