import Foundation
import Testing

/// What a capture says of itself when it was redacted: readers, programs, comments.
@Suite struct RedactedDescriptionTests {
  let scratch = Scratch()

  /// A reader whose name holds its serial number, as a source and as an event, and a comment.
  private func capture() throws {
    let reader = "ACS ACR1252 Reader (RR123-456789) 00 00"
    let lines = """
      {"type":"trace","format":"nfctrace/1","source":"calls","link":"apdu","sources":["\(reader)"]}
      {"type":"frame","frame":1,"time":0.0,"source":0,"event":"reader-opened","link":"apdu",\
      "bytes":"\(hex(reader))"}
      {"type":"frame","frame":2,"time":0.1,"source":0,"event":"comment","link":"apdu",\
      "bytes":"\(hex("Ms Somebody's card"))"}
      {"type":"frame","frame":3,"time":0.2,"source":0,"direction":"to-card","link":"apdu",\
      "bytes":"00B2010C00"}

      """
    try scratch.write(Data(lines.utf8), to: "a.jsonl")
  }

  private func hex(_ text: String) -> String {
    text.utf8.map { String(format: "%02X", $0) }.joined()
  }

  @Test func theReadersSerialNumberIsAnIdentifier() throws {
    try capture()
    for (options, name) in [
      ([], "ACS ACR1252 Reader (RR123-456789) 00 00"),
      (["--ids"], "ACS ACR1252 Reader (XX000-000000) 00 00"),
    ] {
      let words = ["redact", "--force"] + options + ["a.jsonl", "b.jsonl"]
      let run = try Child.nfctrace(words, in: scratch)
      #expect(run.code == 0, "\(run.error)")
      let text = String(decoding: try #require(scratch.read("b.jsonl")), as: UTF8.self)
      #expect(text.contains("\"sources\":[\"\(name)\"]"), "\(text)")
      #expect(text.contains("\"bytes\":\"\(hex(name))\""), "\(text)")
    }
  }

  @Test func aCommentIsNotVouchedFor() throws {
    try capture()
    let run = try Child.nfctrace(["redact", "a.jsonl", "b.jsonl"], in: scratch)
    #expect(
      run.text.contains(
        "not vouched for:\n    comments, searched for the same values only: frame 2\n"))
  }

  /// The program's words may hold what was sent, the user's name, paths.
  @Test(.enabled(if: Child.installed("nfc-list") != nil, "nfc-list is not installed"))
  func theProgramsWordsGo() throws {
    let made = try Child.shell(
      "nfctrace record -o a.trace --simulate ntag213 -- sh -c 'nfc-list # /home/somebody 4761739001010010'",
      in: scratch)
    #expect(made.code == 0, "\(made.error)")
    #expect(try Child.nfctrace(["info", "a.trace"], in: scratch).text.contains("somebody"))
    #expect(try Child.nfctrace(["redact", "a.trace", "b.trace"], in: scratch).code == 0)
    let told = try Child.nfctrace(["info", "b.trace"], in: scratch).text
    #expect(!told.contains("somebody") && !told.contains("program"))
  }
}
