/// Where a byte of a tag's memory came from: a frame, and the byte in it.
package struct MemoryOrigin: Equatable, Hashable, Sendable {
  /// The captured frame's number from 1; 0 for a dump, which has no frames.
  package var frame: Int
  /// Which of the frames derived from it, 0 for itself.
  package var derived: UInt16
  /// The byte's place in that frame, or in the dump.
  package var offset: Int
  /// The first frame of the exchange that brought it.
  package var exchange: Int

  package init(frame: Int, derived: UInt16 = 0, offset: Int, exchange: Int = 0) {
    self.frame = frame
    self.derived = derived
    self.offset = offset
    self.exchange = exchange
  }

  /// The origin of a byte that came so many bytes later in the same run.
  package func moved(by count: Int) -> Self {
    var moved = self
    moved.offset += count
    return moved
  }
}
