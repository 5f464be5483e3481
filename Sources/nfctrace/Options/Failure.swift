import TraceFormat

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

extension Failure {
  /// A program could not be started: the exit codes are those of a shell.
  static func notStarted(_ program: String, _ error: SystemError) -> Failure {
    if error.isNotFound {
      return Failure("\(program): no such program", code: ExitCode.notFound)
    }
    return Failure("\(program): \(error.words)", code: ExitCode.cannotRun)
  }
}

/// What the program's exit codes mean.
enum ExitCode {
  static let success: Int32 = 0
  /// What was asked for was found: findings of `--fail-on`, errors in a grammar, malformed bytes.
  static let found: Int32 = 1
  /// Wrong usage, or something could not be read or written.
  static let failure: Int32 = 2
  /// A program was to be run, and something else than running it failed.
  static let ownFailure: Int32 = 125
  /// The program cannot be started.
  static let cannotRun: Int32 = 126
  /// There is no program of that name.
  static let notFound: Int32 = 127
}
