import Foundation
import Testing

/// `redact` of what is damaged, and of what was redacted.
@Suite struct RedactAgainTests {
  let scratch = Scratch()

  @Test(
    "Redacting what was redacted changes nothing",
    arguments: Twin.names,
    [["--to", "trace"], ["--to", "trace", "--ids"], ["--to", "jsonl", "--ids"]])
  func again(name: String, options: [String]) throws {
    let original = Twin.path("\(name).trace")
    #expect(try Child.nfctrace(["redact"] + options + [original, "a"], in: scratch).code == 0)
    let run = try Child.nfctrace(["redact"] + options + ["a", "b"], in: scratch)
    #expect(run.code == 0)
    #expect(run.lines.first?.hasSuffix(" 0 changed") == true, "\(run.text)")
    #expect(!run.text.contains("values  places"), "\(run.text)")
    #expect(scratch.read("a") == scratch.read("b"))
  }

  /// Metadata is all that is in front of the first block of frames, which block 1 is.
  @Test(
    "A trace that is cut gives what is left, says what is lost, and exits with 2",
    arguments: [
      (118, "the trace has no end", "0 frames"), (119, "inside the header of a block", "0 frames"),
      (400, "the file ends inside block 1", "0 frames"),
    ])
  func cut(length: Int, words: String, frames: String) throws {
    let whole = try Twin.data("payment.trace")
    try scratch.write(whole.prefix(length), to: "cut.trace")
    for command in ["redact", "convert"] {
      let run = try Child.nfctrace([command, "--force", "cut.trace", "a.trace"], in: scratch)
      #expect(run.code == 2)
      #expect(run.error.contains("nfctrace: cut.trace: ") && run.error.contains(words))
      #expect(scratch.read("a.trace") != nil)
      if command == "redact" {
        #expect(run.text.contains("a.trace: \(frames), 0 changed"))
        #expect(run.error.hasSuffix("nfctrace: a.trace: not the whole of cut.trace\n"))
      }
    }
    for options in [[], ["--memory"]] {
      let run = try Child.nfctrace(["diff"] + options + ["cut.trace", "cut.trace"], in: scratch)
      #expect(run.code == 2, "\(run.text)")
    }
    #expect(try Child.nfctrace(["analyze", "cut.trace"], in: scratch).code == 0)
    try scratch.write(Data(), to: "empty.trace")
    #expect(try Child.nfctrace(["redact", "empty.trace", "b.trace"], in: scratch).code == 2)
    #expect(scratch.read("b.trace") == nil)
  }

  @Test("A pcap that ends in a frame, through a pipe too")
  func cutPcap() throws {
    try scratch.write(try Twin.data("payment.pcap").dropLast(3), to: "cut.pcap")
    let run = try Child.shell("cat cut.pcap | nfctrace redact - a.pcap", in: scratch)
    #expect(run.code == 2)
    #expect(run.text.hasPrefix("a.pcap: 24 frames, 2 changed\n"))
    #expect(run.error.contains("nfctrace: a.pcap: not the whole of -\n"))
    // What is left is a whole capture.
    #expect(try Child.nfctrace(["redact", "a.pcap", "b.pcap"], in: scratch).code == 0)
    #expect(scratch.read("a.pcap") == scratch.read("b.pcap"))
  }
}
