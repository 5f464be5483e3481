import Testing

@testable import Rendering

@Suite struct StepWordsTests {
  @Test(
    "What a row says",
    arguments: [
      // ISO/IEC 14443-4: PPS1 has DSI in b4 b3 and DRI in b2 b1; 1 and 2 are 212 and 424 kbit/s.
      (activated + ">a D0110A\n<a D0\n", "> PPS 424 kbit/s both ways", "< accepted"),
      (activated + ">a D01106\n<a D0\n", "> PPS 424 to the card, 212 kbit/s from it", "< accepted"),
      (activated + ">a C2\n<a C2\n", "> S(DESELECT)", "< S(DESELECT)"),
      (activated + ">a 02\n<a 02\n", "> empty I-block", "< empty I-block"),
      (activated + ">a B2\n<a A3\n", "> R(NAK) 0, presence check", "< R(ACK)"),
      (activated + ">a 5000\n", "> HLTA", ""),
      ("> 26\n< 4400\n>a 50000\n", "1 poll, answered", ""),
      ("on\n> 26\n+5\n> 26\n> 52\n", "3 polls, no answer", ""),
      (
        "> 26\n< 0400\n> 9320\n< 08DFBFF29A\n>a 937008DFBFF29A\n<a 00\n",
        "> SELECT 08DFBFF2", "< SAK 00: no ISO-DEP, UID complete"
      ),
    ])
  func rows(script: String, reader: String, card: String) throws {
    let lines = try story(script)
    let row = try #require(lines.first { $0.contains(reader) }, "\(lines)")
    #expect(row.contains(card))
  }

  /// Two comments are two rows, and what is in them cannot move the cursor.
  @Test func aCommentSaysWhatItSays() throws {
    // "second try", "a" ESC "[2Jb" U+202E
    let lines = try story(
      "# 7365636F6E6420747279\n# 611B5B324A62E280AE\n> 26\n")
    #expect(lines.contains { $0.hasSuffix("comment: second try") })
    #expect(lines.contains { $0.hasSuffix(#"comment: a\x1B[2Jb\u{202E}"#) })
    let bytes = try story("# 7365636F6E6420747279\n> 26\n") { $0.showsBytes = true }
    #expect(bytes.contains("      # second try"))
  }

  @Test(
    "An ATS's bit rates and a damaged ATS",
    arguments: [
      ("0578807002", "< ATS FSC 256, FWT 38.7 ms, 106 kbit/s"),
      ("0578917002", "< ATS FSC 256, FWT 38.7 ms, to 212 kbit/s"),
      ("0578F77002", "< ATS FSC 256, FWT 38.7 ms, to 848 kbit/s"),
      ("1F78807002", "< ATS, 5 of 31 bytes"),
    ])
  func answerToSelect(ats: String, words: String) throws {
    let script = Self.activated.replacing("0578807002", with: ats)
    #expect(try story(script).contains { $0.contains(words) })
  }

  private static let activated = ScriptedReader.activated
}
