import Glibc
import TraceFormat

/// A serial port whose other end is this process. The one file that makes these C calls.
///
/// The end that programs open is kept open here as well: between two programs that use it, reading
/// would fail otherwise.
final class PseudoTerminal: Sendable {
  /// The name of the end that programs open.
  let path: String
  private let master: CInt
  private let slave: CInt
  /// By what `wait` is ended from another thread.
  private let listening: CInt
  private let waking: CInt

  /// Makes a port.
  init() throws(SystemError) {
    // What posix_openpt, unlockpt and ptsname do; the importer does not bring those over.
    master = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard master >= 0 else { throw .last }
    var unlocked: CInt = 0
    var number: CUnsignedInt = 0
    guard unsafe ioctl(master, Self.setLock, &unlocked) == 0,
      unsafe ioctl(master, Self.getNumber, &number) == 0
    else {
      let error = SystemError.last
      close(master)
      throw error
    }
    path = "/dev/pts/\(number)"
    slave = unsafe open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    var ends: [CInt] = [-1, -1]
    guard slave >= 0, unsafe pipe(&ends) == 0 else {
      let error = SystemError.last
      close(master)
      if slave >= 0 { close(slave) }
      throw error
    }
    listening = ends[0]
    waking = ends[1]
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(master, F_SETFL, O_NONBLOCK)
    var settings = termios()
    unsafe tcgetattr(slave, &settings)
    unsafe cfmakeraw(&settings)
    unsafe tcsetattr(slave, TCSANOW, &settings)
  }

  /// TIOCSPTLCK and TIOCGPTN, which are composed by macros.
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  deinit {
    close(listening)
    close(waking)
  }

  /// What `wait` waited for.
  enum Event {
    case readable, writable, stopped
  }

  /// Waits until something can be read, until more can be written, or until `stop`.
  func wait(forRoom: Bool) -> Event {
    while true {
      var waiting = [
        pollfd(fd: listening, events: Int16(POLLIN), revents: 0),
        pollfd(fd: master, events: Int16(forRoom ? POLLOUT : POLLIN), revents: 0),
      ]
      guard unsafe poll(&waiting, 2, -1) > 0 else {
        if errno == EINTR { continue }
        return .stopped
      }
      if waiting[0].revents != 0 { return .stopped }
      if waiting[1].revents & Int16(POLLNVAL) != 0 { return .stopped }
      return forRoom ? .writable : .readable
    }
  }

  /// Waits so long, or until `stop`; false if that came first.
  func sleep(nanoseconds: Int64) -> Bool {
    var waiting = pollfd(fd: listening, events: Int16(POLLIN), revents: 0)
    let milliseconds = CInt(clamping: (max(0, nanoseconds) + 999_999) / 1_000_000)
    return unsafe poll(&waiting, 1, milliseconds) <= 0
  }

  /// What has arrived; nil when the port is gone.
  func read() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe Glibc.read(master, &bytes, bytes.count)
    guard count >= 0 else { return errno == EAGAIN || errno == EINTR ? [] : nil }
    return Array(bytes.prefix(count))
  }

  /// Writes as many of the bytes as there is room for, and says how many; nil when the port is gone.
  func write(_ bytes: [UInt8]) -> Int? {
    let count = unsafe Glibc.write(master, bytes, bytes.count)
    guard count >= 0 else { return errno == EAGAIN || errno == EINTR ? 0 : nil }
    return count
  }

  /// Closes both ends: whoever has the port open meets an error, as when a plug is pulled. Only the
  /// thread that reads and writes calls it, once.
  func unplug() {
    close(master)
    close(slave)
  }

  /// Nanoseconds on a clock that only runs forward.
  static var now: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Ends what waits, now and from now on.
  func stop() {
    var byte: UInt8 = 0
    _ = unsafe Glibc.write(waking, &byte, 1)
  }
}

/// A thread of its own for work that waits.
final class WorkThread: Sendable {
  private let thread: pthread_t

  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Starts the work.
  init(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    // Signals go to the threads that wait for them: none is to end up here.
    var all = sigset_t()
    var before = sigset_t()
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    var started = pthread_t()
    let work = unsafe Unmanaged.passRetained(Work(body))
    let failure = unsafe pthread_create(
      &started, nil,
      { context in
        guard let context = unsafe context else { return nil }
        unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
        return nil
      }, work.toOpaque())
    guard failure == 0 else {
      unsafe work.release()
      throw SystemError(code: failure)
    }
    thread = started
  }

  /// Waits for the end of the work. To be called once.
  func join() { pthread_join(thread, nil) }
}
