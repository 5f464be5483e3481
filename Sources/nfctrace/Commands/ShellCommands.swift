extension Command {
  /// `nfctrace completions SHELL`.
  static let completions = Command(
    name: "completions",
    summary: "print a script that completes command lines in a shell",
    operands: Operands(
      usage: "SHELL", count: 1...1, rows: [("SHELL", "bash, zsh or fish")],
      words: Completions.shells, areFiles: false),
    description: [
      "Prints what a shell needs to complete commands, options, their words and file names. "
        + "make install puts the scripts where the shells look for them."
    ],
    options: [],
    examples: [
      Example("source <(nfctrace completions bash)", "completes in the bash that runs")
    ],
    run: { arguments in
      let shell = arguments.operands.first ?? ""
      try Output.print(Completions.script(for: shell, commands: Program.commands))
      return ExitCode.success
    })

  /// `nfctrace manual [COMMAND]`.
  static let manual = Command(
    name: "manual",
    summary: "print a manual page for man(1)",
    operands: Operands(
      usage: "[COMMAND]", count: 0...1,
      rows: [("COMMAND", "the command whose page it is; the program's own without")],
      areFiles: false),
    description: [
      "Prints a manual page. make install puts the pages where man looks for them."
    ],
    options: [],
    examples: [Example("nfctrace manual analyze | man -l -", "the page as man shows it")],
    run: { arguments in
      if let name = arguments.operands.first {
        try Output.print(CommandManual.page(of: Program.command(named: name)))
      } else {
        try Output.print(CommandManual.overview(of: Program.commands))
      }
      return ExitCode.success
    })
}
