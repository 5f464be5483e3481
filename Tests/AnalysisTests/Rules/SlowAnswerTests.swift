import Decoding
import Testing

@testable import Analysis

@Suite struct SlowAnswerTests {
  /// 31 of 38 are 81.58 per cent, 39 of 38 are 102.63: rounded half up, as in the row.
  @Test(
    "A wait is judged by its share of the budget",
    arguments: [
      (31, 38, ["note slow-answer 2 answer: COMMAND: waited 31.0 ms of 38.0 (82%)"]),
      (30, 38, []),
      (38, 38, ["note slow-answer 2 answer: COMMAND: waited 38.0 ms of 38.0 (100%)"]),
      (39, 38, ["warning slow-answer 2 answer: COMMAND: waited 39.0 ms of 38.0 (103%)"]),
      (nil, 38, []),
      (39, nil, []),
      (39, 0, []),
    ] as [(Int64?, Int64?, [String])]
  )
  func share(wait: Int64?, budget: Int64?, expected: [String]) throws {
    var builder = StoryBuilder()
    try builder.exchange("00B0000003", "1122339000", wait: wait, budget: budget)
    #expect(lines(builder.end()) == expected)
  }

  @Test func aSilenceThatAnSWTXEndsIsNoSlowAnswer() throws {
    var builder = StoryBuilder()
    try builder.exchange("80A8000000", "9000", wait: 33, budget: 38) { exchange in
      exchange.waitingExtensions = 1
      exchange.waitEndedInExtension = true
    }
    #expect(lines(builder.end()) == [])
  }

  @Test func aWaitAfterAnSWTXIsJudged() throws {
    var builder = StoryBuilder()
    try builder.exchange("80A8000000", "9000", wait: 70, budget: 76) { exchange in
      exchange.waitingExtensions = 1
    }
    #expect(
      lines(builder.end()) == ["note slow-answer 2 answer: COMMAND: waited 70.0 ms of 76.0 (92%)"])
  }
}
