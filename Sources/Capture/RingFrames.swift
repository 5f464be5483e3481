import Bytes
import TraceFormat

/// What traced programs put into the ring, made into frames.
struct RingFrames {
  let ring: EventRing
  /// What is known of the frames so far; readers are added as programs open them.
  private(set) var description: TraceDescription
  /// What was noticed besides frames.
  private(set) var hints = Hints()
  /// The processes that have written something.
  private(set) var writers: Set<Int32> = []

  /// What explains a recording in which nothing was seen.
  struct Hints: Equatable {
    /// Device files that were opened past the libraries, with what the system said, if it refused.
    var opened: [OpenedFile] = []
    /// Whether libnfc was asked for a reader and had none.
    var askedLibnfc = false
    /// Whether PC/SC was asked for a card and had none.
    var askedPCSC = false
    /// A program with more rights that was started, into which no library is loaded.
    var raised: String?
  }

  private var lastWriter: Int32 = -1
  private let epoch: Int64
  private var number = 0
  private var calls = OpenCalls()
  private var sources: [UInt32: UInt16] = [:]
  /// What was lost here: records that were never finished, or changed.
  private var lost: UInt64 = 0
  private var told: UInt64 = 0
  private var isWrecked = false
  /// Since when a record is waited for whose writer lives.
  private var waitingSince: Int64?

  /// More readers than that, and more processes, are told apart by no program.
  private static let mostSources = 1000
  /// A writer needs less than a microsecond. One that was stopped in it is waited for this long.
  private static let patience: Int64 = 2_000_000_000
  /// After so long, no command comes before one whose call has begun.
  private static let settled: Int64 = 20_000_000

  /// `wallClock` and `clock` are one moment on both clocks.
  init(_ ring: EventRing, program: String, wallClock: Int64, clock: Int64) {
    self.ring = ring
    epoch = wallClock &- clock
    description = TraceDescription(format: "calls")
    description.recorder = "nfctrace"
    description.notes["program"] = program
  }

  /// Takes what is there, until the batch is full.
  mutating func drain(into batch: inout FrameBatch, now: Int64) {
    while !isWrecked && !batch.isFull {
      switch ring.look() {
      case .nothing:
        tellWaiting(into: &batch, now: now)
        return drop(into: &batch, now: now)
      case .event(let event):
        take(event, into: &batch)
      case .unfinished(let process):
        if !isGivenUp(process, now: now) { return }
        lost &+= 1
      case .damaged:
        lost &+= 1
      case .wrecked:
        isWrecked = true
        ring.end()
        let words = "the program wrote over the recorder's memory; what it did later was not seen"
        return note(words, now: now, into: &batch)
      }
      waitingSince = nil
      ring.pass()
    }
    drop(into: &batch, now: now)
  }

  /// Puts words of the recorder's own between the frames.
  mutating func note(_ words: String, now: Int64, into batch: inout FrameBatch) {
    let source = description.sources.isEmpty ? source(named: Self.others, .pn532) : 0
    append(words, as: .comment, at: now, source: source, to: &batch)
  }

  /// Takes the commands whose calls will not end any more, because everybody has.
  mutating func settle(into batch: inout FrameBatch) {
    while let command = calls.takeWaiting(since: .max) { append(command, to: &batch) }
  }

  private mutating func tellWaiting(into batch: inout FrameBatch, now: Int64) {
    while let command = calls.takeWaiting(since: epoch &+ now &- Self.settled) {
      append(command, to: &batch)
    }
  }

  private mutating func append(_ command: OpenCalls.Command, to batch: inout FrameBatch) {
    var frame = command.frame
    frame.bytes = batch.store(command.bytes.span)
    append(frame, to: &batch)
  }

  private mutating func append(_ frame: Frame, to batch: inout FrameBatch) {
    number += 1
    batch.frames.append(frame)
    batch.frames[batch.frames.count - 1].number = number
  }

  private mutating func isGivenUp(_ process: Int32, now: Int64) -> Bool {
    guard ProgramRun.isAlive(process) else { return true }
    let since = waitingSince ?? now
    waitingSince = since
    return now &- since > Self.patience
  }

  /// Says how much was lost since it was last said.
  private mutating func drop(into batch: inout FrameBatch, now: Int64) {
    let count = ring.dropped &+ lost
    let new = count &- told
    guard new > 0 else { return }
    told = count
    var frame = frame(.framesDropped, at: now, source: 0)
    if description.sources.isEmpty { frame.source = source(named: Self.others, .pn532) }
    let bytes = (0..<8).map { UInt8(truncatingIfNeeded: new >> (56 - 8 * $0)) }
    frame.bytes = batch.store(bytes.span)
    append(frame, to: &batch)
  }

  private mutating func take(_ event: RingEvent, into batch: inout FrameBatch) {
    if event.process != lastWriter {
      lastWriter = event.process
      if writers.count < Self.mostSources { writers.insert(event.process) }
    }
    let start = batch.bytes.count
    ring.copyBytes(into: &batch.bytes)
    let bytes = Extent(start..<batch.bytes.count)
    switch event.kind {
    case .frame:
      if let frame = frame(of: event, bytes) { return append(frame, to: &batch) }
      lost &+= 1
    case .begin:
      if let frame = frame(of: event, bytes) {
        calls.begin(
          frame, batch.copy(of: bytes), level: event.original, thread: event.thread)
      } else {
        lost &+= 1
      }
    case .end:
      if let command = calls.end(
        level: event.original, thread: event.thread, at: epoch &+ event.time)
      {
        append(command, to: &batch)
      }
      if event.direction != 0, let frame = frame(of: event, bytes) {
        return append(frame, to: &batch)
      }
    case .device:
      let name = String(decoding: batch.copy(of: bytes), as: UTF8.self)
      let source = source(named: name, Link(rawValue: event.link) ?? .pn532)
      if sources.count < Self.mostSources || sources[event.device] != nil {
        sources[event.device] = source
      }
      var frame = frame(.readerOpened, at: event.time, source: source)
      frame.bytes = bytes
      return append(frame, to: &batch)
    case .opened:
      let path = String(decoding: batch.copy(of: bytes), as: UTF8.self)
      let file = OpenedFile(path: path, error: event.link)
      if hints.opened.count < 16, !hints.opened.contains(file) { hints.opened.append(file) }
    case .called:
      if Link(rawValue: event.link) == .apdu {
        hints.askedPCSC = true
      } else {
        hints.askedLibnfc = true
      }
    case .raised:
      hints.raised = String(decoding: batch.copy(of: bytes), as: UTF8.self)
    case .forked:
      break
    case .unknown:
      lost &+= 1
    }
    // What was no frame leaves no bytes; those of a command that was appended meanwhile stay.
    if batch.frames.last.map({ $0.bytes.range.upperBound <= start }) ?? true {
      batch.bytes.removeLast(batch.bytes.count - start)
    }
  }

  /// A frame as the program's side wrote it; nil where it makes no sense.
  private mutating func frame(of event: RingEvent, _ bytes: Extent) -> Frame? {
    guard let link = Link(rawValue: event.link),
      let direction = Direction(rawValue: event.direction),
      let kind = FrameEvent(rawValue: event.event), kind == .none || direction == .none
    else { return nil }
    var frame = frame(
      kind, at: event.time,
      source: sources[event.device] ?? source(named: Self.others, link))
    frame.link = link
    frame.direction = direction
    frame.flags = FrameFlags(rawValue: event.flags).intersection([
      .crcStripped, .cut, .stampedAtEnd,
    ])
    if frame.flags.contains(.cut) { frame.originalLength = event.original }
    frame.bytes = bytes
    return frame
  }

  private mutating func append(
    _ words: String, as event: FrameEvent, at time: Int64, source: UInt16,
    to batch: inout FrameBatch
  ) {
    var frame = frame(event, at: time, source: source)
    frame.bytes = batch.store(Array(words.utf8).span)
    append(frame, to: &batch)
  }

  private mutating func frame(_ event: FrameEvent, at time: Int64, source: UInt16) -> Frame {
    let index = Int(source)
    let link = index < description.sources.count ? description.sources[index].link : .pn532
    var frame = Frame(number: 0, time: epoch &+ time, link: link, direction: .none)
    frame.event = event
    frame.source = source
    return frame
  }

  /// What frames come from whose reader has told no name.
  private static let others = "program"

  private mutating func source(named name: String, _ link: Link) -> UInt16 {
    if let known = description.sources.firstIndex(where: { $0.name == name }) {
      return UInt16(known)
    }
    guard description.sources.count < Self.mostSources else { return 0 }
    description.sources.append(TraceDescription.Source(name: name, linkType: nil, link: link))
    return UInt16(description.sources.count - 1)
  }
}
