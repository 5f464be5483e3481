import Testing

@testable import Rendering

@Suite struct FilterTests {
  @Test func oneVisitAlone() throws {
    let lines = try shown { $0.visits = 2...2 }
    #expect(lines.filter { $0.hasPrefix("── visit") }.map { $0.prefix(10) } == ["── visit 2"])
    #expect(lines.last?.hasSuffix(" · 6 rows left out") == true)
  }

  @Test func framesAndTimes() throws {
    #expect(try rows { $0.frames = 14...15 } == ["14"])
    // Frame 14 starts 13 ms after frame 1.
    #expect(try rows { $0.times = 13_000_000...14_000_000 } == ["14"])
  }

  @Test(
    "A word fits a command, an AID, a finding and what failed",
    arguments: [
      ("rats", ["12", "30"]), ("SELECT", ["2", "14", "20", "32"]), ("sel", []),
      ("A0000000031010", ["14", "32"]), ("payment", ["14", "32"]),
      ("payment-selected", ["14", "32"]), ("note", ["14", "32"]), ("failed", []),
      ("error", []),
    ])
  func words(word: String, expected: [String]) throws {
    #expect(try rows { $0.words = [word] } == expected)
  }

  @Test func aFindingAtTheVisitsEndBringsItsRow() throws {
    // 6985 to the last command: visit-failed is known only when the visit has ended.
    let script =
      ScriptedReader.activated
      + ">a 0200A4040007A0000000031010\n<a 029000\n>a 0300B0000000\n<a 036985\noff\n"
    let lines = try story(script, .terminal(120)) { $0.filter.words = ["visit-failed"] }
    #expect(lines.contains { $0.hasPrefix("16–17 ") })
    #expect(lines.contains { $0.hasPrefix("  [1] warning  visit-failed") })
  }

  @Test func contextIsShownAndCountedOnce() throws {
    let lines = try shown {
      $0.words = ["rats"]
      $0.context = 1
    }
    #expect(lines.compactMap(frame) == ["2", "12", "14", "20", "30", "32"])
    #expect(lines.last?.hasSuffix(" · 6 rows left out") == true)
  }

  /// Two visits: rows at frames 1, 2, 12, 14, 16, 18 and 19, 20, 30, 32, 34, 36.
  private func shown(_ change: (inout Filter) -> Void) throws -> [String] {
    try story(StoryTextTests.payment + StoryTextTests.payment, .terminal(80)) { options in
      options.showsRepeats = true
      change(&options.filter)
    }
  }

  private func rows(_ change: (inout Filter) -> Void) throws -> [String] {
    try shown(change).compactMap(frame)
  }

  /// The number in the frames column.
  private func frame(_ line: String) -> String? {
    let column = line.prefix(5)
    guard line.count > 15, line.prefix(15).last == " " || true,
      Int(column.drop { $0 == " " }) != nil
    else { return nil }
    return String(column.drop { $0 == " " })
  }
}
