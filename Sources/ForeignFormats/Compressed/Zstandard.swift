import Bytes
import CZstd
import TraceFormat

/// What the frames of a zstd file hold, one behind the other (RFC 8878).
///
/// A frame may ask for a window of 128 MiB at the most, which is the library's own limit; a window
/// is memory only as far as it is filled.
@safe final class Zstandard: Decompressor {
  let name: String
  let format = "zstd"
  private(set) var failure: TraceDamage?

  private var input: CompressedInput
  private var isInFrame = false
  /// Whether the last call filled the room it had, so that more may come without more input.
  private var mayHoldMore = false
  private var isAtEnd = false
  private let stream: OpaquePointer

  init(_ source: any ByteSource) throws(TraceError) {
    name = source.name
    input = CompressedInput(source)
    guard let stream = unsafe ZSTD_createDStream() else {
      throw TraceError("\(source.name): zstd cannot be set up")
    }
    unsafe self.stream = stream
  }

  deinit { unsafe ZSTD_freeDStream(stream) }

  func read(into buffer: inout ByteBuffer, atMost count: Int) throws(TraceError) -> Int {
    while !isAtEnd {
      if input.isUsedUp, !mayHoldMore, try !input.refill() {
        if isInFrame { end("the zstd data is cut off") }
        isAtEnd = true
        break
      }
      let (result, made) = decompressOn(into: &buffer, atMost: count)
      if ZSTD_isError(result) != 0 {
        end(
          ZSTD_getErrorCode(result) == ZSTD_error_frameParameter_windowTooLarge
            ? "the zstd data wants a window of more than 128 MiB" : "the zstd data is damaged")
      } else {
        isInFrame = result != 0
        mayHoldMore = isInFrame && made == count
      }
      if made > 0 { return made }
    }
    return 0
  }

  private func decompressOn(into buffer: inout ByteBuffer, atMost count: Int) -> (Int, Int) {
    var used = input.used
    let result = unsafe Self.decompressOn(stream, input.bytes.span, from: &used, &buffer, count)
    input.used = used
    return result
  }

  private static func decompressOn(
    _ stream: OpaquePointer, _ input: Span<UInt8>, from used: inout Int,
    _ buffer: inout ByteBuffer, _ count: Int
  ) -> (Int, Int) {
    var result = 0
    let made = unsafe input.withUnsafeBufferPointer { input in
      unsafe buffer.append(atMost: count) { room in
        var from = unsafe ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: used)
        var to = unsafe ZSTD_outBuffer(dst: room.baseAddress, size: room.count, pos: 0)
        unsafe result = ZSTD_decompressStream(stream, &to, &from)
        used = unsafe from.pos
        return unsafe to.pos
      }
    }
    return (result, made)
  }

  private func end(_ reason: String) {
    isAtEnd = true
    failure = TraceDamage(
      reason: reason, offset: input.position, frames: nil, times: nil)
  }
}
