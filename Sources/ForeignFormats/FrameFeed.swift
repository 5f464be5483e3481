import Bytes
import TraceFormat

/// Numbers the frames that a reader of lines or objects makes, and keeps what they tell of the whole
/// capture.
///
/// A frame that tells something new begins a batch, so that what is known with a batch does not
/// depend on the pieces in which the capture came. Until then it is held, and nothing more is read.
struct FrameFeed {
  var description: TraceDescription
  private(set) var log = DamageLog()
  private var count = 0
  private var held: [Held] = []
  /// The sources that were met; those of the description are the ones whose frames were handed on.
  private var met: [TraceDescription.Source] = []

  /// A frame that waits for the next batch.
  private struct Held {
    let frame: Frame
    let bytes: [UInt8]
    let parity: [UInt8]
  }

  /// Whether the batch has to be handed on before more is read.
  var isHolding: Bool { !held.isEmpty }

  init(format: String, reason: String, source: TraceDescription.Source) {
    description = TraceDescription(format: format)
    description.reason = reason
    description.timesAreWallClock = false
    description.sources = [source]
    met = [source]
  }

  /// Says who the sources are, where a file says it in advance.
  mutating func begin(sources: [TraceDescription.Source]) {
    guard count == 0, held.isEmpty else { return }
    description.sources = sources
    met = sources
  }

  /// Says that times are dates, if that is known before the first frame.
  mutating func begin(isDated: Bool) {
    if count == 0, held.isEmpty { description.timesAreWallClock = isDated }
  }

  /// Notes that something is wrong at an offset of the file.
  mutating func note(_ reason: String, at offset: Int64) { log.note(reason, at: offset) }

  /// The number of the source of a name, which is added if it is new.
  mutating func source(named name: String, link: Link) -> UInt16 {
    if let index = met.firstIndex(where: { $0.name == name }) { return UInt16(index) }
    let source = TraceDescription.Source(name: name, linkType: nil, link: link)
    if count == 0, held.isEmpty, met.count == 1, met[0].name.isEmpty {
      met = [source]
      description.sources = met
      return 0
    }
    guard met.count < Self.mostSources else { return UInt16(met.count - 1) }
    met.append(source)
    return UInt16(met.count - 1)
  }

  /// A file names a few readers; one that names more is hostile.
  private static let mostSources = 256
}

extension FrameFeed {
  /// Adds a frame, to the batch or to what waits for the next.
  mutating func add(
    _ frame: Frame, _ bytes: [UInt8], parity: [UInt8] = [], to batch: inout FrameBatch
  ) {
    let held = Held(frame: frame, bytes: bytes, parity: parity)
    if isHolding || tells(frame) && !batch.frames.isEmpty {
      self.held.append(held)
    } else {
      put(held, into: &batch)
    }
  }

  /// Puts what was held into a new batch.
  mutating func release(into batch: inout FrameBatch) {
    while let next = held.first, batch.frames.isEmpty || !tells(next.frame) {
      put(next, into: &batch)
      held.removeFirst()
    }
  }

  private mutating func put(_ held: Held, into batch: inout FrameBatch) {
    count += 1
    var frame = held.frame
    frame.number = count
    frame.bytes = batch.store(held.bytes.span)
    if !held.parity.isEmpty { frame.parity = batch.store(held.parity.span) }
    learn(from: frame)
    batch.frames.append(frame)
  }

  /// Whether a frame tells something of its source that was not known.
  private func tells(_ frame: Frame) -> Bool {
    let source = Int(frame.source)
    guard source < description.sources.count else { return true }
    return switch frame.event {
    case .fieldOn, .fieldOff: !description.sources[source].recordsField
    case .none: description.sources[source].link == .other && frame.link != .other
    default: false
    }
  }

  private mutating func learn(from frame: Frame) {
    let source = Int(frame.source)
    while description.sources.count <= source, description.sources.count < met.count {
      description.sources.append(met[description.sources.count])
    }
    guard source < description.sources.count else { return }
    switch frame.event {
    case .fieldOn, .fieldOff: description.sources[source].recordsField = true
    case .none:
      if description.sources[source].link == .other {
        description.sources[source].link = frame.link
      }
    default: break
    }
  }
}
