import Bytes
import Decoding

/// Bytes that belong together, and where each was captured.
struct Stream {
  private(set) var bytes: [UInt8] = []
  private(set) var places: [(frame: Int, offset: UInt32)] = []

  /// Whose they are.
  struct Key: Hashable {
    let visit: Int
    let isAnswer: Bool
  }

  /// No value that is looked for is longer.
  private static let memory = 128

  /// Appends `part` of a command or answer, which lies at `run` in the story.
  mutating func append(
    _ run: Range<Int>, _ part: Range<Int>, _ segments: Extent, of story: borrowing Story
  ) {
    let start = bytes.count
    for index in part {
      bytes.append(story.bytes[run.lowerBound + index])
      places.append((0, 0))
    }
    for index in segments.range where index < story.segments.count {
      let segment = story.segments[index]
      let from = Int(segment.offset)
      let lies = (from..<from + Int(segment.length)).clamped(to: part)
      guard segment.derived == 0 || segment.origin != Segment.unknownOrigin else { continue }
      let base = segment.derived == 0 ? segment.frameOffset : segment.origin
      for place in lies {
        places[start + place - part.lowerBound] = (segment.frame, base + UInt32(place - from))
      }
    }
  }

  /// Forgets all but the last bytes.
  mutating func keepEnd() {
    let surplus = bytes.count - Self.memory
    guard surplus > 0 else { return }
    bytes.removeFirst(surplus)
    places.removeFirst(surplus)
  }
}
