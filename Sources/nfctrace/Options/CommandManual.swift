/// A manual page, in the macros of man(7).
enum CommandManual {
  /// The page of one command, `nfctrace-NAME(1)`.
  static func page(of command: Command) -> String {
    let title = "nfctrace-\(command.name)"
    var lines = head(title, summary: command.summary)
    lines += [".SH SYNOPSIS", ".B nfctrace \(escaped(command.name))"]
    lines.append(escaped("[OPTION]... \(command.operands.usage)"))
    lines.append(".SH DESCRIPTION")
    for paragraph in command.description { lines += [".PP", escaped(paragraph)] }
    for row in command.operands.rows { lines += term(row.name, row.help) }
    lines.append(".SH OPTIONS")
    for option in command.allOptions {
      let spelling = option.spelling.drop { $0 == " " }
      lines += term(String(spelling), option.explanation)
    }
    lines.append(".SH EXAMPLES")
    for example in command.examples {
      lines += [".PP", ".nf", ".B \(escaped(example.line))", ".fi", ".RS", escaped(example.gives)]
      lines.append(".RE")
    }
    return finished(lines + environment, seeAlso: [".BR nfctrace (1)"])
  }

  /// The page of the program, `nfctrace(1)`.
  static func overview(of commands: [Command]) -> String {
    var lines = head(
      "nfctrace", summary: "record, analyze and convert what NFC readers and cards say")
    lines += [".SH SYNOPSIS", ".B nfctrace", escaped("COMMAND [OPTION]... [FILE]...")]
    lines += [".SH DESCRIPTION", escaped(Program.purpose), ".SH COMMANDS"]
    for command in commands { lines += term(command.name, command.summary) }
    lines.append(".SH EXIT STATUS")
    for (code, meaning) in Program.exitCodes { lines += term(code, meaning) }
    let pages = commands.map { ".BR nfctrace\\-\(escaped($0.name)) (1)" }
    return finished(lines + environment, seeAlso: pages)
  }

  private static func head(_ title: String, summary: String) -> [String] {
    [
      ".TH \(escaped(title.uppercased())) 1 \"\" \"nfctrace \(Program.version)\" \"nfctrace\"",
      ".SH NAME", "\(escaped(title)) \\- \(escaped(summary))",
    ]
  }

  private static var environment: [String] {
    [".SH ENVIRONMENT"] + Program.environment.flatMap { term($0.name, $0.meaning) }
  }

  private static func finished(_ lines: [String], seeAlso: [String]) -> String {
    let references = seeAlso.enumerated().map { index, page in
      index + 1 < seeAlso.count ? "\(page) ," : page
    }
    return (lines + [".SH SEE ALSO"] + references).joined(separator: "\n") + "\n"
  }

  private static func term(_ term: String, _ text: String) -> [String] {
    [".TP", ".B \(escaped(term))", escaped(text)]
  }

  /// The text with what roff would take for its own made harmless.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "\"": result += "\\(dq"
      default: result.append(character)
      }
    }
    return result.hasPrefix(".") ? "\\&" + result : result
  }
}
