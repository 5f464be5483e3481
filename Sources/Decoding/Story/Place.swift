/// Where evidence lies: bytes of one frame.
package struct Place: Equatable, Hashable, Sendable {
  /// The captured frame's number, from 1.
  package var frame: Int
  /// Which of the frames derived from it (counted from 1), 0 for the captured frame itself.
  package var derived: UInt16
  /// The bytes, counted from 0 in the frame's own bytes (PCB included; for a bad record in the
  /// whole record). Empty at the place where missing bytes would begin.
  package var bytes: Range<Int>

  @inlinable package init(frame: Int, derived: UInt16 = 0, bytes: Range<Int>) {
    self.frame = frame
    self.derived = derived
    self.bytes = bytes
  }
}
