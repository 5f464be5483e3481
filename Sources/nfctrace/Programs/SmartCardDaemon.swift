@unsafe @preconcurrency import Glibc
import TraceFormat

/// A pcscd of our own, in the foreground and with one virtual reader. The one file of the program
/// that starts and ends another process behind the user's back.
///
/// A shell in between ends it when this process is gone, however that went: it reads from a pipe
/// whose other end is here.
final class SmartCardDaemon {
  /// What PC/SC calls the reader.
  static let readerName = "nfctrace 00 00"
  private let guardian: pid_t
  private let lifeline: CInt

  /// Starts one whose reader's driver waits for its card at a port.
  init(port: UInt16) throws {
    guard !Self.isRunning else {
      throw Failure(
        "pcscd is running already, and --pcsc needs one of its own; end it, for example with "
          + "systemctl stop pcscd.socket pcscd")
    }
    guard let driver = Self.drivers.first(where: { Descriptor.standing($0) == .file }) else {
      throw Failure("--pcsc needs vpcd, the virtual reader: apt-get install pcscd vsmartcard-vpcd")
    }
    let folder = try Self.folder(port: port, driver: driver)
    var ends: [CInt] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw SystemError.last.error("pcscd") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    lifeline = ends[1]
    do throws(SystemError) {
      guardian = try Self.start(["/bin/sh", "-c", Self.script, "sh", folder], reading: ends[0])
    } catch {
      Self.remove(folder)
      close(ends[1])
      throw error.error("/bin/sh")
    }
  }

  deinit {
    close(lifeline)
    // Whoever reaps it elsewhere has it reaped.
    for _ in 0..<300 where isAlive { usleep(10_000) }
  }

  /// The pipe's end ends pcscd, and so does its own end the shell; its folder goes with it.
  private static let script = """
    PATH=$PATH:/usr/sbin:/usr/local/sbin
    exec 3<&0
    pcscd -f -c "$1" </dev/null >/dev/null 2>&1 &
    daemon=$!
    { read -r end <&3; kill "$daemon"; } 2>/dev/null &
    wait "$daemon"
    status=$?
    rm -rf "$1"
    exit "$status"
    """

  /// A folder with the configuration of the reader.
  private static func folder(port: UInt16, driver: String) throws -> String {
    var template = Array("/tmp/nfctrace-pcscd-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw SystemError.last.error("/tmp") }
    let folder = String(
      decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let channel = "0x" + String(port, radix: 16)
    try write(
      """
      FRIENDLYNAME "nfctrace"
      DEVICENAME /dev/null:\(channel)
      LIBPATH \(driver)
      CHANNELID \(channel)

      """, to: "\(folder)/reader")
    return folder
  }

  /// Whether it still runs.
  var isAlive: Bool { waitpid(guardian, nil, WNOHANG) == 0 }

  /// Waits until something is so, at most five seconds; false if it is not so by then.
  func waits(until isSo: () -> Bool) -> Bool {
    for _ in 0..<500 {
      if isSo() { return true }
      guard isAlive else { return false }
      usleep(10_000)
    }
    return false
  }

  /// Whether somebody listens on the socket that all programs use.
  private static var isRunning: Bool {
    let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard socket >= 0 else { return false }
    defer { close(socket) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { path in
      for (index, byte) in "/run/pcscd/pcscd.comm".utf8.enumerated() { unsafe path[index] = byte }
    }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    return unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(socket, $0, size) == 0
      }
    }
  }

  /// Starts a program that reads from an open file.
  private static func start(
    _ words: [String], reading file: CInt
  ) throws(SystemError) -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { _ = unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, file, STDIN_FILENO)
    for file in [STDOUT_FILENO, STDERR_FILENO] {
      unsafe posix_spawn_file_actions_addopen(&actions, file, "/dev/null", O_WRONLY, 0)
    }
    // Ctrl-C is not for it: it is in a group of its own.
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { _ = unsafe posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
    var arguments = unsafe words.map { unsafe strdup($0) }
    unsafe arguments.append(nil)
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var process: pid_t = 0
    let failure = unsafe posix_spawn(
      &process, words[0], &actions, &attributes, arguments, environ)
    guard failure == 0 else { throw SystemError(code: failure) }
    return process
  }

  private static func write(_ text: String, to path: String) throws(TraceError) {
    var file = try OutputFile.beside(path, force: false)
    try file.write(Array(text.utf8).span)
    try file.finish(synchronized: false)
  }

  private static func remove(_ folder: String) {
    Descriptor.remove("\(folder)/reader")
    unsafe rmdir(folder)
  }

  /// Where Debian and others put the driver.
  private static let drivers = [
    "/usr/lib/pcsc/drivers/serial/libifdvpcd.so",
    "/usr/local/lib/pcsc/drivers/serial/libifdvpcd.so",
    "/usr/lib64/pcsc/drivers/serial/libifdvpcd.so",
  ]
}
