import Glibc
import Synchronization

/// What Ctrl-C does while standard input is read: the input ends there, what came so far is
/// completed, and a second Ctrl-C ends the program. The one file that handles signals.
enum Interrupt {
  /// Makes the next SIGINT or SIGTERM end standard input.
  static func endsInput() {
    // Opened before, because a handler must do next to nothing.
    if nothing >= 0 {
      endInput(on: SIGINT)
      endInput(on: SIGTERM)
    }
  }

  /// Whether Ctrl-C was pressed since `isNoted`.
  static var isPressed: Bool { pressed.load(ordering: .relaxed) }

  private static let pressed = Atomic(false)

  /// Makes the next SIGINT or SIGTERM no more than a note, at which what runs ends by itself.
  static func isNoted() {
    pressed.store(false, ordering: .relaxed)
    for signal in [SIGINT, SIGTERM] where !isIgnored(signal) {
      install(on: signal) { _ in Interrupt.pressed.store(true, ordering: .relaxed) }
    }
  }

  /// Waits until Ctrl-C, or until the process is asked to end in another way. Once `announce` runs,
  /// neither is missed.
  static func wait(announcing announce: () throws -> Void) rethrows {
    var watched = sigset_t()
    unsafe sigemptyset(&watched)
    for number in [SIGINT, SIGTERM, SIGHUP] { unsafe sigaddset(&watched, number) }
    unsafe pthread_sigmask(SIG_BLOCK, &watched, nil)
    try announce()
    var number: CInt = 0
    while unsafe sigwait(&watched, &number) == EINTR {}
  }

  private static func endInput(on signal: CInt) {
    // A shell ignores it for what runs in the background, and that holds.
    if isIgnored(signal) { return }
    install(on: signal) { _ in dup2(Interrupt.nothing, STDIN_FILENO) }
  }

  /// Sets what the next signal of a kind does; the one after it does what it always does.
  private static func install(on signal: CInt, _ handler: @escaping @convention(c) (CInt) -> Void) {
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = handler
    action.sa_flags = CInt(bitPattern: UInt32(SA_RESETHAND))
    unsafe sigaction(signal, &action, nil)
    // Whoever started the program may have had it blocked for reasons of its own.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, signal)
    unsafe sigprocmask(SIG_UNBLOCK, &signals, nil)
  }

  private static func isIgnored(_ signal: CInt) -> Bool {
    var action = sigaction()
    unsafe sigaction(signal, nil, &action)
    let handler = unsafe action.__sigaction_handler.sa_handler
    // Functions cannot be compared, their addresses can.
    return unsafe withUnsafeBytes(of: handler) { handler in
      unsafe withUnsafeBytes(of: SIG_IGN) { unsafe handler.elementsEqual($0) }
    }
  }

  private static let nothing = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
}
