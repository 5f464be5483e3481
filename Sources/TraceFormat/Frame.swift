public import Bytes

/// One captured frame or event: everything but its bytes, which lie in its batch.
///
/// Only what was captured is in a frame. Copying one allocates nothing.
@usableFromInline package struct Frame: Equatable, Sendable {
  /// Counted from 1 in the order of capture; never changes.
  @usableFromInline package var number: Int
  /// Nanoseconds on the trace's clock, the start of the frame (or its end: `stampedAtEnd`).
  @usableFromInline package var time: Int64
  /// Nanoseconds from the frame's start to its end, where the source measured it.
  @usableFromInline package var duration: Int64?
  /// Bits a second, 0 where the source does not tell.
  @usableFromInline package var bitRate: UInt32 = 0
  /// Which of the trace's sources (reader, slot, interface, process) saw it.
  @usableFromInline package var source: UInt16 = 0
  @usableFromInline package var link: Link
  @usableFromInline package var direction: Direction
  @usableFromInline package var event: FrameEvent = .none
  @usableFromInline package var flags: FrameFlags = []
  /// How many bits of the first byte were on air, if not all 8; 0 means all.
  @usableFromInline package var firstBits: UInt8 = 0
  /// How many bits of the last byte were on air, if not all 8; 0 means all.
  @usableFromInline package var lastBits: UInt8 = 0
  /// The length on the link, when the capture kept fewer bytes (`cut`).
  @usableFromInline package var originalLength: UInt32 = 0
  /// Where the bytes lie in the batch's `bytes`.
  @usableFromInline package var bytes: Extent = .none
  /// Where the parity bits lie in the batch's `bytes`: one bit a byte of the frame, first byte in
  /// bit 7. Empty where the source has none.
  @usableFromInline package var parity: Extent = .none
  /// Which of the frames that follow from the captured one this is, from 1; 0 for the captured one.
  /// A trace holds captured frames alone.
  @usableFromInline package var derived: UInt16 = 0
  /// Where a format-specific record remainder lies in the batch's `bytes` (`oddRecord`).
  @usableFromInline package var extra: Extent = .none

  @inlinable package init(number: Int, time: Int64, link: Link, direction: Direction) {
    self.number = number
    self.time = time
    self.link = link
    self.direction = direction
  }
}

/// Frames in a row and the bytes they point into; filled, read and filled again.
@usableFromInline package struct FrameBatch: Sendable {
  @usableFromInline package var frames: [Frame] = []
  @usableFromInline package var bytes: [UInt8] = []

  /// About how many bytes a reader puts into a batch before it hands it on.
  @usableFromInline package static let byteGoal = 256 * 1024
  /// About how many frames a reader puts into a batch before it hands it on.
  @usableFromInline package static let frameGoal = 4096

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
