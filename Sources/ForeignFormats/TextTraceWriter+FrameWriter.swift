package import Bytes
package import TraceFormat

extension TextTraceWriter: FrameWriter {
  package mutating func write(
    _ batch: FrameBatch, of description: TraceDescription, to output: inout ByteBuffer
  ) throws(TraceError) {
    note(description)
    let bytes = batch.bytes.span
    for frame in batch.frames { write(frame, in: bytes, to: &output) }
  }

  package mutating func finish(
    _ description: TraceDescription, to output: inout ByteBuffer
  ) throws(TraceError) {}

  package var losses: [String] {
    dropped.isEmpty ? [] : ["text leaves out \(dropped.words.joined(separator: ", "))"]
  }
}
