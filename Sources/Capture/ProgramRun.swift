@unsafe @preconcurrency import CRing
import Glibc
package import TraceFormat

/// A program that runs in front of the user as if nobody watched it: its terminal, its signals and
/// its exit code are its own. The one file that starts processes.
@safe package final class ProgramRun {
  /// How it ended.
  package enum Ending: Equatable, Sendable {
    case exited(Int32)
    case killed(signal: Int32)

    /// What a shell would say: its exit code, or 128 and the signal's number.
    package var code: Int32 {
      switch self {
      case .exited(let code): code
      case .killed(let signal): 128 + signal
      }
    }
  }

  /// The process.
  package let process: Int32
  /// How it ended; nil while it runs.
  package private(set) var ending: Ending?
  /// Whether somebody asked the recording to end after the program had.
  package private(set) var isToEnd = false
  /// Whether somebody wanted the program to end.
  package private(set) var isInterrupted = false
  private let signals: CInt
  /// Whether processes are left that the program has started.
  package private(set) var hasDescendants = false
  /// Whether a second wish for its end, soon after the first, ends it without asking: a program at
  /// whose prompt Ctrl-C means something else keeps that. Who asks for it tells the user.
  package var endsWhenAskedTwice = false
  /// When somebody last wanted it to end, and when it was first made to, on that clock.
  package private(set) var interruptedAt: Int64?
  private var endingSince: Int64?
  /// Two signals that one keystroke or one `timeout` sends come closer together than that, two with
  /// which somebody means it come in that span, and who was told to end gets that long to do so, in
  /// nanoseconds.
  package static let moment: Int64 = 300_000_000
  private static let insistence: Int64 = 2_000_000_000
  private static let respite: Int64 = 1_000_000_000
  /// When it ended, on the clock that only goes forward.
  package private(set) var endedAt: Int64?

  private static let watched = [SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGCHLD]

  /// Starts a program. `environment` is added to its own; `ring` is the file it inherits. With
  /// `outputIsTaken` what it prints goes to standard error, because standard output is ours.
  package init(
    _ words: [String], environment: [String: String], outputIsTaken: Bool = false
  ) throws(SystemError) {
    // Signals are waited for, not caught: what the terminal sends to both is the program's to act on.
    var watched = sigset_t()
    var before = sigset_t()
    unsafe sigemptyset(&watched)
    for number in Self.watched { unsafe sigaddset(&watched, number) }
    unsafe pthread_sigmask(SIG_BLOCK, &watched, &before)
    signals = unsafe nfctrace_signal_file(&watched)
    guard signals >= 0 else { throw .last }
    nfctrace_adopt()

    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { _ = unsafe posix_spawnattr_destroy(&attributes) }
    // What this program ignores for itself, the other one may want.
    var defaults = sigset_t()
    unsafe sigemptyset(&defaults)
    for number in [SIGPIPE, SIGXFSZ] { unsafe sigaddset(&defaults, number) }
    // Whoever started this one may have had them blocked for reasons of its own.
    var unblocked = before
    for number in Self.watched { unsafe sigdelset(&unblocked, number) }
    unsafe posix_spawnattr_setsigmask(&attributes, &unblocked)
    unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    if outputIsTaken {
      unsafe posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
    }

    var arguments = unsafe words.map { unsafe strdup($0) }
    unsafe arguments.append(nil)
    var variables = unsafe Self.environment(with: environment).map { unsafe strdup($0) }
    unsafe variables.append(nil)
    defer {
      unsafe arguments.forEach { unsafe free($0) }
      unsafe variables.forEach { unsafe free($0) }
    }
    var started: pid_t = 0
    let failure = unsafe posix_spawnp(
      &started, words[0], &actions, &attributes, arguments, variables)
    guard failure == 0 else {
      close(signals)
      unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
      throw SystemError(code: failure)
    }
    process = started
  }

  deinit { close(signals) }

  /// This process's variables, some of them set anew.
  private static func environment(with changes: [String: String]) -> [String] {
    var lines = changes.map { "\($0.key)=\($0.value)" }.sorted()
    guard var next = unsafe nfctrace_environment() else { return lines }
    while let entry = unsafe next.pointee {
      let line = unsafe String(cString: entry)
      let name = line.prefix { $0 != "=" }
      if changes[String(name)] == nil { lines.append(line) }
      unsafe next += 1
    }
    return lines
  }

  /// Waits until something happens to the program or to this one, at most so long.
  package func wait(milliseconds: Int32) {
    var waiting = pollfd(fd: signals, events: Int16(POLLIN), revents: 0)
    _ = unsafe poll(&waiting, 1, milliseconds)
    var isByUser: CInt = 0
    while true {
      let number = unsafe nfctrace_next_signal(signals, &isByUser)
      if number == 0 { break }
      take(number, isByUser: isByUser != 0)
    }
    if let endingSince, Clock.steady - endingSince > Self.respite { kill() }
  }

  private func take(_ number: CInt, isByUser: Bool) {
    if number == SIGCHLD { return reap() }
    isInterrupted = true
    let now = Clock.steady
    let since = interruptedAt.map { now - $0 } ?? .max
    if since > Self.moment { interruptedAt = now }
    if ending != nil {
      isToEnd = true
    } else if endsWhenAskedTwice, since > Self.moment, since <= Self.insistence {
      isToEnd = true
      endingSince = endingSince ?? now
      Glibc.kill(process, SIGTERM)
    } else if isByUser || number == SIGTERM || number == SIGHUP {
      // From the terminal the program has it already.
      Glibc.kill(process, number)
    }
  }

  /// Ends the program without asking.
  package func kill() { if ending == nil { Glibc.kill(process, SIGKILL) } }

  /// Takes note of who has ended; what the program leaves behind is ours to take note of as well.
  private func reap() {
    while true {
      var status: CInt = 0
      let ended = unsafe waitpid(-1, &status, WNOHANG)
      hasDescendants = ended == 0
      guard ended > 0 else { return }
      guard ended == process else { continue }
      let signal = nfctrace_end_signal(status)
      ending = signal == 0 ? .exited(nfctrace_exit_code(status)) : .killed(signal: signal)
      endedAt = Clock.steady
    }
  }

  /// Waits until the program has ended.
  package func waitForEnd() -> Ending {
    while true {
      if let ending { return ending }
      wait(milliseconds: 1000)
    }
  }

  /// Whether a process runs: not one that has ended and waits for its parent to notice.
  package static func isAlive(_ process: Int32) -> Bool {
    guard process > 0 else { return false }
    let file = unsafe open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return Glibc.kill(process, 0) == 0 || errno == EPERM }
    defer { close(file) }
    var text = [UInt8](repeating: 0, count: 512)
    let count = unsafe read(file, &text, text.count)
    // The state follows the name, which stands in brackets and may hold any character.
    guard count > 0, let end = text[..<count].lastIndex(of: UInt8(ascii: ")")), end + 2 < count
    else { return false }
    return ![UInt8(ascii: "Z"), UInt8(ascii: "X")].contains(text[end + 2])
  }
}

/// What is asked of files and of this process.
extension ProgramRun {
  /// This process.
  static var own: pid_t { getpid() }

  /// A variable of this process's environment.
  package static func variable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// The first bytes of a file.
  static func head(of path: String, count: Int) -> [UInt8]? {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: count)
    let got = unsafe read(file, &bytes, count)
    return got < 0 ? nil : Array(bytes.prefix(got))
  }

  /// Whether a program gets rights that this process lacks.
  static func raisesRights(_ path: String) -> Bool {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return false }
    if status.st_mode & S_ISUID != 0 && status.st_uid != geteuid() { return true }
    if status.st_mode & S_ISGID != 0 && status.st_gid != getegid() { return true }
    return geteuid() != 0 && (unsafe nfctrace_has_capabilities(path)) != 0
  }

  /// The processes that are this one's children now: those that a program left behind, too.
  static var children: [Int32] {
    let file = unsafe open("/proc/self/task/\(own)/children", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = max(0, unsafe read(file, &bytes, bytes.count))
    return bytes[..<count].split(separator: UInt8(ascii: " ")).compactMap {
      Int32(String(decoding: $0, as: UTF8.self))
    }
  }

  /// A name for a library that the linker can read in a list: no space and no colon in it.
  static func nameForLinker(_ path: String) -> String {
    guard path.contains(where: { $0 == " " || $0 == ":" }) else { return path }
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    return file < 0 ? path : "/proc/\(own)/fd/\(file)"
  }

  /// The terminals that this process talks to.
  package static var terminals: [String] {
    [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].compactMap { file in
      isatty(file) == 1 ? unsafe ttyname(file).map { unsafe String(cString: $0) } : nil
    }
  }
}
