import Bytes
import TraceFormat

/// The part of an input that was read and not yet understood.
///
/// Whole records are taken off its front; what is left of one waits for the next piece. It holds
/// one record and one piece at most, whatever the lengths in the input say.
struct InputWindow: ~Copyable {
  /// What was read; the bytes before `start` are done with.
  private(set) var bytes = ByteBuffer(capacity: 2 * InputWindow.piece)
  /// Where in `bytes` the next record begins.
  private(set) var start = 0
  /// The offset in the input of the first of `bytes`.
  private(set) var offset: Int64 = 0

  private let source: any ByteSource

  /// How many bytes are asked for at once: enough that the call costs nothing by the frame.
  static let piece = 128 * 1024

  init(_ source: any ByteSource) { self.source = source }

  /// How many bytes are left to understand.
  var count: Int { bytes.count - start }

  /// The offset in the input of the next record.
  var position: Int64 { offset + Int64(start) }

  /// A copy of the next bytes, `most` at the most.
  func copy(atMost most: Int) -> [UInt8] {
    var copy: [UInt8] = []
    copy.append(bytes.span.extracting(start..<start + min(count, most)))
    return copy
  }

  /// Takes the bytes before `next`, an index into `bytes`, off the front.
  mutating func advance(to next: Int) {
    precondition(next >= start && next <= bytes.count, "a window moves forward inside its bytes")
    start = next
  }

  /// Adds what has arrived, waiting until there is something. False at the end of the input.
  mutating func refill() throws(TraceError) -> Bool {
    if start > 0 {
      bytes.removeFirst(start)
      offset += Int64(start)
      start = 0
    }
    return try source.read(into: &bytes, atMost: Self.piece) > 0
  }

  /// Reads until there are `count` bytes; false where the input ends before.
  mutating func fill(_ count: Int) throws(TraceError) -> Bool {
    while self.count < count {
      if try !refill() { return false }
    }
    return true
  }
}
