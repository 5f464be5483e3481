/// One row of a command's option table: how it is typed, what it takes, what it does.
///
/// Parsing, `--help`, the manual pages and the shells' completions are all made from these rows.
struct Option: Sendable {
  let name: OptionName
  let short: Character?
  let argument: Argument
  let help: String

  /// What follows the option.
  enum Argument: Equatable, Sendable {
    case none
    /// Any text, called `label` in the help.
    case text(_ label: String)
    /// The name of a file.
    case file(_ label: String)
    /// One of these words.
    case oneOf(_ label: String, _ words: [String])
    /// Several of these words, with commas between them.
    case listOf(_ label: String, _ words: [String])
  }

  init(
    _ name: OptionName, short: Character? = nil, takes argument: Argument = .none, _ help: String
  ) {
    self.name = name
    self.short = short
    self.argument = argument
    self.help = help
  }

  /// `--name`, as it is typed.
  var long: String { "--\(name.rawValue)" }

  /// `-o, --output FILE`, as the help shows it.
  var spelling: String {
    let both = short.map { "-\($0), \(long)" } ?? "    \(long)"
    return argument.label.map { "\(both) \($0)" } ?? both
  }

  /// What it does, with the words it takes.
  var explanation: String {
    switch argument {
    case .none, .text, .file: help
    case .oneOf(_, let words): "\(help): \(words.joined(separator: ", "))"
    case .listOf(_, let words): "\(help), any of: \(words.joined(separator: ", "))"
    }
  }
}

extension Option.Argument {
  /// What the help calls the argument, or nil where there is none.
  var label: String? {
    switch self {
    case .none: nil
    case .text(let label), .file(let label), .oneOf(let label, _), .listOf(let label, _): label
    }
  }

  /// The words that may be given, where only some may.
  var words: [String] {
    switch self {
    case .none, .text, .file: []
    case .oneOf(_, let words), .listOf(_, let words): words
    }
  }

  /// The word of an argument that is not one of those that may be given.
  func unknownWord(in value: String) -> String? {
    switch self {
    case .none, .text, .file: return nil
    case .oneOf(_, let words): return words.contains(value) ? nil : value
    case .listOf(_, let words):
      return value.split(separator: ",", omittingEmptySubsequences: false)
        .map(String.init).first { !words.contains($0) }
    }
  }
}
