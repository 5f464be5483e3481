import Foundation
import Testing

@testable import nfctrace

/// The shells' own completion, asked as they ask it.
@Suite struct CompletionTests {
  @Test(
    "bash completes commands, options and words",
    arguments: [
      (["compl"], ["completions"]),
      (["completions", ""], ["bash", "zsh", "fish"]),
      (["completions", "--he"], ["--help"]),
      (["convert", "--to", "pcap"], ["pcap", "pcapng"]),
      (["analyze", "--widt"], ["--width"]),
    ] as [([String], [String])]
  )
  func bashCompletes(words: [String], expected: [String]) throws {
    let typed = (["nfctrace"] + words).map { "'\($0)'" }.joined(separator: " ")
    let run = try Child.shell(
      """
      source <(nfctrace completions bash)
      COMP_WORDS=(\(typed)) COMP_CWORD=\(words.count)
      _nfctrace
      printf '%s\\n' "${COMPREPLY[@]}"
      """, in: Scratch())
    #expect(run.lines == expected)
    #expect(run.error.isEmpty)
  }

  @Test(
    "fish completes commands, options and words", .enabled(if: Child.installed("fish") != nil),
    arguments: [
      ("compl", "completions"), ("completions b", "bash"), ("completions --he", "--help"),
      ("convert --to tex", "text"),
    ])
  func fishCompletes(line: String, expected: String) throws {
    let run = try Child.shell(
      "nfctrace completions fish | source; complete -C 'nfctrace \(line)'",
      with: try #require(Child.installed("fish")), in: Scratch())
    #expect(run.lines.map { $0.split(separator: "\t")[0] } == [Substring(expected)])
  }

  @Test("zsh takes the script", .enabled(if: Child.installed("zsh") != nil))
  func zshReads() throws {
    let scratch = Scratch()
    let script = Completions.script(for: "zsh", commands: Program.commands)
    try scratch.write(.init(script.utf8), to: "_nfctrace")
    let zsh = try #require(Child.installed("zsh"))
    let run = try Child.run(zsh, ["-n", "_nfctrace"], in: scratch)
    #expect(run.code == 0)
    #expect(run.error.isEmpty)
  }

  @Test("man takes every page", .enabled(if: Child.installed("man") != nil))
  func manReads() throws {
    for command in [""] + Program.commands.map(\.name) {
      let run = try Child.shell(
        "nfctrace manual \(command) | man --warnings=all -E UTF-8 -l -", in: Scratch())
      #expect(run.code == 0)
      #expect(run.error.isEmpty)
      #expect(run.text.contains("SEE ALSO"))
    }
  }
}
