import GrammarLanguage

extension Command {
  /// `nfctrace grammar check|list|dump`.
  static let grammar = Command(
    name: "grammar",
    summary: "check or list grammars",
    operands: Operands(
      usage: "check|list [FILE]...", count: 1...Int.max,
      rows: [
        (
          "check [FILE...]",
          "whether files are grammars, with all their examples; the built-in ones without"
        ),
        ("list", "the built-in grammars and your own"),
      ],
      words: ["check", "list"]),
    description: [
      "Grammars say what commands, tags, status words and applications are called. They are text, "
        + "a statement a line, each with the document it comes from and with examples.",
      "check prints what is wrong as file:line:column: message and exits with 1 if anything is. "
        + "Grammars in ~/.config/nfctrace/grammars are always read, those of --grammar after them.",
    ],
    options: [Knowledge.option],
    examples: [
      Example("nfctrace grammar check my.grammar", "says with line and column what is wrong"),
      Example("nfctrace grammar list", "which grammars there are"),
    ],
    run: { arguments in
      let names = Array(arguments.operands.dropFirst())
      switch arguments.operands[0] {
      case "check": return try check(names)
      default:
        guard names.isEmpty else {
          throw Failure.usage("list takes no names", command: "grammar")
        }
        try list(arguments)
      }
      return ExitCode.success
    })

  private static func check(_ paths: [String]) throws -> Int32 {
    let checks: [GrammarCheck]
    if paths.isEmpty {
      let lexicon = try Lexicon(Knowledge.builtIn)
      checks = Knowledge.builtIn.map(lexicon.runExamples)
    } else {
      let files = try paths.map { path in
        GrammarFile(file: path, bytes: try Knowledge.bytes(of: path))
      }
      checks = Lexicon.check(files, with: Knowledge.builtIn)
    }
    let errors = checks.flatMap(\.errors)
    for error in errors { StandardError.write("\(error.description)\n") }
    var lines = ""
    for check in checks where check.errors.isEmpty {
      lines += "\(check.file): good, \(check.examples) examples hold\n"
    }
    try Output.print(lines)
    return errors.isEmpty ? ExitCode.success : ExitCode.found
  }

  private static func list(_ arguments: Arguments) throws {
    let lexicon = try Knowledge.lexicon(arguments)
    var lines = ""
    for name in lexicon.names {
      let padded = name + String(repeating: " ", count: max(1, 16 - name.count))
      lines += padded + lexicon.files(of: name).map(\.file).joined(separator: ", ") + "\n"
    }
    try Output.print(lines)
  }
}
