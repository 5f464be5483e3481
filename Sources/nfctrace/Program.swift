import GrammarLanguage
import TraceFormat

/// The program as a whole: arguments in, exit code out.
enum Program {
  /// The version that is being built.
  static let version = "0.1.0"

  /// What the program is for, in a sentence or two.
  static let purpose =
    "nfctrace records what passes between an NFC reader and a card, keeps it in a compact trace, "
    + "and tells what happened, down to the frame and byte where something is wrong."

  /// The variables that change what the program does.
  static let environment: [(name: String, meaning: String)] = [
    ("NO_COLOR", "Set and not empty: no colour, as with --color never."),
    (
      "NFCTRACE_SHOW_SECRETS",
      "Set to 1: card numbers, PINs and keys are printed in full, as with --show-secrets."
    ),
    ("NFCTRACE_KEYS", "A file of keys, as with --keys."),
    (
      "NFCTRACE_THREADS",
      "Set to 1: a file is read and told on one thread instead of two; what is written is the same."
    ),
    ("LC_ALL, LC_CTYPE, LANG", "Lines and dots outside ASCII are drawn in a UTF-8 locale only."),
  ]

  /// What the exit codes mean.
  static let exitCodes: [(code: String, meaning: String)] = [
    ("0", "It was done. analyze and info: however bad the capture is."),
    (
      "1",
      "What was looked for was found: analyze and info with --fail-on, grammar check and lint with an "
        + "error, decode with malformed bytes. What diff compared is different."
    ),
    (
      "2",
      "Wrong usage, or something could not be read or written; convert, redact and diff also when "
        + "they went on with what is left of a damaged capture."
    ),
    (
      "125, 126, 127, 128+N",
      "record with a program, which has its own codes: nfctrace failed, the program could not be run, "
        + "was not found, was ended by signal N."
    ),
  ]

  /// Runs the command line and gives the exit code.
  static func run(_ words: [String]) -> Int32 {
    Terminal.failInsteadOfDying()
    Terminal.occupyStandardStreams()
    do {
      return try dispatch(words)
    } catch let failure as Failure {
      StandardError.say(failure.message)
      return failure.code
    } catch let error as TraceError {
      if error.system?.isClosedPipe == true { return ExitCode.success }
      StandardError.say(error.description)
      return ExitCode.failure
    } catch let error as GrammarError {
      StandardError.write("\(error.description)\n")
      return ExitCode.failure
    } catch {
      StandardError.say("\(error)")
      return ExitCode.failure
    }
  }

  private static func dispatch(_ words: [String]) throws -> Int32 {
    if words.first == ReaderRecording.word {
      return ReaderRecording.drive(Array(words.dropFirst()))
    }
    if Extcap.asks(words) { return try Extcap.run(words) }
    guard let name = words.first else {
      throw Failure.usage("a command is missing", command: nil)
    }
    switch name {
    case "-h", "--help", "help":
      if name == "help", let command = words.dropFirst().first {
        try Output.print(HelpPage.page(of: try self.command(named: command)))
      } else {
        try Output.print(HelpPage.overview(of: commands))
      }
      return ExitCode.success
    case "--version":
      try Output.print("nfctrace \(version)\n")
      return ExitCode.success
    default:
      return try run(try command(named: name), with: Array(words.dropFirst()))
    }
  }

  /// The command of that name.
  static func command(named name: String) throws(Failure) -> Command {
    if let command = commands.first(where: { $0.name == name }) { return command }
    let guess = Spelling.nearest(to: name, among: commands.map(\.name))
    let hint = guess.map { "; did you mean \($0)?" } ?? ""
    let kind = name.hasPrefix("-") ? "option" : "command"
    throw .usage("unknown \(kind) \(name)\(hint)", command: nil)
  }

  private static func run(_ command: Command, with words: [String]) throws -> Int32 {
    let arguments = try OptionParser.parse(words, for: command)
    if arguments.has(.help) {
      try Output.print(HelpPage.page(of: command))
      return ExitCode.success
    }
    if arguments.has(.version) {
      try Output.print("nfctrace \(version)\n")
      return ExitCode.success
    }
    try check(arguments.operands, for: command)
    return try command.run(arguments)
  }

  /// Whether the operands are as many as the command takes, and its own words where it has some.
  private static func check(_ operands: [String], for command: Command) throws(Failure) {
    let allowed = command.operands
    if operands.count < allowed.count.lowerBound {
      throw .usage("\(command.name) needs \(allowed.usage)", command: command.name)
    }
    if operands.count > allowed.count.upperBound {
      let extra = operands[allowed.count.upperBound]
      throw .usage("\"\(extra)\" is one operand too many", command: command.name)
    }
    if !allowed.words.isEmpty, let word = operands.first, !allowed.words.contains(word) {
      let list = allowed.words.joined(separator: ", ")
      let guess = Spelling.nearest(to: word, among: allowed.words)
      let hint = guess.map { "; did you mean \($0)?" } ?? ""
      throw .usage("\"\(word)\" is none of \(list)\(hint)", command: command.name)
    }
  }
}
