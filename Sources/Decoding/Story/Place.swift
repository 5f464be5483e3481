/// Where evidence lies: bytes of one frame.
@usableFromInline package struct Place: Equatable, Hashable, Sendable {
  /// The captured frame's number, from 1.
  @usableFromInline package var frame: Int
  /// Where the bytes begin, and how many there are.
  @usableFromInline var start: UInt32
  @usableFromInline var count: UInt32
  /// Which of the frames derived from it (counted from 1), 0 for the captured frame itself.
  @usableFromInline package var derived: UInt16

  @inlinable package init(frame: Int, derived: UInt16 = 0, bytes: Range<Int>) {
    self.frame = frame
    self.derived = derived
    start = UInt32(clamping: bytes.lowerBound)
    count = UInt32(clamping: bytes.count)
  }

  /// The bytes, counted from 0 in the frame's own bytes (PCB included; for a bad record in the
  /// whole record). Empty at the place where missing bytes would begin.
  @inlinable package var bytes: Range<Int> { Int(start)..<Int(start) + Int(count) }
}
