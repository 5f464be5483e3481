#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What the operating system refused, as its error number.
package struct SystemError: Error, Equatable, Sendable {
  /// One of `errno`'s values.
  package let code: Int32

  package init(code: Int32) { self.code = code }

  /// What the call that just failed left in `errno`.
  package static var last: SystemError { SystemError(code: errno) }

  /// Whoever read what is written has gone.
  package var isClosedPipe: Bool { code == EPIPE }

  /// There is nothing under that name.
  package var isNotFound: Bool { code == ENOENT || code == ENOTDIR }

  /// The disk, or the user's share of it, is full.
  package var isNoRoom: Bool { code == ENOSPC || code == EDQUOT || code == EFBIG }

  /// One line that names the file.
  package func error(_ name: String) -> TraceError {
    TraceError("\(name): \(words)", system: self)
  }
}
