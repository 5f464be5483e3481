import Glibc
package import TraceFormat

/// A connection to vpcd, the reader driver of vsmartcard, which waits for its card on a TCP port.
/// The one file that makes these C calls.
final class CardConnection: Sendable {
  private let socket: CInt

  /// Connects to a port of this machine.
  init(port: UInt16) throws(SystemError) {
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | closeOnExec, 0)
    guard socket >= 0 else { throw .last }
    var address = LoopbackPort.address(port)
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let socket = socket
    let result = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(socket, $0, size)
      }
    }
    guard result == 0 else {
      let error = SystemError.last
      close(socket)
      throw error
    }
  }

  deinit { close(socket) }

  /// The next message; nil when the reader is gone.
  func receive() -> [UInt8]? {
    guard let head = read(2) else { return nil }
    return read(Int(head[0]) << 8 | Int(head[1]))
  }

  /// Sends a message; longer ones than its length can say are cut.
  func send(_ message: [UInt8]) {
    let kept = message.prefix(0xFFFF)
    let bytes = [UInt8(kept.count >> 8), UInt8(kept.count & 0xFF)] + kept
    var done = 0
    while done < bytes.count {
      let rest = Array(bytes[done...])
      let count = unsafe Glibc.send(socket, rest, rest.count, Int32(MSG_NOSIGNAL))
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return }
      done += count
    }
  }

  /// Whether nothing comes for so long.
  func isSilent(milliseconds: Int32) -> Bool {
    var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&waiting, 1, milliseconds) == 0
  }

  /// Ends a `receive` of another thread.
  func stop() { _ = shutdown(socket, Int32(SHUT_RDWR)) }

  private func read(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      // vpcd sends length and data apart: held back, each acknowledge would cost 40 ms.
      var yes: CInt = 1
      unsafe setsockopt(
        socket, Int32(IPPROTO_TCP), TCP_QUICKACK, &yes, socklen_t(MemoryLayout<CInt>.size))
      let start = done
      let socket = socket
      let got = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe recv(socket, buffer.baseAddress?.advanced(by: start), count - start, 0)
      }
      if got < 0 && errno == EINTR { continue }
      guard got > 0 else { return nil }
      done += got
    }
    return bytes
  }
}

/// TCP ports of this machine.
package enum LoopbackPort {
  /// A port that is free, and the one behind it too: vpcd takes two.
  package static func free() throws(SystemError) -> UInt16 {
    for _ in 0..<100 {
      let first = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | closeOnExec, 0)
      guard first >= 0 else { throw .last }
      defer { close(first) }
      let port = UInt16.random(in: 20_000...32_000)
      let second = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | closeOnExec, 0)
      guard second >= 0 else { throw .last }
      defer { close(second) }
      if isFree(port, first), isFree(port + 1, second) { return port }
    }
    throw SystemError(code: EADDRINUSE)
  }

  private static func isFree(_ port: UInt16, _ socket: CInt) -> Bool {
    var address = address(port)
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    return unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(socket, $0, size) == 0
      }
    }
  }

  static func address(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }
}

/// SOCK_CLOEXEC, which is an enumerator that cannot be combined.
private let closeOnExec = Int32(SOCK_CLOEXEC.rawValue)
