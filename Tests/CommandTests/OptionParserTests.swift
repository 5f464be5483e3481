import Testing

@testable import nfctrace

/// A command with one option of each kind.
private let sample = Command(
  name: "sample", summary: "show how command lines are read",
  operands: Command.Operands(usage: "FILE...", count: 1...Int.max, rows: []),
  description: ["A command of the tests."],
  options: [
    Option(.force, "replace a file"),
    Option(.format, short: "f", takes: .oneOf("FORMAT", ["text", "jsonl"]), "how to print"),
    Option(.detail, takes: .listOf("LIST", ["frames", "fields"]), "what to print"),
    Option(.width, takes: .text("N"), "how wide"),
    Option(.output, short: "o", takes: .file("FILE"), "where to"),
  ],
  examples: [], run: { _ in 0 })

/// One after the other: `getopt_long` keeps its place in variables of the process.
@Suite(.serialized) struct OptionParserTests {
  @Test(
    "Options and operands are told apart",
    arguments: [
      (["a.pcap"], [], ["a.pcap"]),
      (["a", "--force", "b"], ["force="], ["a", "b"]),
      (["-o", "out", "a"], ["output=out"], ["a"]),
      (["-oout", "a"], ["output=out"], ["a"]),
      (["--output=out", "a"], ["output=out"], ["a"]),
      (["--out", "out", "a"], ["output=out"], ["a"]),
      (
        ["--width=100", "-f", "jsonl", "--width", "90"], ["width=100", "format=jsonl", "width=90"],
        []
      ),
      (["--", "--force", "-o"], [], ["--force", "-o"]),
      (["-", "--force"], ["force="], ["-"]),
      (["--output", "-", "a"], ["output=-"], ["a"]),
      (["--detail", "frames,fields"], ["detail=frames,fields"], []),
      (["--output="], ["output="], []),
      ([], [], []),
    ] as [([String], [String], [String])]
  )
  func tellsApart(words: [String], options: [String], operands: [String]) throws {
    let arguments = try OptionParser.parse(words, for: sample)
    #expect(arguments.options.map { "\($0.name.rawValue)=\($0.value)" } == options)
    #expect(arguments.operands == operands)
  }

  @Test(
    "A wrong option is named in one line",
    arguments: [
      (["--wdith", "3"], "unknown option --wdith; did you mean --width?"),
      (["--nothing"], "unknown option --nothing"),
      (["--fo"], "--fo could be any of --force, --format"),
      (["--force=1"], "--force takes no argument"),
      (["-q"], "unknown option -q"),
      (["a", "--width"], "--width needs an argument: N"),
      (["-o"], "--output needs an argument: FILE"),
      (["--format", "xml"], "--format: \"xml\" is none of text, jsonl"),
      (["--detail", "frames,all"], "--detail: \"all\" is none of frames, fields"),
      (["--detail", "frames,"], "--detail: \"\" is none of frames, fields"),
    ] as [([String], String)]
  )
  func namesWhatIsWrong(words: [String], message: String) {
    #expect(throws: Failure("\(message) (see nfctrace sample --help)", code: 2)) {
      try OptionParser.parse(words, for: sample)
    }
  }

  @Test func readsOneLineAfterAnother() throws {
    for _ in 0..<3 {
      let arguments = try OptionParser.parse(["x", "-f", "text"], for: sample)
      #expect(arguments.value(.format) == "text")
      #expect(arguments.operands == ["x"])
    }
  }
}
