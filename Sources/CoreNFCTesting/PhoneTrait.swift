public import Testing

/// A test's turn at having a phone, and the phone's story where the test fails.
///
///     @Suite(.phone) struct ReaderTests {
///       @Test func reads() async throws {
///         let phone = TestPhone()
///         …
///         #expect(phone.alertMessages.last == "Read.")
///       }
///     }
///
/// Swift Testing runs tests at once; of those with this trait one runs at a time. Whatever fails in it,
/// a plain `#expect` too, tells what the phone did with times, and leaves the trace of the run beside
/// the story. A time limit of a test counts the time in which it waits for its turn.
public struct PhoneTrait: TestTrait, SuiteTrait, TestScoping {
  /// What is said of a suite is said of all its tests.
  public var isRecursive: Bool { true }

  /// A suite as a whole has no phone; each case of its tests has.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> PhoneTrait? {
    testCase == nil ? nil : self
  }

  /// Runs a test while it has the turn.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    // A suite may say it, and its test once more.
    guard PhoneLog.current == nil else { return try await function() }
    let turn = await PhoneTurn()
    let log = PhoneLog()
    defer {
      log.finish()
      turn.end()
    }
    let telling = IssueHandlingTrait.compactMapIssues { issue in
      // Where no task of a test is, such as on a session's queue, an issue is recorded for every scope
      // that is open: for the one around this as well, and once is enough.
      guard Test.current != nil else {
        if Self.isFailure(issue), let story = log.tell() { print(story) }
        return nil
      }
      guard Self.isFailure(issue), let story = log.tell() else { return issue }
      var issue = issue
      issue.comments.append(Comment(rawValue: story))
      return issue
    }
    try await PhoneLog.$current.withValue(log) {
      try await telling.provideScope(for: test, testCase: testCase) {
        do {
          try await function()
        } catch {
          // What a test throws is recorded where its traits do not hear of it any more.
          guard Self.isFailure(error) else { throw error }
          Issue.record(error, sourceLocation: test.sourceLocation)
        }
      }
    }
  }

  /// Whether an issue makes the test fail: warnings and known issues do not.
  private static func isFailure(_ issue: Issue) -> Bool {
    #if compiler(>=6.3)
      issue.isFailure
    #else
      true
    #endif
  }

  /// Whether an error makes the test fail: it is neither the end of a test that was called off, nor a
  /// `#require`, whose failure is known already.
  private static func isFailure(_ error: any Error) -> Bool {
    !(Task.isCancelled || error is CancellationError || error is ExpectationFailedError)
  }
}

extension Trait where Self == PhoneTrait {
  /// One test at a time has the phone, and one that fails tells what the phone did.
  public static var phone: PhoneTrait { PhoneTrait() }
}
