/// What `--help` prints.
enum HelpPage {
  /// Where the explanation of an option begins.
  private static let column = 26

  /// The help of one command.
  static func page(of command: Command) -> String {
    var lines = ["Usage: \(usage(of: command))", ""]
    for paragraph in command.description {
      lines += Paragraph.lines(paragraph, indent: 0) + [""]
    }
    if !command.operands.rows.isEmpty {
      for row in command.operands.rows {
        lines += Paragraph.row(row.name, row.help, column: column)
      }
      lines.append("")
    }
    lines.append("Options:")
    for option in command.allOptions {
      lines += Paragraph.row(option.spelling, option.explanation, column: column)
    }
    lines += ["", command.examples.count == 1 ? "Example:" : "Examples:"]
    for example in command.examples {
      lines.append("  \(example.line)")
      lines += Paragraph.lines(example.gives, indent: 6)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The help of the program: its commands, a line each.
  static func overview(of commands: [Command]) -> String {
    var lines = ["Usage: nfctrace COMMAND [OPTION]... [FILE]...", ""]
    lines += Paragraph.lines(Program.purpose, indent: 0) + ["", "Commands:"]
    for command in commands {
      lines += Paragraph.row(command.name, command.summary, column: 16)
    }
    lines += ["", "Options:"]
    lines += Paragraph.row("-h, --help", "show this help", column: 16)
    lines += Paragraph.row("    --version", "show the version", column: 19)
    lines += ["", "Example:", "  nfctrace analyze visit.trace", ""]
    lines.append("nfctrace COMMAND --help says more about a command, with an example.")
    return lines.joined(separator: "\n") + "\n"
  }

  /// `nfctrace convert [OPTION]... IN OUT`.
  static func usage(of command: Command) -> String {
    let operands = command.operands.usage
    return "nfctrace \(command.name) [OPTION]..." + (operands.isEmpty ? "" : " \(operands)")
  }
}
