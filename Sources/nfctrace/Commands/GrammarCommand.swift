import GrammarLanguage
import TraceFormat

extension Command {
  /// `nfctrace grammar check|list|dump`.
  static let grammar = Command(
    name: "grammar",
    summary: "check, list or dump grammars",
    operands: Operands(
      usage: "check|list|dump [FILE|NAME]...", count: 1...Int.max,
      rows: [
        (
          "check [FILE...]",
          "whether files are grammars and all their examples hold; the built-in ones without"
        ),
        ("list", "the built-in grammars and your own"),
        ("dump NAME|FILE...", "everything that a grammar says, as JSON"),
      ],
      words: ["check", "list", "dump"]),
    description: [
      "Grammars say what commands, tags, status words and applications are called. They are text, "
        + "a statement a line, each with the document it comes from and with examples.",
      "check prints what is wrong as file:line:column: error: message and exits with 1 if anything "
        + "is. Grammars in ~/.config/nfctrace/grammars are always read, those of --grammar after "
        + "them.",
    ],
    options: [
      Option(.format, takes: .oneOf("FORMAT", ["text", "json"]), "how to write check and list"),
      Knowledge.option,
    ],
    examples: [
      Example("nfctrace grammar check my.grammar", "says with line and column what is wrong"),
      Example("nfctrace grammar dump felica", "one grammar as JSON"),
    ],
    run: { arguments in
      let names = Array(arguments.operands.dropFirst())
      let asJSON = arguments.value(.format) == "json"
      switch arguments.operands[0] {
      case "check": return try check(names, asJSON: asJSON)
      case "list":
        guard names.isEmpty else {
          throw Failure.usage("list takes no names", command: "grammar")
        }
        try list(try Knowledge.lexicon(arguments), asJSON: asJSON)
      default: try dump(names, try Knowledge.lexicon(arguments))
      }
      return ExitCode.success
    })

  private static func check(_ paths: [String], asJSON: Bool) throws -> Int32 {
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
    var output = Output()
    for check in checks {
      if asJSON {
        check.append(jsonTo: &output.buffer)
      } else {
        check.append(textTo: &output.buffer)
      }
    }
    try output.flush()
    return checks.allSatisfy(\.errors.isEmpty) ? ExitCode.success : ExitCode.found
  }

  private static func list(_ lexicon: Lexicon, asJSON: Bool) throws {
    var output = Output()
    for summary in lexicon.summaries {
      if asJSON {
        summary.append(jsonTo: &output.buffer)
      } else {
        summary.append(textTo: &output.buffer)
      }
    }
    try output.flush()
  }

  /// Dumps grammars by name; a file that makes one, or adds to one, is read for it.
  private static func dump(_ names: [String], _ lexicon: Lexicon) throws {
    guard !names.isEmpty else {
      throw Failure.usage("dump needs NAME|FILE...", command: "grammar")
    }
    var output = Output()
    for name in names {
      if lexicon.append(dumpOf: name, to: &output.buffer) { continue }
      guard Descriptor.standing(name) != .nothing else {
        let guess = Spelling.nearest(to: name, among: lexicon.names)
        let hint = guess.map { "; did you mean \($0)?" } ?? ""
        throw Failure("\(name): neither a grammar nor a file\(hint)")
      }
      let file = GrammarFile(file: name, bytes: try Knowledge.bytes(of: name))
      let own = try Lexicon(Knowledge.builtIn + [file])
      if let made = own.runExamples(of: file).name {
        _ = own.append(dumpOf: made, to: &output.buffer)
      }
    }
    try output.flush()
  }
}
