import Testing

@testable import nfctrace

@Suite struct RecordingNameTests {
  @Test(
    "The first free name is taken",
    arguments: [
      ([], "session.trace"),
      (["session.trace"], "session-2.trace"),
      (["session-2.trace"], "session.trace"),
      (["session.trace", "session-2.trace", "session-3.trace"], "session-4.trace"),
    ] as [([String], String)]
  )
  func takesTheFirstFree(taken: [String], expected: String) {
    #expect(RecordingName.next { taken.contains($0) } == expected)
  }
}
