import Bytes
import CZstd

/// Compresses blocks with zstd, one after another.
@safe struct Compressor: ~Copyable {
  private let context: OpaquePointer

  /// Level 3 is where zstd is still as fast as what surrounds it; higher ones gain a few percent.
  private static let level: CInt = 3

  init() throws(TraceError) {
    guard let context = unsafe ZSTD_createCCtx() else {
      throw TraceError("zstd has no memory to compress with")
    }
    unsafe self.context = context
    unsafe ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, Self.level)
  }

  deinit { unsafe ZSTD_freeCCtx(context) }

  /// Appends one zstd frame. Each column begins with fresh statistics, which costs three bytes and
  /// gains up to five percent, because columns have little in common. False if zstd fails.
  func compress(_ columns: Span<Int>, of bytes: Span<UInt8>, into output: inout ByteBuffer) -> Bool
  {
    unsafe ZSTD_CCtx_reset(context, ZSTD_reset_session_only)
    unsafe ZSTD_CCtx_setPledgedSrcSize(context, CUnsignedLongLong(bytes.count))
    // Ending a column early costs more than the library's bound for one run counts in.
    let room = ZSTD_compressBound(bytes.count) + 32 * (columns.count + 1)
    let context = unsafe context
    var isDone = true
    unsafe bytes.withUnsafeBufferPointer { source in
      _ = unsafe output.append(atMost: room) { target in
        var sink = unsafe ZSTD_outBuffer(dst: target.baseAddress, size: target.count, pos: 0)
        var start = 0
        for index in columns.indices where isDone {
          var column = unsafe ZSTD_inBuffer(
            src: source.baseAddress, size: start + columns[index], pos: start)
          let isLast = index == columns.count - 1
          let left = unsafe ZSTD_compressStream2(
            context, &sink, &column, isLast ? ZSTD_e_end : ZSTD_e_flush)
          isDone = left == 0
          start += columns[index]
        }
        return unsafe sink.pos
      }
    }
    return isDone
  }
}

/// Decompresses blocks, one after another.
@safe struct Decompressor: ~Copyable {
  private let context: OpaquePointer

  init() throws(TraceError) {
    guard let context = unsafe ZSTD_createDCtx() else {
      throw TraceError("zstd has no memory to decompress with")
    }
    unsafe self.context = context
  }

  deinit { unsafe ZSTD_freeDCtx(context) }

  /// Appends what `stored` expands to, if that is exactly `length` bytes; it never takes more room.
  func decompress(_ stored: Span<UInt8>, length: Int, into output: inout ByteBuffer) -> Bool {
    let context = unsafe context
    let start = output.count
    var isRight = false
    unsafe stored.withUnsafeBufferPointer { source in
      _ = unsafe output.append(atMost: length) { target in
        let got = unsafe ZSTD_decompressDCtx(
          context, target.baseAddress, target.count, source.baseAddress, source.count)
        isRight = ZSTD_isError(got) == 0 && got == length
        return isRight ? got : 0
      }
    }
    if !isRight { output.truncate(to: start) }
    return isRight
  }
}
