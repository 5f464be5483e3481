package import Bytes

/// One captured frame or event: everything but its bytes, which lie in its batch.
///
/// Only what was captured is in a frame. Copying one allocates nothing.
package struct Frame: Equatable, Sendable {
  /// Counted from 1 in the order of capture; never changes.
  package var number: Int
  /// Nanoseconds on the trace's clock, the start of the frame (or its end: `stampedAtEnd`).
  package var time: Int64
  /// Nanoseconds from the frame's start to its end, where the source measured it.
  package var duration: Int64?
  /// Bits a second, 0 where the source does not tell.
  package var bitRate: UInt32 = 0
  /// Which of the trace's sources (reader, slot, interface, process) saw it.
  package var source: UInt16 = 0
  package var link: Link
  package var direction: Direction
  package var event: FrameEvent = .none
  package var flags: FrameFlags = []
  /// How many bits of the first byte were on air, if not all 8; 0 means all.
  package var firstBits: UInt8 = 0
  /// How many bits of the last byte were on air, if not all 8; 0 means all.
  package var lastBits: UInt8 = 0
  /// The length on the link, when the capture kept fewer bytes (`cut`).
  package var originalLength: UInt32 = 0
  /// Where the bytes lie in the batch's `bytes`.
  package var bytes: Extent = .none
  /// Where the parity bits lie in the batch's `bytes`: one bit a byte of the frame, first byte in
  /// bit 7. Empty where the source has none.
  package var parity: Extent = .none
  /// Where a format-specific record remainder lies in the batch's `bytes` (`oddRecord`).
  package var extra: Extent = .none

  @inlinable package init(number: Int, time: Int64, link: Link, direction: Direction) {
    self.number = number
    self.time = time
    self.link = link
    self.direction = direction
  }
}

/// Frames in a row and the bytes they point into; filled, read and filled again.
package struct FrameBatch: Sendable {
  package var frames: [Frame] = []
  package var bytes: [UInt8] = []

  /// About how many bytes a reader puts into a batch before it hands it on.
  package static let byteGoal = 256 * 1024
  /// About how many frames a reader puts into a batch before it hands it on.
  package static let frameGoal = 4096

  package init() {}

  /// Forgets all frames and keeps the room.
  package mutating func clear() {
    frames.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Whether a reader should hand the batch on now.
  @inlinable package var isFull: Bool {
    frames.count >= Self.frameGoal || bytes.count >= Self.byteGoal
  }

  /// Copies bytes into the batch and says where they lie.
  @inlinable package mutating func store(_ run: Span<UInt8>) -> Extent {
    let start = bytes.count
    bytes.append(run)
    return Extent(start..<bytes.count)
  }

  /// A frame's bytes, copied out. For cold paths; hot ones read `bytes.span.extracting(…)`.
  package func copy(of extent: Extent) -> [UInt8] { Array(bytes[extent.range]) }
}
