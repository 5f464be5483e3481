import Bytes
import Glibc
import TraceFormat

/// A file that another program is writing, read as it grows.
///
/// A trace ends where its recording does: then its file is nobody's any more, or another lies under its
/// name. Of other files the end is not known; they are followed until Ctrl-C.
final class FollowedFile: ByteSource {
  let name: String
  private let path: String
  private let descriptor: Descriptor
  private var offset: Int64 = 0
  private var isTrace = false
  /// Whether nobody wants it any more.
  private let isOver: () -> Bool

  /// How long a wait for more is, in microseconds: what is recorded is on the disk in blocks of 40 ms.
  private static let wait: UInt32 = 20_000
  private static let marker: [UInt8] = [0x89, 0x4E, 0x46, 0x43]

  init(_ path: String, isOver: @escaping () -> Bool) throws(TraceError) {
    self.path = path
    self.isOver = isOver
    descriptor = try Descriptor.reading(path)
    name = path
    guard descriptor.size != nil else {
      throw TraceError("\(path): is no regular file; a pipe is followed without being asked")
    }
  }

  func read(into buffer: inout ByteBuffer, atMost count: Int) throws(TraceError) -> Int {
    while true {
      let hasEnded = isOver() || isTrace && !isWritten
      // What was written before the end was seen belongs to it.
      let got = try more(into: &buffer, atMost: count)
      if got > 0 || hasEnded { return got }
      usleep(Self.wait)
    }
  }

  private var isWritten: Bool { descriptor.isClaimed && descriptor.isFound(under: path) }

  private func more(into buffer: inout ByteBuffer, atMost count: Int) throws(TraceError) -> Int {
    do throws(SystemError) {
      let got = try descriptor.read(into: &buffer, atMost: count, at: offset)
      if offset == 0, got >= Self.marker.count { isTrace = Self.isTrace(buffer, got) }
      offset += Int64(got)
      return got
    } catch {
      throw error.error(name)
    }
  }

  private static func isTrace(_ buffer: borrowing ByteBuffer, _ got: Int) -> Bool {
    let first = buffer.count - got
    return marker.indices.allSatisfy { buffer.span[first + $0] == marker[$0] }
  }
}
