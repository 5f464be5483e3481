import Bytes
import CZlib
import TraceFormat

/// What the members of a gzip file hold, one behind the other (RFC 1952).
///
/// Zeros behind a member are padding, as tapes have it. zlib keeps 32 KiB of what came out.
@safe final class Gunzip: Decompressor {
  let name: String
  let format = "gzip"
  private(set) var failure: TraceDamage?

  private var input: CompressedInput
  private var isInMember = false
  private var members = 0
  private var isAtEnd = false
  /// zlib wants its state to stay at one address.
  private let stream: UnsafeMutablePointer<z_stream>

  init(_ source: any ByteSource) throws(TraceError) {
    name = source.name
    input = CompressedInput(source)
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    // 15 bits of window, and 16 more mean a gzip header.
    let size = unsafe CInt(MemoryLayout<z_stream>.size)
    guard unsafe inflateInit2_(stream, 15 + 16, ZLIB_VERSION, size) == Z_OK else {
      throw TraceError("\(source.name): zlib cannot be set up")
    }
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  func read(into buffer: inout ByteBuffer, atMost count: Int) throws(TraceError) -> Int {
    while !isAtEnd {
      if !isInMember, try !beginMember() { break }
      let (code, made) = inflateOn(into: &buffer, atMost: count)
      switch code {
      case Z_OK, Z_BUF_ERROR: break
      case Z_STREAM_END:
        unsafe inflateReset(stream)
        isInMember = false
        members += 1
      default: end("the gzip data is damaged")
      }
      if made > 0 { return made }
      if isInMember, input.isUsedUp, try !input.refill() { end("the gzip data is cut off") }
    }
    return 0
  }

  /// Steps over padding; false at the end of the input.
  private func beginMember() throws(TraceError) -> Bool {
    while true {
      if input.isUsedUp, try !input.refill() {
        isAtEnd = true
        return false
      }
      let next = input.bytes.span[input.used]
      if next == 0, members > 0 {
        input.used += 1
      } else {
        // Something else behind a member is found by zlib to be no header.
        isInMember = true
        return true
      }
    }
  }

  private func inflateOn(into buffer: inout ByteBuffer, atMost count: Int) -> (CInt, Int) {
    var used = input.used
    let result = unsafe Self.inflateOn(stream, input.bytes.span, from: &used, &buffer, count)
    input.used = used
    return result
  }

  private static func inflateOn(
    _ stream: UnsafeMutablePointer<z_stream>, _ input: Span<UInt8>, from used: inout Int,
    _ buffer: inout ByteBuffer, _ count: Int
  ) -> (CInt, Int) {
    var code = Z_OK
    let made = unsafe input.withUnsafeBufferPointer { input in
      let bytes = unsafe UnsafeMutableBufferPointer(
        mutating: UnsafeBufferPointer(rebasing: input[used...]))
      return unsafe buffer.append(atMost: count) { room in
        unsafe stream.pointee.next_in = bytes.baseAddress
        unsafe stream.pointee.avail_in = UInt32(bytes.count)
        unsafe stream.pointee.next_out = room.baseAddress
        unsafe stream.pointee.avail_out = UInt32(clamping: room.count)
        let asked = unsafe Int(stream.pointee.avail_out)
        code = unsafe inflate(stream, Z_NO_FLUSH)
        used = unsafe input.count - Int(stream.pointee.avail_in)
        return unsafe asked - Int(stream.pointee.avail_out)
      }
    }
    return (code, made)
  }

  private func end(_ reason: String) {
    isAtEnd = true
    failure = TraceDamage(
      reason: reason, offset: input.position, frames: nil, times: nil)
  }
}
