import Testing

@testable import Rendering

@Suite struct StoryTextTests {
  @Test func tellsAVisitFromItsRuleLineToTheCounts() throws {
    let lines = try story(
      ScriptedReader.activated + """
        >a 0200A4040007D276000085010100
        <a 029000
        off
        """)
    #expect(
      lines == [
        "capture.pcap · pcap, ISO 14443",
        "",
        "frames        time s  reader                                    card"
          + "                                        ms wait, FWT",
        "── visit 1 · NFC-A · ATQA 0044 · UID 04A1B2C3D4E5F6 (NXP) "
          + String(repeating: "─", count: 62),
        "1           0.000000  field on",
        "2–11        0.001000  > SELECT 04A1B2C3D4E5F6                   "
          + "< SAK 20: ISO-DEP, UID complete            9.0       0.9",
        "12–13       0.011000  > RATS FSD 256, CID 0                     "
          + "< ATS FSC 256, FWT 38.7 ms, 106 kbit/s     1.0       0.7",
        "14–15       0.013000  > SELECT D2760000850101 (NDEF)            "
          + "< 9000                                     1.0",
        "16          0.015000  field off",
        "                      = NDEF",
        "",
        "16 frames in 0.015 s · 1 visit · 1 exchange · no bad CRC",
        "no findings",
      ])
  }

  @Test func withoutAnyFrameThereAreOnlyCounts() throws {
    #expect(
      try story("", .terminal(80)).suffix(3) == [
        "", "0 frames in 0.000 s · no visit · no exchange · no bad CRC", "no findings",
      ])
  }

  @Test(
    "What is written does not depend on how the frames arrive", arguments: [1, 2, 7])
  func doesNotDependOnBatches(size: Int) throws {
    for columns in [Columns.terminal(80), .terminal(120), .unbounded()] {
      let whole = try story(Self.long, columns)
      #expect(try story(Self.long, columns, batchSize: size) == whole)
    }
  }

  @Test func inAPipeEachExchangeIsOnOneLineWithBothHalves() throws {
    let lines = try story(Self.long, .unbounded()).filter { $0.contains("> SELECT 2PAY") }
    #expect(lines.count == 3)
    #expect(lines.allSatisfy { $0.contains("< 6A82 ") })
  }

  @Test func findingsAreNumberedThroughTheFileAndStandUnderTheirVisit() throws {
    let lines = try story(Self.payment + Self.payment) { $0.showsRepeats = true }
    let numbered = lines.filter { $0.hasPrefix("  [") }
    #expect(
      numbered.map { $0.prefix(23) } == ["  [1] note     payment-", "  [2] note     payment-"])
    let rows = lines.filter { $0.contains("> SELECT A0000000031010") }
    #expect(rows.map { $0.contains("(Visa) [1]") } == [true, false])
    #expect(rows.last?.contains("(Visa) [2]") == true)
  }

  @Test func clockTimesStandInAWiderColumn() throws {
    let lines = try story(ScriptedReader.activated, .terminal(80)) { options in
      options.columns = .terminal(80, clock: true)
      options.counting = .clock
    }
    let row = try #require(lines.first { $0.contains("> RATS") })
    // 1,700,000,000 s after 1970 began is 22:13:20 in UTC, and 20 seconds past a minute anywhere.
    #expect(row.prefix(6) == "   12 ")
    #expect(row.dropFirst(8).prefix(1) == ":")
    #expect(row.dropFirst(11).prefix(9) == ":20.011  ")
    #expect(lines.allSatisfy { $0.count <= 80 })
  }

  @Test func deltasCountFromTheRowBefore() throws {
    let lines = try story(ScriptedReader.activated, .terminal(80)) { $0.counting = .sinceRow }
    let times = lines.compactMap { line in
      line.contains(">") || line.contains("field") ? line.dropFirst(6).prefix(8) : nil
    }
    #expect(times == ["   0.000", "   0.001", "   0.010"])
  }

  @Test func bytesStandUnderTheirRow() throws {
    let lines = try story(
      ScriptedReader.activated + ">a 0200B000000F\n<a 02001122339000\n", .terminal(80)
    ) { $0.showsBytes = true }
    let index = try #require(lines.firstIndex { $0.contains("> READ BINARY") })
    #expect(
      lines[(index + 1)...(index + 3)] == [
        "                  00 11 22 33",
        "      > 00B000000F",
        "      < 001122339000",
      ])
  }

  /// Two visits of a card that refuses an application three times, some noise, and a lost answer.
  static let long =
    payment + ScriptedReader.activated + """
      >a 0200A404000E325041592E5359532E444446303100
      <a 026A82
      >a 0300A404000E325041592E5359532E444446303100
      <a 036A82
      >a 0200A404000E325041592E5359532E444446303100
      <a 026A82
      > 0300B0000010
      >a 0300B0000010
      +60
      > 26
      off

      """

  /// A visit in which the card has the application that the reader selects.
  static let payment =
    ScriptedReader.activated + ">a 0200A4040007A000000003101000\n<a 029000\n>a C2\n<a C2\noff\n"
}
