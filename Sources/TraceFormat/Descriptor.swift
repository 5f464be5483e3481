package import Bytes

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An open file, pipe or terminal: the one place where bytes enter and leave through the system.
package struct Descriptor: ~Copyable, Sendable {
  /// What messages call it: a path, `standard input` or `standard output`.
  package let name: String
  private let number: CInt
  private let isOwned: Bool

  /// How many more bytes may be written before the disk counts as full; nil where only the disk
  /// decides. Tests set it, so that a full disk can be had at every byte.
  package var room: Int?

  private init(_ number: CInt, name: String, isOwned: Bool) {
    self.number = number
    self.name = name
    self.isOwned = isOwned
  }

  deinit { if isOwned { _ = close(number) } }
}

extension Descriptor {
  /// Opens a file for reading; `-` is standard input.
  package static func reading(_ path: String) throws(TraceError) -> Descriptor {
    if path == "-" { return Descriptor(STDIN_FILENO, name: "standard input", isOwned: false) }
    let number = retrying { unsafe open(path, O_RDONLY | O_CLOEXEC) }
    guard number >= 0 else { throw SystemError.last.error(path) }
    let descriptor = Descriptor(number, name: path, isOwned: true)
    if descriptor.kind == S_IFDIR { throw SystemError(code: EISDIR).error(path) }
    return descriptor
  }

  /// Makes a file that did not exist, for writing and for reading back what was written.
  package static func creating(_ path: String) throws(SystemError) -> Descriptor {
    let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC
    let number = retrying { unsafe open(path, flags, 0o666) }
    guard number >= 0 else { throw .last }
    return Descriptor(number, name: path, isOwned: true)
  }

  /// Makes a file without a name on the file system of a folder: nothing is left of it, however
  /// the program ends, unless it is given a name. Not every file system has such files.
  package static func nameless(in folder: String) throws(SystemError) -> Descriptor {
    // The C library composes O_TMPFILE from these two, which no importer takes over.
    let flags = 0o20_000_000 | O_DIRECTORY | O_RDWR | O_CLOEXEC
    guard standing("/proc/self/fd") == .folder else { throw SystemError(code: EOPNOTSUPP) }
    let number = retrying { unsafe open(folder, flags, 0o666) }
    guard number >= 0 else { throw .last }
    return Descriptor(number, name: folder, isOwned: true)
  }

  /// Gives a file without a name a name, which must be free.
  package borrowing func appear(as path: String) throws(SystemError) {
    let open = "/proc/self/fd/\(number)"
    guard unsafe linkat(AT_FDCWD, open, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 else {
      throw .last
    }
  }

  /// Opens a device or a named pipe for writing.
  package static func writing(_ path: String) throws(SystemError) -> Descriptor {
    let number = retrying { unsafe open(path, O_WRONLY | O_CLOEXEC) }
    guard number >= 0 else { throw .last }
    return Descriptor(number, name: path, isOwned: true)
  }

  /// The same open file once more, which is closed by itself.
  package borrowing func duplicate() throws(SystemError) -> Descriptor {
    let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw .last }
    return Descriptor(copy, name: name, isOwned: true)
  }

  /// Standard output, which stays open.
  package static var standardOutput: Descriptor {
    Descriptor(STDOUT_FILENO, name: "standard output", isOwned: false)
  }

  /// Standard error, which stays open.
  package static var standardError: Descriptor {
    Descriptor(STDERR_FILENO, name: "standard error", isOwned: false)
  }
}

extension Descriptor {
  /// Appends at most `count` bytes from where the last read ended, waiting for at least one.
  package borrowing func read(
    into buffer: inout ByteBuffer, atMost count: Int
  ) throws(SystemError) -> Int {
    let number = number
    return try unsafe buffer.append(atMost: count) { room throws(SystemError) in
      let got = Self.retrying { unsafe readBytes(number, room.baseAddress, room.count) }
      guard got >= 0 else { throw .last }
      return got
    }
  }

  /// Appends at most `count` bytes that lie at `offset` of a file; 0 means that it ends there.
  package borrowing func read(
    into buffer: inout ByteBuffer, atMost count: Int, at offset: Int64
  ) throws(SystemError) -> Int {
    let number = number
    return try unsafe buffer.append(atMost: count) { room throws(SystemError) in
      let got = Self.retrying { unsafe pread(number, room.baseAddress, room.count, off_t(offset)) }
      guard got >= 0 else { throw .last }
      return got
    }
  }

  /// Writes all the bytes, or as many as there is room for and then throws.
  package mutating func write(_ bytes: Span<UInt8>) throws(SystemError) {
    var allowed = bytes.count
    if let room {
      allowed = min(room, bytes.count)
      self.room = room - allowed
    }
    var done = 0
    while done < allowed {
      let number = number
      let rest = bytes.extracting(done..<allowed)
      let put = unsafe rest.withUnsafeBufferPointer { run in
        Self.retrying { unsafe writeBytes(number, run.baseAddress, run.count) }
      }
      guard put > 0 else { throw .last }
      done += put
    }
    if allowed < bytes.count { throw SystemError(code: ENOSPC) }
  }

  /// Waits until what was written is on the disk. Pipes and devices have nothing to wait for.
  package borrowing func synchronize() throws(SystemError) {
    let number = number
    if Self.retrying({ Int(synchronizeData(number)) }) < 0 {
      let error = SystemError.last
      if error.code != EINVAL && error.code != EROFS { throw error }
    }
  }

  /// Cuts a file to its first `length` bytes and goes on writing there.
  package borrowing func cut(to length: Int64) throws(SystemError) {
    let length = off_t(length)
    guard ftruncate(number, length) == 0, lseek(number, length, SEEK_SET) == length else {
      throw .last
    }
  }

  /// The bytes from where reading stands to the end, for a regular file; nil for everything else.
  package var size: Int64? {
    guard let status = status, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return max(0, Int64(status.st_size))
  }

  /// Marks a file as being written, until it is closed, also by the death of whoever does.
  package func claim() { _ = flock(number, LOCK_EX | LOCK_NB) }

  /// Whether somebody has it marked so.
  package var isClaimed: Bool {
    guard flock(number, LOCK_SH | LOCK_NB) == 0 else { return errno == EWOULDBLOCK }
    _ = flock(number, LOCK_UN)
    return false
  }

  /// Where a regular file stands: not at 0 when a shell handed it on half read.
  package var offset: Int64 { max(0, Int64(lseek(number, 0, SEEK_CUR))) }

  /// Whether a person looks at it.
  package var isTerminal: Bool { isatty(number) == 1 }

  /// Whether a name leads to this very file.
  package func isFound(under path: String) -> Bool {
    var other = stat()
    guard let status, unsafe stat(path, &other) == 0 else { return false }
    return status.st_dev == other.st_dev && status.st_ino == other.st_ino
  }

  /// The name under which the file lies now, also if it was moved; nil if it has none any more.
  package var place: String? {
    var room = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink("/proc/self/fd/\(number)", &room, room.count)
    guard count > 0 else { return nil }
    let bytes = room.prefix(count).lazy.map { UInt8(bitPattern: $0) }
    let path = String(decoding: bytes, as: UTF8.self)
    return isFound(under: path) ? path : nil
  }

  private var kind: mode_t { (status?.st_mode ?? 0) & S_IFMT }

  private var status: stat? {
    var status = stat()
    return unsafe fstat(number, &status) == 0 ? status : nil
  }

  /// Calls again what a signal interrupted.
  private static func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }
}

/// What is done to files by their names.
extension Descriptor {
  /// What stands under a name.
  package enum Standing: Equatable, Sendable {
    case nothing
    case file
    case folder
    /// A device or a named pipe: it is written into, never replaced.
    case device
  }

  /// Tells what a name leads to, links followed.
  package static func standing(_ path: String) -> Standing {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return .nothing }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    default: return .device
    }
  }

  /// Renames a file; where nothing may be replaced, a name that exists meanwhile is an error.
  package static func rename(
    _ path: String, to target: String, replacing: Bool
  ) throws(SystemError) {
    if !replacing {
      // A hard link is the one call that both refuses an existing name and cannot be raced.
      if unsafe link(path, target) == 0 { return remove(path) }
      // Some file systems have no hard links; there, looking first has to do.
      let error = SystemError.last
      guard error.code == EPERM || error.code == EOPNOTSUPP else { throw error }
      guard standing(target) == .nothing else { throw SystemError(code: EEXIST) }
    }
    guard renameFile(path, target) == 0 else { throw .last }
  }

  /// Takes a name away; that it is gone already is no error.
  package static func remove(_ path: String) { _ = unsafe unlink(path) }

  /// The file a name leads to through symbolic links, or the name itself.
  package static func resolved(_ path: String) -> String {
    guard let real = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }
}

extension SystemError {
  /// The C library's words: `No such file or directory`.
  package var words: String {
    guard let words = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: words)
  }
}

// The C library's functions whose names are those of methods here, and the one that Linux alone has.

private func readBytes(
  _ file: CInt, _ room: UnsafeMutableRawPointer?, _ count: Int
) -> Int { unsafe read(file, room, count) }

private func writeBytes(_ file: CInt, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(file, bytes, count)
}

private func renameFile(_ path: String, _ target: String) -> CInt { unsafe rename(path, target) }

private func synchronizeData(_ file: CInt) -> CInt {
  #if canImport(Glibc)
    fdatasync(file)
  #else
    fsync(file)
  #endif
}
