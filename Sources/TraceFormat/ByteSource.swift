package import Bytes

/// Bytes that come in pieces, first to last: a file, a pipe, what a decompressor makes of either.
package protocol ByteSource: AnyObject {
  /// What messages call it: a path, or `standard input`.
  var name: String { get }

  /// Appends at most `count` bytes, waiting until there is at least one; 0 means the end.
  func read(into buffer: inout ByteBuffer, atMost count: Int) throws(TraceError) -> Int
}
