import Bytes
import TraceFormat

/// Bytes that were read of an input already, and what is still in it.
final class BytesInHand: ByteSource {
  let name: String
  private let bytes: [UInt8]
  private var at = 0
  private let rest: any ByteSource

  init(_ bytes: [UInt8], named name: String, then rest: any ByteSource) {
    self.bytes = bytes
    self.name = name
    self.rest = rest
  }

  func read(into buffer: inout ByteBuffer, atMost count: Int) throws(TraceError) -> Int {
    guard at < bytes.count else { return try rest.read(into: &buffer, atMost: count) }
    let end = min(bytes.count, at + count)
    for index in at..<end { buffer.append(bytes[index]) }
    defer { at = end }
    return end - at
  }
}
