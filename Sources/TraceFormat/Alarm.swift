import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Rings when something is due, on a thread of its own.
///
/// A recording has to be safe on the disk a moment after its last frame, while whoever delivers
/// frames sleeps in a read of a pipe, a device or a foreign library, with no timeout that would
/// suit us. So there has to be a second thread. It sleeps in `poll` and does not wake while
/// nothing waits. It is a plain thread, not a task, so that no thread pool is started for it.
final class Alarm: Sendable {
  /// Both ends of the pipe by which the sleeper is woken.
  private let listening: CInt
  private let waking: CInt
  private let thread = Mutex<pthread_t?>(nil)

  /// What the thread does: what is due, and then it says after how many nanoseconds to ring
  /// again; nil to sleep until it is woken.
  typealias Ring = @Sendable () -> Int64?

  private final class Work: Sendable {
    let listening: CInt
    let ring: Ring

    init(_ listening: CInt, _ ring: @escaping Ring) {
      self.listening = listening
      self.ring = ring
    }
  }

  /// Starts the thread.
  init(_ ring: @escaping Ring) throws(SystemError) {
    var ends: [CInt] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { throw .last }
    listening = ends[0]
    waking = ends[1]
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(waking, F_SETFL, O_NONBLOCK)

    // Signals go to the threads that wait for them: none is to end up here.
    var all = sigset_t()
    var before = sigset_t()
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    let work = unsafe Unmanaged.passRetained(Work(listening, ring))
    #if canImport(Glibc)
      var started = pthread_t()
      let failure = unsafe pthread_create(
        &started, nil,
        { context in
          guard let context = unsafe context else { return nil }
          Alarm.run(unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue())
          return nil
        }, work.toOpaque())
    #else
      var started: pthread_t?
      let failure = unsafe pthread_create(
        &started, nil,
        { context in
          Alarm.run(unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue())
          return nil
        }, work.toOpaque())
    #endif
    guard failure == 0 else {
      unsafe work.release()
      throw SystemError(code: failure)
    }
    thread.withLock { $0 = started }
  }

  deinit {
    stop()
    close(listening)
    close(waking)
  }

  /// Wakes the sleeper, because there is something now.
  func set() { send(1) }

  /// Ends the thread and waits for its end.
  func stop() {
    let running = thread.withLock { thread in
      defer { thread = nil }
      return thread
    }
    guard let running else { return }
    send(0)
    pthread_join(running, nil)
  }

  /// The time in nanoseconds, on a clock that only goes forward.
  static var now: Int64 { read(CLOCK_MONOTONIC) }

  /// Nanoseconds since 1970.
  static var wallClock: Int64 { read(CLOCK_REALTIME) }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  private func send(_ message: UInt8) {
    var message = message
    _ = unsafe write(waking, &message, 1)
  }

  private static func run(_ work: Work) {
    var wait: Int64?
    while true {
      var listener = pollfd(fd: work.listening, events: Int16(POLLIN), revents: 0)
      // Rounded up: a sleeper that wakes a little too soon would only sleep again.
      let timeout = wait.map { CInt(clamping: ($0 + 999_999) / 1_000_000) } ?? -1
      if unsafe poll(&listener, 1, timeout) > 0 {
        var messages = [UInt8](repeating: 1, count: 64)
        let got = unsafe readAvailable(work.listening, &messages, messages.count)
        if got <= 0 || messages.contains(0) { return }
      }
      wait = work.ring()
    }
  }
}

/// The C library's `read`, whose name is one of a method above.
private func readAvailable(
  _ file: CInt, _ room: UnsafeMutableRawPointer?, _ count: Int
) -> Int { unsafe read(file, room, count) }
