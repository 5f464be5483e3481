import Testing

@testable import Analysis
@testable import Decoding

@Suite struct RetryCounterTests {
  private static let verify = "0020008008240000FFFFFFFFFF"

  private func found(_ exchanges: [(String, String)]) throws -> [Finding] {
    var builder = StoryBuilder()
    for (command, answer) in exchanges { try builder.exchange(command, answer) }
    return analyzed(builder.end()).filter {
      $0.id == .retryCounter || $0.id == .referenceBlocked
    }
  }

  @Test func countsDownToBlocked() throws {
    let found = try found([
      (Self.verify, "63C2"), (Self.verify, "63C1"), (Self.verify, "63C0"), (Self.verify, "6983"),
    ])
    #expect(
      found.map(line) == [
        "warning retry-counter 4:1 answer: reference 80: 1 try left, 2 before",
        "warning retry-counter 6:1 answer: reference 80: 0 tries left, 1 before",
        "error reference-blocked 6:1 answer: reference 80 is blocked: 63C0",
        "error reference-blocked 8:1 answer: reference 80 is blocked: 6983",
      ])
    let counters = found.filter { $0.id == .retryCounter }
    #expect(
      Finding.merged(counters).map(line) == """
        warning retry-counter 4 6 answer: reference 80: 2, then 1, then 0 tries left
        """)
    let blocks = found.filter { $0.id == .referenceBlocked }
    #expect(
      Finding.merged(blocks).map(line)
        == "error reference-blocked 6 8 answer: reference 80 is blocked: 63C0")
  }

  @Test(
    "No counter goes down",
    arguments: [
      // Once is no series.
      [(verify, "63C2")],
      // The right PIN in between sets the counter back.
      [(verify, "63C2"), (verify, "9000"), (verify, "63C2")],
      // Two references.
      [(verify, "63C2"), ("0020008108240000FFFFFFFFFF", "63C1")],
      // The counter of something else than a reference.
      [("00B0000004", "63C2"), ("00B0000004", "63C1")],
    ]
  )
  func healthy(exchanges: [(String, String)]) throws {
    #expect(try found(exchanges) == [])
  }
}
