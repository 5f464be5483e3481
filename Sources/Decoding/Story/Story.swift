package import Bytes
package import TraceFormat

/// What the decoder understood, in order, until somebody drains it.
///
/// The decoder appends; a consumer reads what is there and calls `clear()`. Values, extents and
/// flat stores only: nothing is allocated per frame once the stores have grown.
package struct Story: Sendable {
  /// Visits, steps and ends in the order in which they became certain.
  package var entries: [Entry] = []
  /// Defects, each after the entry it belongs to became certain.
  package var defects: [Defect] = []
  /// Commands, answers and other bytes that the entries point into.
  package var bytes: [UInt8] = []
  /// Where exchanges' bytes were captured.
  package var segments: [Segment] = []
  /// The commands and answers of exchanges that were joined from several.
  package var parts: [ExchangePart] = []
  /// If the decoder was asked for them: one note a captured frame, in order. A note appears no
  /// earlier than the step its frame belongs to, so that every secret in it is known by then.
  package var frames: [FrameNote] = []
  /// The bytes of `frames`.
  package var frameBytes: [UInt8] = []

  package init() {}

  /// One piece of the story.
  package enum Entry: Sendable, Equatable {
    case visit(Visit)
    /// With the indices of its defects in `defects`.
    case step(Step, defects: Range<Int>)
    case end(VisitEnd)
  }

  /// Forgets everything and keeps the room.
  package mutating func clear() {
    entries.removeAll(keepingCapacity: true)
    defects.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
    segments.removeAll(keepingCapacity: true)
    parts.removeAll(keepingCapacity: true)
    frames.removeAll(keepingCapacity: true)
    frameBytes.removeAll(keepingCapacity: true)
  }

  /// Copies bytes into the story and says where they lie.
  package mutating func store(_ run: Span<UInt8>) -> Extent {
    let start = bytes.count
    bytes.append(run)
    return Extent(start..<bytes.count)
  }

  /// The place of a range of an exchange's command or answer, in the frame that brought its first
  /// byte; nil when the range lies behind the last segment.
  package func place(of range: Range<Int>, in run: Extent) -> Place? {
    for index in run.range {
      let start = Int(segments[index].offset)
      let end = start + Int(segments[index].length)
      guard range.lowerBound >= start, range.lowerBound < end else { continue }
      let from = Int(segments[index].frameOffset) + range.lowerBound - start
      return Place(
        frame: segments[index].frame, derived: segments[index].derived,
        bytes: from..<from + min(range.count, end - range.lowerBound))
    }
    return nil
  }
}

/// What is known of one captured frame after decoding: for output that lists frames.
package struct FrameNote: Equatable, Sendable {
  /// The frame, its extents pointing into the story's `frameBytes`.
  package var frame: Frame
  package var visit: Int
  package var crc: CRCVerdict
  package var name: FrameName

  /// Whether the CRC that must be there is right.
  package enum CRCVerdict: UInt8, Equatable, Sendable {
    case good, bad
    /// It must be there, and the frame has no room for it or hardware took it off.
    case absent
    /// This frame has none.
    case none
  }
}
