import Testing

@testable import Rendering

@Suite struct FindingLinesTests {
  @Test func oneLineAFindingForEditors() throws {
    #expect(
      try text(.lines, Self.script) == """
        folder/capture.pcap:14: note: the reader selects A0000000031010 (Visa) [payment-selected]

        """)
  }

  @Test func annotationsForGitHub() throws {
    #expect(
      try text(.github, Self.script, file: "a,b:c%.pcap") == """
        ::notice file=a%2Cb%3Ac%25.pcap,title=payment-selected::frame 14, byte 6: \
        the reader selects A0000000031010 (Visa)

        """)
  }

  @Test func aFilesNameMovesNoCursor() throws {
    // ESC and RIGHT-TO-LEFT OVERRIDE; their escapes' own signs are percent-encoded where GitHub
    // would take them for its own.
    for style in [FindingLines.Style.lines, .github] {
      let line = try text(style, Self.script, file: "a\u{1B}[2J\u{202E}b.pcap")
      #expect(!line.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
      #expect(line.contains("202E"))
    }
  }

  @Test func aFilterLeavesFindingsOut() throws {
    var filter = Filter()
    filter.words = ["malformed"]
    #expect(try text(.lines, Self.script, filter: filter).isEmpty)
  }

  private static let script = StoryTextTests.payment

  private func text(
    _ style: FindingLines.Style, _ script: String, file: String = "folder/capture.pcap",
    filter: Filter = Filter()
  ) throws -> String {
    var renderer = FindingLines(
      style, filter: filter, names: try Known.names(), secrets: try Known.secrets())
    return try tell(ScriptedReader(script), by: &renderer, file: file).text
  }
}
