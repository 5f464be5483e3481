import Testing

@testable import Rendering

@Suite struct FoldingTests {
  @Test func equalNeighboursAreOneRowWithTheSlowestTime() throws {
    let rows = try rows(
      """
      >a 0200B0000002
      <a 0200119000
      >a 0300B0000002
      +5
      <a 0300119000
      >a 0200B0000002
      <a 0200119000
      """)
    #expect(rows.map(\.frames) == ["14–19"])
    #expect(rows[0].text.contains("> READ BINARY 2 bytes from 0 ×3"))
    #expect(rows[0].text.contains("  5.0 "))
  }

  @Test func anotherAnswerIsAnotherRow() throws {
    let rows = try rows(
      ">a 0200B0000002\n<a 0200119000\n>a 0300B0000002\n<a 0300129000\n")
    #expect(rows.map(\.frames) == ["14–15", "16–17"])
  }

  @Test func withRepeatsNothingFolds() throws {
    let script = ScriptedReader.activated + Self.twice
    #expect(try story(script).filter { $0.contains("READ BINARY") }.count == 1)
    let lines = try story(script) { $0.showsRepeats = true }
    #expect(lines.filter { $0.contains("READ BINARY") }.count == 2)
    #expect(!lines.contains { $0.contains("×2") })
  }

  @Test func nothingFoldsInAPipe() throws {
    let lines = try story(ScriptedReader.activated + Self.twice, .unbounded())
    #expect(lines.filter { $0.contains("READ BINARY") }.count == 2)
  }

  @Test func aVisitThatRepeatsAnEarlierOneIsOneLine() throws {
    let visit = ScriptedReader.activated + Self.once + "off\n"
    let lines = try story(visit + "+4000\n" + visit)
    let start = try #require(lines.lastIndex { $0.hasPrefix("── visit 2") })
    #expect(
      lines[start] == "── visit 2 · UID 04A1B2C3D4E5F6 · frames 17–32 · after 4.0 s of silence "
        + String(repeating: "─", count: 48))
    #expect(
      lines[start + 1]
        == "17          4.015000  the same 1 exchange as visit 1 (--repeats shows them)")
    #expect(lines[start + 2].isEmpty)
  }

  @Test func aVisitThatAsksForMoreIsWrittenOut() throws {
    let first = ScriptedReader.activated + Self.once + "off\n"
    let second = ScriptedReader.activated + Self.once + ">a 0300B0000103\n<a 036B00\noff\n"
    let lines = try story(first + second, .terminal(80))
    let start = try #require(lines.firstIndex { $0.hasPrefix("── visit 2") })
    #expect(lines[start].contains("as in visit 1"))
    let tail = lines[start...].joined(separator: "\n")
    #expect(tail.contains("> READ BINARY 2 from 0"))
    #expect(tail.contains("> READ BINARY 3 from 1"))
  }

  @Test func findingsOfAFoldedVisitCountAndTakeNoNumbers() throws {
    let visit = StoryTextTests.payment
    let lines = try story(visit + visit + visit)
    #expect(lines.filter { $0.hasPrefix("  [") }.count == 1)
    #expect(lines.last == "3 findings: 3 notes (3 payment), of 1 kind")
  }

  // Rows about READ BINARY, and what their frames column says.

  private func rows(_ script: String) throws -> [(frames: String, text: String)] {
    try story(ScriptedReader.activated + script).filter { $0.contains("READ BINARY") }.map {
      (String($0.prefix { $0 != " " }), $0)
    }
  }

  private static let once = ">a 0200B0000002\n<a 0200119000\n"
  private static let twice = once + ">a 0300B0000002\n<a 0300119000\n"
}
