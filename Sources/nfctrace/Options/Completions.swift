/// Scripts that complete the program's command lines, one for each shell, from the option tables.
enum Completions {
  /// The shells there is a script for.
  static let shells = ["bash", "zsh", "fish"]

  /// The script for one of `shells`.
  static func script(for shell: String, commands: [Command]) -> String {
    switch shell {
    case "zsh": zsh(commands)
    case "fish": fish(commands)
    default: bash(commands)
    }
  }

  private static func bash(_ commands: [Command]) -> String {
    var cases = ""
    for command in commands {
      var values = ""
      for option in command.allOptions {
        guard let reply = bashReply(option.argument) else { continue }
        let names = option.short.map { "-\($0)|\(option.long)" } ?? option.long
        values += "        \(names)) \(reply); return ;;\n"
      }
      let options = command.allOptions.map(\.long).joined(separator: " ")
      let words = command.operands.words.joined(separator: " ")
      let files = command.operands.areFiles ? "compgen -f -- \"$word\"" : ":"
      cases += """
            \(command.name))
              case $before in
        \(values)      esac
              if [[ $word == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W '\(options)' -- "$word")
              else
                mapfile -t COMPREPLY < <(compgen -W '\(words)' -- "$word"; \(files))
              fi ;;

        """
    }
    let names = commands.map(\.name).joined(separator: " ")
    return """
      # bash completion for nfctrace
      _nfctrace() {
        local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
        if ((COMP_CWORD == 1)); then
          mapfile -t COMPREPLY < <(compgen -W '\(names) --help --version' -- "$word")
          return
        fi
        case ${COMP_WORDS[1]} in
      \(cases)  esac
      }
      complete -o filenames -F _nfctrace nfctrace

      """
  }

  /// What fills bash's list for an argument; nil where the option takes none.
  private static func bashReply(_ argument: Option.Argument) -> String? {
    switch argument {
    case .none: return nil
    case .text: return "COMPREPLY=()"
    case .file: return "mapfile -t COMPREPLY < <(compgen -f -- \"$word\")"
    case .oneOf(_, let words), .listOf(_, let words):
      let list = words.joined(separator: " ")
      return "mapfile -t COMPREPLY < <(compgen -W '\(list)' -- \"$word\")"
    }
  }

  private static func zsh(_ commands: [Command]) -> String {
    var cases = ""
    for command in commands {
      var rows: [String] = []
      for option in command.allOptions {
        let names = option.short.map { "{-\($0),\(option.long)}" } ?? option.long
        rows.append("\(names)'[\(quoted(option.help))]\(zshArgument(option.argument))'")
      }
      let words = command.operands.words
      if !words.isEmpty { rows.append("'1:action:(\(words.joined(separator: " ")))'") }
      if command.operands.areFiles { rows.append("'*:file:_files'") }
      cases += "    \(command.name)) _arguments \(rows.joined(separator: " ")) ;;\n"
    }
    let names = commands.map { "'\($0.name):\(quoted($0.summary))'" }.joined(separator: " ")
    return """
      #compdef nfctrace
      _nfctrace() {
        local -a commands
        commands=(\(names))
        if ((CURRENT == 2)); then
          _describe command commands
          return
        fi
        local command=$words[2]
        shift words
        ((CURRENT -= 1))
        case $command in
      \(cases)  esac
      }
      _nfctrace "$@"

      """
  }

  private static func zshArgument(_ argument: Option.Argument) -> String {
    switch argument {
    case .none: ""
    case .text(let label): ":\(label): "
    case .file(let label): ":\(label):_files"
    case .oneOf(let label, let words): ":\(label):(\(words.joined(separator: " ")))"
    case .listOf(let label, let words):
      ":\(label):_values -s , word \(words.joined(separator: " "))"
    }
  }

  private static func fish(_ commands: [Command]) -> String {
    var lines = ["# fish completion for nfctrace", "complete -c nfctrace -f"]
    for command in commands {
      let summary = quoted(command.summary)
      lines.append(
        "complete -c nfctrace -n __fish_use_subcommand -a \(command.name) -d '\(summary)'")
      let condition = "'__fish_seen_subcommand_from \(command.name)'"
      for option in command.allOptions {
        var line = "complete -c nfctrace -n \(condition) -l \(option.name.rawValue)"
        if let short = option.short { line += " -s \(short)" }
        switch option.argument {
        case .none: break
        case .text: line += " -x"
        case .file: line += " -rF"
        case .oneOf(_, let words), .listOf(_, let words):
          line += " -xa '\(words.joined(separator: " "))'"
        }
        lines.append(line + " -d '\(quoted(option.help))'")
      }
      let words = command.operands.words.joined(separator: " ")
      if !words.isEmpty { lines.append("complete -c nfctrace -n \(condition) -a '\(words)'") }
      if command.operands.areFiles { lines.append("complete -c nfctrace -n \(condition) -F") }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A text inside single quotes and zsh's brackets.
  private static func quoted(_ text: String) -> String {
    String(text.map { $0 == "'" ? "’" : $0 == "[" ? "(" : $0 == "]" ? ")" : $0 == ":" ? ";" : $0 })
  }
}
