import Testing

@testable import nfctrace

@Suite struct ArgumentsTests {
  @Test(
    "Frames and visits are ranges counted from 1",
    arguments: [
      ("5", 5...5), ("5-9", 5...9), ("5-", 5...Int.max), ("-9", 1...9), ("1-1", 1...1),
    ] as [(String, ClosedRange<Int>)]
  )
  func readsRanges(text: String, expected: ClosedRange<Int>) throws {
    #expect(try given(.frames, text).range(.frames) == expected)
  }

  @Test(
    "What is no range is refused",
    arguments: ["", "-", "0", "9-5", "1-2-3", "a", "1-b", " 1", "99999999999999999999"])
  func refusesRanges(text: String) {
    #expect(throws: Failure.self) { try given(.frames, text).range(.frames) }
  }

  @Test(
    "Times are seconds, kept as nanoseconds",
    arguments: [
      ("1-2", 1_000_000_000...2_000_000_000),
      ("0.5-", 500_000_000...Int64.max),
      ("-0.000000001", 0...1),
      ("1.25-1.25", 1_250_000_000...1_250_000_000),
    ] as [(String, ClosedRange<Int64>)]
  )
  func readsTimes(text: String, expected: ClosedRange<Int64>) throws {
    #expect(try given(.time, text).seconds(.time) == expected)
  }

  @Test(
    "What is no range of times is refused",
    arguments: ["", "-", "1", "2-1", "1.-x", "1.0000000001-2", "9999999999999-", "1-+2", "1.5.5-2"])
  func refusesTimes(text: String) {
    #expect(throws: Failure.self) { try given(.time, text).seconds(.time) }
  }

  @Test func takesListsApartAtCommas() {
    var arguments = Arguments(command: "analyze")
    arguments.add(.failOn, "error,payment")
    arguments.add(.failOn, "slow-answer")
    #expect(arguments.list(.failOn) == ["error", "payment", "slow-answer"])
    #expect(arguments.value(.failOn) == "slow-answer")
    #expect(!arguments.has(.force))
  }

  @Test(arguments: [("80", 80), ("40", 40), ("160", 160)])
  func readsNumbers(text: String, expected: Int) throws {
    #expect(try given(.width, text).number(.width, in: 40...160) == expected)
  }

  @Test func saysWhichNumbersAreTaken() {
    let message = "--width \"12\" is not a number from 40 to 160 (see nfctrace analyze --help)"
    #expect(throws: Failure(message)) { try given(.width, "12").number(.width, in: 40...160) }
  }

  private func given(_ name: OptionName, _ value: String) -> Arguments {
    var arguments = Arguments(command: "analyze")
    arguments.add(name, value)
    return arguments
  }
}
