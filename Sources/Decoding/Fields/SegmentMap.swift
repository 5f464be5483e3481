package import Bytes

/// Finds where bytes of a joined command or answer were captured.
package enum SegmentMap {
  /// The place of a range, in the frame that brought its first byte; nil when no segment did.
  ///
  /// An empty range, and one that begins where the last segment ends, is the place where the next
  /// byte would have been.
  package static func place(
    of range: Range<Int>, in run: Extent, of segments: Span<Segment>
  ) -> Place? {
    let start = range.lowerBound
    for index in run.range where index < segments.count {
      let segment = segments[index]
      let from = Int(segment.offset)
      let end = from + Int(segment.length)
      let isLast = index + 1 == run.range.upperBound
      guard start >= from, start < end || isLast && start == end else { continue }
      let at = Int(segment.frameOffset) + start - from
      return Place(
        frame: segment.frame, derived: segment.derived,
        bytes: at..<at + min(range.count, end - start))
    }
    return nil
  }
}
