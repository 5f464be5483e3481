import Bytes
import TraceFormat

/// Calls of a few nanoseconds, each made for the bytes of every frame of a capture.
enum SmallCalls {
  static func time(_ batches: [FrameBatch], into table: inout CallTable) {
    let frames = batches.reduce(0) { $0 + $1.frames.count }
    var bytes = 0
    for batch in batches { for frame in batch.frames { bytes += frame.bytes.range.count } }
    read(batches, bytes, into: &table)
    check(batches, frames, into: &table)
    append(batches, frames, bytes, into: &table)
    store(batches, frames, into: &table)
  }

  private static func read(_ batches: [FrameBatch], _ bytes: Int, into table: inout CallTable) {
    table.time("ByteCursor.readByte", calls: bytes) {
      overFrames(batches) { frame in
        var cursor = ByteCursor(frame)
        var sum: UInt64 = 0
        while let byte = try? cursor.readByte() { sum &+= UInt64(byte) }
        return sum
      }
    }
    var pairs = 0
    for batch in batches { for frame in batch.frames { pairs += frame.bytes.range.count / 2 } }
    table.time("ByteCursor.readNumber(2)", calls: pairs) {
      overFrames(batches) { frame in
        var cursor = ByteCursor(frame)
        var sum: UInt64 = 0
        while let number = try? cursor.readNumber(2) { sum &+= number }
        return sum
      }
    }
  }

  private static func check(_ batches: [FrameBatch], _ frames: Int, into table: inout CallTable) {
    table.time("Checksum.crcA of a frame", calls: frames) {
      overFrames(batches) { UInt64(Checksum.crcA($0)) }
    }
    table.time("Checksum.crcB of a frame", calls: frames) {
      overFrames(batches) { UInt64(Checksum.crcB($0)) }
    }
  }

  private static func append(
    _ batches: [FrameBatch], _ frames: Int, _ bytes: Int, into table: inout CallTable
  ) {
    table.time("ByteBuffer.append of a byte", calls: bytes) {
      overFrames(batches) { frame, out in
        for index in frame.indices { out.append(frame[index]) }
      }
    }
    table.time("ByteBuffer.append of a frame's bytes", calls: frames) {
      overFrames(batches) { frame, out in out.append(frame) }
    }
    table.time("ByteBuffer.append(hex:) of a frame's bytes", calls: frames) {
      overFrames(batches) { frame, out in out.append(hex: frame) }
    }
    table.time("ByteBuffer.append of a text of 9 bytes", calls: frames) {
      overFrames(batches) { frame, out in out.append("\"frame\":1") }
    }
    table.time("ByteBuffer.append(decimal:) of 6 digits", calls: frames) {
      overFrames(batches) { frame, out in out.append(decimal: 100_000 + frame.count) }
    }
  }

  private static func store(_ batches: [FrameBatch], _ frames: Int, into table: inout CallTable) {
    var copy = FrameBatch()
    table.time("FrameBatch.store, and its frame", calls: frames) {
      var sum: UInt64 = 0
      for batch in batches {
        copy.clear()
        let bytes = batch.bytes.span
        for index in batch.frames.indices {
          var frame = batch.frames[index]
          frame.bytes = copy.store(bytes.extracting(frame.bytes.range))
          copy.frames.append(frame)
        }
        sum &+= UInt64(copy.bytes.count)
      }
      return sum
    }
  }

  /// The sum of what `work` makes of every frame's bytes.
  @inline(__always) private static func overFrames(
    _ batches: [FrameBatch], _ work: (Span<UInt8>) -> UInt64
  ) -> UInt64 {
    var sum: UInt64 = 0
    for batch in batches {
      let bytes = batch.bytes.span
      for index in batch.frames.indices {
        sum &+= work(bytes.extracting(batch.frames[index].bytes.range))
      }
    }
    return sum
  }

  /// How many bytes `work` writes for all frames; the buffer is emptied with every batch.
  @inline(__always) private static func overFrames(
    _ batches: [FrameBatch], _ work: (Span<UInt8>, inout ByteBuffer) -> Void
  ) -> UInt64 {
    var sum: UInt64 = 0
    var out = ByteBuffer(capacity: 1 << 20)
    for batch in batches {
      let bytes = batch.bytes.span
      for index in batch.frames.indices {
        work(bytes.extracting(batch.frames[index].bytes.range), &out)
      }
      sum &+= UInt64(out.count)
      out.clear()
    }
    return sum
  }
}
