/// One command of the program, as a table: what it is called with, what it does, and what runs it.
struct Command: Sendable {
  let name: String
  /// What it does, in a line without a full stop.
  let summary: String
  /// What may follow the options.
  let operands: Operands
  /// What it does, in paragraphs.
  let description: [String]
  let options: [Option]
  let examples: [Example]
  /// Does it, and gives the exit code.
  let run: @Sendable (Arguments) throws -> Int32

  /// The words that are no options.
  struct Operands: Sendable {
    /// `IN OUT`, as the usage line shows it.
    let usage: String
    /// How many there may be.
    let count: ClosedRange<Int>
    /// What each is, under its name.
    let rows: [(name: String, help: String)]
    /// The words that the first may be, where only some may.
    var words: [String] = []
    /// Whether the operands, or those after the first word, are names of files.
    var areFiles = true
  }

  /// A command line worth copying, and what it gives.
  struct Example: Sendable {
    let line: String
    let gives: String

    init(_ line: String, _ gives: String) {
      self.line = line
      self.gives = gives
    }
  }

  /// The options of its own and those that every command has.
  var allOptions: [Option] {
    options + [
      Option(.help, short: "h", "show this help"),
      Option(.version, "show the version"),
    ]
  }
}
