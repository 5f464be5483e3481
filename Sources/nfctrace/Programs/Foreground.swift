@unsafe @preconcurrency import Glibc
import TraceFormat

/// A program that runs in front of the user as if nobody watched it: its terminal, its signals and
/// its exit code are its own. The one file that starts processes.
enum Foreground {
  /// Runs a program to its end, with variables added to its own, and gives its exit code, or 128 + n
  /// where signal n ended it.
  static func run(_ words: [String], environment: [String: String]) throws(SystemError) -> Int32 {
    openStandardStreams()
    var watched = signals([SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGCHLD])
    var before = sigset_t()
    unsafe pthread_sigmask(SIG_BLOCK, &watched, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }

    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // What this program ignores for itself, the other one may want.
    var defaults = signals([SIGPIPE, SIGXFSZ])
    unsafe posix_spawnattr_setsigmask(&attributes, &before)
    unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    for (name, value) in environment { unsafe setenv(name, value, 1) }
    var arguments = unsafe words.map { unsafe strdup($0) }
    unsafe arguments.append(nil)
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var process: pid_t = 0
    let failure = unsafe posix_spawnp(&process, words[0], nil, &attributes, arguments, environ)
    guard failure == 0 else { throw SystemError(code: failure) }
    return waitForEnd(of: process, watching: &watched)
  }

  /// Waits until Ctrl-C, or until the process is asked to end.
  static func waitForInterrupt() {
    var watched = signals([SIGINT, SIGTERM, SIGHUP])
    unsafe pthread_sigmask(SIG_BLOCK, &watched, nil)
    var number: CInt = 0
    while unsafe sigwait(&watched, &number) == EINTR {}
  }

  /// A program that finds standard input closed takes its first file for it: libnfc does.
  private static func openStandardStreams() {
    while true {
      let file = unsafe open("/dev/null", O_RDWR)
      guard file >= 0, file <= STDERR_FILENO else {
        if file >= 0 { close(file) }
        return
      }
    }
  }

  private static func waitForEnd(of process: pid_t, watching watched: inout sigset_t) -> Int32 {
    var status: CInt = 0
    while unsafe waitpid(process, &status, WNOHANG) != process {
      var happened = unsafe siginfo_t()
      let number = unsafe sigwaitinfo(&watched, &happened)
      // What comes from the terminal the program has already; what somebody sent is handed on.
      if number > 0, number != SIGCHLD, unsafe happened.si_code <= 0 { kill(process, number) }
    }
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
  }

  private static func signals(_ numbers: [CInt]) -> sigset_t {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for number in numbers { unsafe sigaddset(&set, number) }
    return set
  }
}
