import Rendering

/// How text output looks, from the terminal, the environment and the options.
struct Appearance {
  let columns: Columns
  let typeface: Typeface

  /// What `--color` may be.
  static let colors = ["auto", "always", "never"]

  /// The options that decide it, for the tables of the commands that print text.
  static let options = [
    Option(.width, takes: .text("N"), "a terminal's form, N columns wide (80 to 160)"),
    Option(.color, takes: .oneOf("WHEN", colors), "colour severities"),
  ]

  init(_ arguments: Arguments, isClock: Bool = false) throws(Failure) {
    if let width = try arguments.number(.width, in: 80...160) {
      columns = .terminal(width, clock: isClock)
    } else if Terminal.isOutput {
      columns = .terminal(Terminal.columns ?? 80, clock: isClock)
    } else {
      columns = .unbounded(clock: isClock)
    }
    let hasColour: Bool
    switch arguments.value(.color) {
    case "always": hasColour = true
    case "never": hasColour = false
    default: hasColour = Terminal.isOutput && Terminal.variable("NO_COLOR") == nil
    }
    typeface = Typeface(isUTF8: Terminal.isUTF8, hasColour: hasColour)
  }
}
