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
    /// Keys of MIFARE Classic that may fit, as people write them, the first byte highest.
    package var classicKeys: [UInt64] = []

    package init() {}
  }

  package init(options: Options) { self.options = options }

  /// Decodes a batch and appends to the story what became certain by it.
  package mutating func decode(_ batch: FrameBatch, into story: inout Story) {
    _ = decode(batch, from: 0, restingAfter: .max, into: &story)
  }

  /// Decodes a batch's frames from one on, until a visit's end leaves nothing open behind so many
  /// frames or more. Gives the first frame that is left.
  package mutating func decode(
    _ batch: FrameBatch, from start: Int, restingAfter count: Int, into story: inout Story
  ) -> Int {
    var index = start
    while index < batch.frames.count {
      // One access to a track for all frames of its source that follow each other.
      let source = batch.frames[index].source
      let lane = lanes[slot(of: source)]
      index = Self.decode(
        batch, from: index, of: source, restingAfter: count - (index - start), &lane.track,
        lane.host, &notes, options, into: &story)
      if index - start >= count, isAtRest { break }
    }
    for lane in lanes { lane.track.recallSecrets(in: &story) }
    if options.keepsFrames { notes.give(before: firstPending, to: &story) }
    return index
  }

  /// Decodes frames of one source, until one of another comes, or a visit's end behind so many.
  private static func decode(
    _ batch: FrameBatch, from start: Int, of source: UInt16, restingAfter count: Int,
    _ track: inout Track, _ host: HostSide, _ notes: inout PendingNotes, _ options: Options,
    into story: inout Story
  ) -> Int {
    let bytes = batch.bytes.span
    let frames = batch.frames.span
    var index = start
    while index < frames.count, frames[index].source == source {
      var frame = frames[index]
      if let link = options.link, frame.link == .iso14443 { frame.link = link }
      bound(&frame)
      let first = story.entries.count
      let run = bytes.extracting(frame.bytes.range)
      if !frame.link.isHostSide
        || !host.unwrap(frame, run, &track, &notes, keepsFrames: options.keepsFrames, into: &story)
      {
        let reading = track.receive(frame, run, into: &story)
        if options.keepsFrames {
          notes.add(frame, reading, run)
          notes.assignVisits(from: first, of: story)
        }
      }
      index += 1
      if index - start >= count, story.entries.count > first, track.visit == nil { break }
    }
    return index
  }

  /// Whether everything has ended: no visit is open, and every frame belongs to a step that is told.
  package var isAtRest: Bool {
    for lane in lanes where lane.track.visit != nil { return false }
    return firstPending == .max
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

  /// Keeps a hostile file's times so far from the ends of their range that they can be subtracted,
  /// a frame's length on air from each of them too.
  private static func bound(_ frame: inout Frame) {
    let limit = Int64.max / 4
    if frame.time > limit || frame.time < -limit { frame.time = frame.time > 0 ? limit : -limit }
    if let duration = frame.duration, duration < 0 || duration > 1 << 40 { frame.duration = nil }
  }

  /// The track of a source. More sources than a reader can have share the last one.
  private mutating func slot(of source: UInt16) -> Int {
    let slot = min(Int(source), Self.trackLimit - 1)
    while lanes.count <= slot {
      lanes.append(
        Lane(
          Track(
            source: UInt16(lanes.count), recordsField: false,
            constantBlockNumber: options.constantBlockNumber, registry: registry,
            classicKeys: options.classicKeys)))
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
  /// What unwraps frames of the host's side.
  let host = HostSide()
  init(_ track: consuming Track) { self.track = track }
}

extension Track {
  /// Hides in the open visit's exchanges what only later ones told to be secret.
  fileprivate mutating func recallSecrets(in story: inout Story) {
    guard secretPlaces.isUnsettled, let visit else { return }
    secretPlaces.recall(visit: visit.number, in: &story)
  }

  /// The first frame that no emitted step covers, or `Int.max`.
  fileprivate var firstPending: Int {
    var first = Int.max
    if open.isOpen { first = min(first, open.first) }
    if request.isOpen { first = min(first, request.first) }
    if activation.isOpen { first = min(first, activation.first) }
    if let frames = polling.frames { first = min(first, frames.lowerBound) }
    if let event = fieldEvents.first { first = min(first, event.frames.lowerBound) }
    if let records = records.first { first = min(first, records.frames.lowerBound) }
    return first
  }
}
