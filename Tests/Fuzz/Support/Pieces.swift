import Bytes
import Glibc
import TraceFormat

/// Bytes that arrive in pieces of a size.
final class Pieces: ByteSource {
  let name = "capture"
  private let bytes: [UInt8]
  private let size: Int
  private var at = 0

  init(_ bytes: [UInt8], of size: Int = .max) {
    self.bytes = bytes
    self.size = max(1, size)
  }

  func read(into buffer: inout ByteBuffer, atMost count: Int) throws(TraceError) -> Int {
    // A span of a stored array would lock its owner.
    let bytes = bytes
    let count = min(size, count, bytes.count - at)
    buffer.append(bytes.span.extracting(at..<at + count))
    at += count
    return count
  }
}

/// Files in memory, for what seeks in them or writes them.
enum Scratch {
  /// A name that no other process has.
  static let path = "\(folder)/nfctrace-fuzz-\(getpid())"

  private static let folder = unsafe access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"

  /// A file of bytes, open; its name is gone again.
  static func file(_ bytes: [UInt8]) throws -> InputFile {
    Descriptor.remove(path)
    var descriptor = try Descriptor.creating(path)
    try descriptor.write(bytes.span)
    let input = try InputFile(path: path)
    Descriptor.remove(path)
    return input
  }
}
