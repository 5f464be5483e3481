import Glibc

/// What a signal is called, for people.
package enum SignalName {
  /// `SIGSEGV`, or `signal 40` for one without a name.
  package static func words(_ number: Int32) -> String {
    names.first { $0.number == number }?.name ?? "signal \(number)"
  }

  private static let names: [(number: Int32, name: String)] = [
    (SIGHUP, "SIGHUP"), (SIGINT, "SIGINT"), (SIGQUIT, "SIGQUIT"), (SIGILL, "SIGILL"),
    (SIGTRAP, "SIGTRAP"), (SIGABRT, "SIGABRT"), (SIGBUS, "SIGBUS"), (SIGFPE, "SIGFPE"),
    (SIGKILL, "SIGKILL"), (SIGUSR1, "SIGUSR1"), (SIGSEGV, "SIGSEGV"), (SIGUSR2, "SIGUSR2"),
    (SIGPIPE, "SIGPIPE"), (SIGALRM, "SIGALRM"), (SIGTERM, "SIGTERM"), (SIGSYS, "SIGSYS"),
  ]
}
