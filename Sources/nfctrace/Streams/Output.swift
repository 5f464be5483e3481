import Bytes
import TraceFormat

/// Standard output: text and bytes collected into large writes.
struct Output: ~Copyable {
  /// What is still to be written.
  var buffer = ByteBuffer(capacity: 2 * Output.size)

  private var file = OutputFile.standardOutput

  /// How many bytes are collected before they are written.
  private static let size = 64 * 1024

  /// Writes what was collected.
  mutating func flush() throws(TraceError) {
    guard buffer.count > 0 else { return }
    try Self.write(buffer, to: &file)
    buffer.clear()
  }

  /// Writes what was collected if it is much.
  mutating func flushIfFull() throws(TraceError) {
    if buffer.count >= Self.size { try flush() }
  }

  /// Writes a text that is printed at once.
  static func print(_ text: String) throws(TraceError) {
    var output = Output()
    output.buffer.append(text)
    try output.flush()
  }

  private static func write(
    _ buffer: borrowing ByteBuffer, to file: inout OutputFile
  ) throws(TraceError) {
    try file.write(buffer.span)
  }
}
