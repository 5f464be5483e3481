import Bytes
import TraceFormat

/// A source that makes its bytes out of another's, as they arrive.
///
/// It needs as much memory as its format's window and no more, however much comes out of it.
protocol Decompressor: ByteSource {
  /// What it reads: `gzip` or `zstd`.
  var format: String { get }

  /// Why it ended before its input was read in good order; `offset` is one in the input. Where a
  /// checksum is wrong, what came out of that member or frame may be.
  var failure: TraceDamage? { get }
}

/// The compressed bytes that were read and not yet unpacked.
struct CompressedInput: ~Copyable {
  private(set) var bytes = ByteBuffer(capacity: CompressedInput.piece)
  /// How many of the bytes are done with.
  var used = 0

  private let source: any ByteSource
  /// The offset in the file of the first of `bytes`.
  private var offset: Int64 = 0

  /// How many bytes are asked for at once.
  private static let piece = 64 * 1024

  init(_ source: any ByteSource) { self.source = source }

  /// Whether nothing is left to unpack before more is read.
  var isUsedUp: Bool { used == bytes.count }

  /// The offset in the file of the next byte.
  var position: Int64 { offset + Int64(used) }

  /// Reads what comes after bytes that are all used up; false at the end.
  mutating func refill() throws(TraceError) -> Bool {
    offset += Int64(bytes.count)
    bytes.clear()
    used = 0
    return try source.read(into: &bytes, atMost: Self.piece) > 0
  }
}
