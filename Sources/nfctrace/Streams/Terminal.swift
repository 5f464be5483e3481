import Glibc

/// What is asked of the terminal and of the process: the one file that makes these C calls.
enum Terminal {
  /// A closed pipe, and a file that may not become longer, are errors of the write instead of the
  /// end of the process.
  static func failInsteadOfDying() {
    for number in [SIGPIPE, SIGXFSZ] { _ = signal(number, SIG_IGN) }
  }

  /// Files in the places of standard streams that are closed: otherwise the next file that is opened
  /// takes the place, is read or written as if it were the stream, and a program that is started
  /// takes it for its own. Reading gives nothing, writing fails as it did.
  static func occupyStandardStreams() {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      guard fcntl(stream, F_GETFD) < 0 else { continue }
      // The lowest free number is given, and those below are taken.
      _ = unsafe open("/dev/null", O_RDONLY)
    }
  }

  /// Whether standard output is looked at by a person.
  static var isOutput: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Whether standard error is looked at by a person.
  static var isErrorOutput: Bool { isatty(STDERR_FILENO) == 1 }

  /// How many columns the terminal at standard output has; nil where there is none.
  static var columns: Int? {
    var size = winsize()
    guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }

  /// A variable of the environment; nil where it is not set or empty.
  static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }

  /// Whether the locale's characters are those of Unicode. Where none is set at all, as in a bare
  /// environment, they are taken to be.
  static var isUTF8: Bool {
    guard let locale = variable("LC_ALL") ?? variable("LC_CTYPE") ?? variable("LANG") else {
      return true
    }
    let name = locale.lowercased()
    return name.contains("utf-8") || name.contains("utf8")
  }

  /// Nanoseconds on a clock that only runs forward.
  static var now: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
