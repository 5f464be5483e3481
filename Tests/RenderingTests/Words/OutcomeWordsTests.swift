import Testing

@testable import Rendering

/// What a visit's last row says of how it ended.
@Suite struct OutcomeWordsTests {
  @Test(
    "The last command decides",
    arguments: [
      (">a 020084000008\n", "= 1 command; the capture ends before the last answer"),
      (
        ">a 0200A4000002E103\n<a 029000\n>a 030084000008\n",
        "= 2 commands; the capture ends before the last answer"
      ),
      (">a 020084000008\n<a 0201020304050607089000\n", "= 1 command, answered"),
    ])
  func ends(script: String, words: String) throws {
    let lines = try story(ScriptedReader.activated + script)
    #expect(lines.contains { $0.hasSuffix(words) }, "\(lines)")
  }

  /// A NAK of four bits: NFC Forum Type 2 Tag.
  @Test func aRefusedReadIsNoAnswer() throws {
    let card = "on\n> 26\n< 0400\n> 9320\n< 01020304 04\n>a 9370 01020304 04\n<a 00\n"
    let lines = try story(card + ">a 3004\n< 00\noff\n")
    #expect(
      lines.contains { $0.hasSuffix("= 1 command; the last command was refused") }, "\(lines)")
  }
}
