/// Why the program stops: one line for standard error, and the code it exits with.
struct Failure: Error, Equatable {
  let message: String
  let code: Int32

  init(_ message: String, code: Int32 = ExitCode.failure) {
    self.message = message
    self.code = code
  }

  /// The command line is wrong; the line says where its help is.
  static func usage(_ message: String, command: String?) -> Failure {
    let help = command.map { "nfctrace \($0) --help" } ?? "nfctrace --help"
    return Failure("\(message) (see \(help))")
  }
}

/// What the program's exit codes mean.
enum ExitCode {
  static let success: Int32 = 0
  /// What was asked for was found: findings of `--fail-on`, errors in a grammar, malformed bytes.
  static let found: Int32 = 1
  /// Wrong usage, or something could not be read or written.
  static let failure: Int32 = 2
}
