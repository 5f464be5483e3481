import Testing

@testable import Rendering

@Suite struct FrameTextTests {
  @Test func listsEveryFrameWithVerdictNameAndBytes() throws {
    let options = TextOptions(
      columns: .terminal(80), typeface: Typeface(isUTF8: true, hasColour: false))
    var renderer = FrameText(options, names: try Known.names(), secrets: try Known.secrets())
    let script = "on\n> 26\n< 4400\n>a 5000\n>a 0200B0000002\n> 93708804A1B29F0000\n"
    let lines = try tell(ScriptedReader(script), by: &renderer, keepsFrames: true).text
      .split(separator: "\n", omittingEmptySubsequences: false)
    #expect(
      lines[2...6] == [
        "  frame        time s     crc     name              bytes",
        "      1      0.000000             field on",
        "      2      0.001000  >  -       REQA              26",
        "      3      0.002000  <  -       ATQA              4400",
        "      4      0.003000  >  ok      HLTA              500057CD",
      ])
    #expect(lines[8].hasPrefix("      6      0.005000  >  bad     "))
    #expect(lines[9].isEmpty)
  }

  @Test func visitsAreOneLineEach() throws {
    var renderer = VisitTable(
      Typeface(isUTF8: true, hasColour: false), names: try Known.names(), writesHeader: true)
    let text = try tell(ScriptedReader(StoryTextTests.payment), by: &renderer).text
    #expect(
      text == """
        file                    visit   time s  card                          exch   what happened
        capture.pcap                1    0.000  NFC-A 04A1B2C3D4E5F6             1   Visa

        """)
  }
}
