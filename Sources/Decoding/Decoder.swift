import Bytes
package import TraceFormat

/// Frames in, a story out: activation, blocks, exchanges and visits of every source.
///
///     batch of frames → Track (one a source) → Story: visits, steps, defects, frame notes
///
/// Memory does not grow with the trace: a track holds the exchange it is building (64 KiB a side
/// at the most), the registry remembers 65,536 cards.
package struct Decoder {
  private var lanes: [Lane] = []
  private let registry = VisitRegistry()
  private let options: Options
  private var notes = PendingNotes()

  /// What the decoder is asked for, and what is known of the source.
  package struct Options: Sendable {
    /// Whether the story shall list frames.
    package var keepsFrames = false
    /// Take every frame on air for this link, whatever its source says.
    package var link: Link?
    /// The source writes one block number on every block (NFCGate does).
    package var constantBlockNumber = false

    package init() {}
  }

  package init(options: Options) { self.options = options }

  /// Decodes a batch and appends to the story what became certain by it.
  package mutating func decode(_ batch: FrameBatch, into story: inout Story) {
    let bytes = batch.bytes.span
    for index in batch.frames.indices {
      var frame = batch.frames[index]
      if let link = options.link, frame.link == .iso14443 { frame.link = link }
      Self.bound(&frame)
      let slot = slot(of: frame)
      let first = story.entries.count
      let reading = lanes[slot].track.receive(
        frame, bytes.extracting(frame.bytes.range), into: &story)
      if options.keepsFrames {
        notes.add(frame, reading, bytes.extracting(frame.bytes.range))
        notes.assignVisits(from: first, of: story)
      }
    }
    if options.keepsFrames { notes.give(before: firstPending, to: &story) }
  }

  /// Ends every visit: the input is over.
  package mutating func finish(into story: inout Story) {
    let first = story.entries.count
    for lane in lanes { lane.track.finish(into: &story) }
    if options.keepsFrames {
      notes.assignVisits(from: first, of: story)
      notes.give(before: Int.max, to: &story)
    }
  }

  /// Keeps a hostile file's times so far from the ends of their range that they can be subtracted.
  private static func bound(_ frame: inout Frame) {
    let limit = Int64.max / 2
    if frame.time > limit || frame.time < -limit { frame.time = frame.time > 0 ? limit : -limit }
    if let duration = frame.duration, duration < 0 || duration > 1 << 40 { frame.duration = nil }
  }

  /// The track of a frame's source. More sources than a reader can have share the last one.
  private mutating func slot(of frame: Frame) -> Int {
    let slot = min(Int(frame.source), Self.trackLimit - 1)
    while lanes.count <= slot {
      lanes.append(
        Lane(
          Track(
            source: UInt16(lanes.count), recordsField: false,
            constantBlockNumber: options.constantBlockNumber, registry: registry)))
    }
    return slot
  }

  private static let trackLimit = 256

  /// The first frame whose step is still being built in any track.
  private var firstPending: Int {
    var first = Int.max
    for lane in lanes { first = min(first, lane.track.firstPending) }
    return first
  }
}

/// What holds a track in an array, where a value that cannot be copied has no place.
private final class Lane {
  var track: Track
  init(_ track: consuming Track) { self.track = track }
}

extension Track {
  /// The first frame that no emitted step covers, or `Int.max`.
  fileprivate var firstPending: Int {
    var first = Int.max
    if open.isOpen { first = min(first, open.first) }
    if request.isOpen { first = min(first, request.first) }
    if activation.isOpen { first = min(first, activation.first) }
    if let frames = polling.frames { first = min(first, frames.lowerBound) }
    if let event = fieldEvents.first { first = min(first, event.frames.lowerBound) }
    if let records { first = min(first, records.frames.lowerBound) }
    return first
  }
}
