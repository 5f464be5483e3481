package import Bytes
package import TraceFormat

/// Something that writes frames in a format.
package protocol FrameWriter {
  /// Appends a batch's frames. Nothing that is handed on later belongs before them.
  mutating func write(
    _ batch: FrameBatch, of description: TraceDescription, to output: inout ByteBuffer
  ) throws(TraceError)

  /// Appends what ends the file. The description is whole now.
  mutating func finish(
    _ description: TraceDescription, to output: inout ByteBuffer
  ) throws(TraceError)

  /// What of the frames written so far the format has no place for, in sentences.
  var losses: [String] { get }
}
