package import Bytes

/// A file or stream to read: in pieces from the front, and a regular file anywhere.
package final class InputFile: ByteSource {
  package let name: String
  /// How many bytes a regular file has; nil for a stream, whose end is known when it comes.
  package let size: Int64?
  /// The offset of the next byte that `read` gives.
  package private(set) var position: Int64 = 0

  /// Either of the two gives the bytes.
  private let descriptor: Descriptor?
  private let source: (any ByteSource)?
  /// Where byte 0 lies: a shell may hand on a file that it has read in part.
  private let base: Int64
  /// What was looked at in a stream before it was read.
  private var peeked = ByteBuffer(capacity: 64)
  private var peekedFrom = 0

  /// Opens a file or, for `-`, standard input. A missing file, a folder and a file that may not
  /// be read are errors here, in one line that names them.
  package convenience init(path: String) throws(TraceError) {
    self.init(try Descriptor.reading(path))
  }

  /// Reads an open file from a byte on, otherwise from where it stands, or a stream.
  package init(_ descriptor: consuming Descriptor, from start: Int64? = nil) {
    name = descriptor.name
    if let size = descriptor.size {
      base = start ?? descriptor.offset
      self.size = max(0, size - base)
    } else {
      base = 0
      size = nil
    }
    source = nil
    self.descriptor = consume descriptor
  }

  /// Reads what another source makes, such as a decompressor.
  package init(_ source: any ByteSource) {
    name = source.name
    size = nil
    base = 0
    self.source = source
    descriptor = nil
  }

  /// Whether any byte can be read at any time, and `read(at:)` may be called.
  package var isSeekable: Bool { size != nil }

  /// The next `count` bytes, which stay unread; fewer only where the input ends. A stream is
  /// waited for, so ask for no more than is needed to decide.
  package func peek(_ count: Int) throws(TraceError) -> [UInt8] {
    if isSeekable {
      var buffer = ByteBuffer(capacity: count)
      while buffer.count < count {
        let missing = count - buffer.count
        let offset = position + Int64(buffer.count)
        if try read(into: &buffer, atMost: missing, at: offset) == 0 { break }
      }
      return Self.copy(of: buffer, 0..<buffer.count)
    } else {
      while peeked.count - peekedFrom < count {
        let missing = count - (peeked.count - peekedFrom)
        if try readOn(into: &peeked, atMost: missing) == 0 { break }
      }
      let end = min(peeked.count, peekedFrom + count)
      return Self.copy(of: peeked, peekedFrom..<end)
    }
  }

  package func read(into buffer: inout ByteBuffer, atMost count: Int) throws(TraceError) -> Int {
    var got = 0
    if isSeekable {
      got = try read(into: &buffer, atMost: count, at: position)
    } else if peekedFrom < peeked.count {
      got = min(count, peeked.count - peekedFrom)
      buffer.append(peeked.span.extracting(peekedFrom..<peekedFrom + got))
      peekedFrom += got
      if peekedFrom == peeked.count {
        peeked.clear()
        peekedFrom = 0
      }
    } else {
      got = try readOn(into: &buffer, atMost: count)
    }
    position += Int64(got)
    return got
  }

  /// Appends at most `count` bytes that lie at `offset` of a regular file; 0 means that it ends
  /// there. Nothing is lost for `read`, which goes on where it was.
  package func read(
    into buffer: inout ByteBuffer, atMost count: Int, at offset: Int64
  ) throws(TraceError) -> Int {
    guard isSeekable, offset >= 0, offset <= Int64.max - base else {
      throw TraceError("\(name): cannot be read at offset \(offset)")
    }
    do throws(SystemError) {
      return try descriptor?.read(into: &buffer, atMost: count, at: base + offset) ?? 0
    } catch {
      throw error.error(name)
    }
  }

  /// Goes to an offset of a regular file.
  package func seek(to offset: Int64) throws(TraceError) {
    guard isSeekable, offset >= 0 else {
      throw TraceError("\(name): cannot go to offset \(offset)")
    }
    position = offset
  }

  private func readOn(into buffer: inout ByteBuffer, atMost count: Int) throws(TraceError) -> Int {
    if let source { return try source.read(into: &buffer, atMost: count) }
    do throws(SystemError) {
      return try descriptor?.read(into: &buffer, atMost: count) ?? 0
    } catch {
      throw error.error(name)
    }
  }

  private static func copy(of buffer: borrowing ByteBuffer, _ range: Range<Int>) -> [UInt8] {
    let bytes = buffer.span
    return [UInt8](capacity: range.count) { copy in
      for index in range { copy.append(bytes[index]) }
    }
  }
}
