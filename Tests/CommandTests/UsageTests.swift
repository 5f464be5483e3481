import Foundation
import Testing

/// Wrong command lines, help, and the streams that results and errors go to.
@Suite struct UsageTests {
  @Test(
    "Wrong usage is one line on standard error and exit code 2",
    arguments: [
      ([], "a command is missing (see nfctrace --help)"),
      (["anaylze"], "unknown command anaylze; did you mean analyze? (see nfctrace --help)"),
      (["--verison"], "unknown option --verison (see nfctrace --help)"),
      (["manual", "a", "b"], "\"b\" is one operand too many (see nfctrace manual --help)"),
      (["completions"], "completions needs SHELL (see nfctrace completions --help)"),
      (
        ["completions", "tcsh"],
        "\"tcsh\" is none of bash, zsh, fish (see nfctrace completions --help)"
      ),
      (["analyze", "--nothing"], "unknown option --nothing (see nfctrace analyze --help)"),
      (["analyze"], "analyze needs FILE... (see nfctrace analyze --help)"),
      (
        ["analyze", "--clock", "--delta", "a"],
        "--clock and --delta exclude each other (see nfctrace analyze --help)"
      ),
      (
        ["analyze", "--width", "79", "a"],
        "--width \"79\" is not a number from 80 to 160 (see nfctrace analyze --help)"
      ),
      (
        ["analyze", "--fail-on", "eror", "a"],
        "--fail-on: \"eror\" is no severity, category or finding; did you mean error? "
          + "(see nfctrace analyze --help)"
      ),
      (
        ["record", "--cards", "0"],
        "--cards \"0\" is not a number from 1 to 1000000 (see nfctrace record --help)"
      ),
      (["record", "--"], "behind -- stands no program (see nfctrace record --help)"),
      (["record", "--", ""], "behind -- stands no program (see nfctrace record --help)"),
      (["convert", "a"], "convert needs IN OUT (see nfctrace convert --help)"),
      (
        ["convert", "a", "b"],
        "b ends in none of .trace, .pcap, .pcapng, .text, .proxmark, .jsonl: say --to (see nfctrace convert --help)"
      ),
    ] as [([String], String)]
  )
  func refuses(words: [String], message: String) throws {
    let run = try Child.nfctrace(words, in: Scratch())
    #expect(run.code == 2)
    #expect(run.error == "nfctrace: \(message)\n")
    #expect(run.output.isEmpty)
  }

  @Test("Help is a result", arguments: [["--help"], ["-h"], ["help"], ["help", "manual"]])
  func helps(words: [String]) throws {
    let run = try Child.nfctrace(words, in: Scratch())
    #expect(run.code == 0)
    #expect(run.text.hasPrefix("Usage: nfctrace "))
    #expect(run.error.isEmpty)
  }

  @Test func helpWinsOverEverythingElse() throws {
    let run = try Child.nfctrace(["completions", "tcsh", "--help"], in: Scratch())
    #expect(run.code == 0)
    #expect(run.text.hasPrefix("Usage: nfctrace completions [OPTION]... SHELL\n"))
  }

  @Test func saysItsVersion() throws {
    for words in [["--version"], ["manual", "--version"]] {
      let run = try Child.nfctrace(words, in: Scratch())
      #expect(run.code == 0)
      #expect(run.text.wholeMatch(of: /nfctrace \d+\.\d+\.\d+\n/) != nil)
    }
  }

  @Test func aClosedPipeIsNoError() throws {
    let run = try Child.shell(
      "nfctrace manual | true; echo ${PIPESTATUS[0]}", in: Scratch())
    #expect(run.text == "0\n")
    #expect(run.error.isEmpty)
  }

  @Test func aFullDiskIsSaidInOneLine() throws {
    let run = try Child.nfctrace(["--help"], outputTo: "/dev/full", in: Scratch())
    #expect(run.code == 2)
    #expect(run.error == "nfctrace: standard output: No space left on device\n")
  }
}
