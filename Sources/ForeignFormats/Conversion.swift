import Bytes
package import TraceFormat

/// One capture written as another.
package enum Conversion {
  /// Writes everything that a reader gives, as it comes, and gives what the format had no place
  /// for, in sentences.
  ///
  /// What the reader found damaged, its own `damage` says. `put` takes the bytes; it is called
  /// after each batch, so that a stream is converted as it arrives.
  package static func run(
    from reader: inout any FrameReader, with writer: some FrameWriter,
    _ put: (Span<UInt8>) throws(TraceError) -> Void
  ) throws(TraceError) -> [String] {
    var writer = writer
    var batch = FrameBatch()
    var output = ByteBuffer(capacity: 2 * FrameBatch.byteGoal)
    while try reader.read(into: &batch) {
      try writer.write(batch, of: reader.description, to: &output)
      try put(output.span)
      output.clear()
    }
    try writer.finish(reader.description, to: &output)
    try put(output.span)
    return writer.losses
  }
}
