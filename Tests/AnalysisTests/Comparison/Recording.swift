import Bytes
import ForeignFormats
import GrammarLanguage
import TraceFormat

@testable import Analysis
@testable import Decoding

/// A capture in memory whose frames can be changed, taken out and put in.
struct Recording {
  var description: TraceDescription
  var frames: [Item] = []

  /// One frame and its bytes.
  struct Item {
    var frame: Frame
    var bytes: [UInt8]
  }

  /// One of the captures of `Traces/`.
  init(own name: String) throws {
    var reader = try openFrames(path: "\(Capture.root)/Traces/\(name)")
    var batch = FrameBatch()
    description = reader.description
    while try reader.read(into: &batch) {
      for frame in batch.frames {
        frames.append(Item(frame: frame, bytes: batch.copy(of: frame.bytes)))
      }
      description = reader.description
    }
  }

  /// As a capture to compare, its frames numbered anew.
  func compared(_ name: String) -> ComparedCapture {
    let reader = MemoryReader(self)
    return ComparedCapture(name) { () throws(TraceError) in reader }
  }

  /// Puts another recording behind this one.
  static func + (one: Self, other: Self) -> Self {
    var both = one
    both.frames += other.frames
    return both
  }

  /// The same frames so much later, the field having been off before.
  func later(by time: Int64) -> Self {
    var later = self
    for index in frames.indices { later.frames[index].frame.time += time }
    guard let first = later.frames.first else { return later }
    var pause = Frame(
      number: 0, time: first.frame.time, link: first.frame.link, direction: .none)
    pause.event = .fieldOff
    later.frames.insert(Item(frame: pause, bytes: []), at: 0)
    return later
  }

  /// Which CRC a frame ends with, if it does.
  private func crc(of bytes: [UInt8]) -> ((Span<UInt8>) -> UInt16)? {
    guard bytes.count > 2 else { return nil }
    let found = UInt16(bytes[bytes.count - 1]) << 8 | UInt16(bytes[bytes.count - 2])
    let body = Array(bytes.dropLast(2))
    if Checksum.crcA(body.span) == found { return { Checksum.crcA($0) } }
    if Checksum.crcB(body.span) == found { return { Checksum.crcB($0) } }
    // FeliCa sends the high byte first.
    if Checksum.crcF(body.span) == found.byteSwapped { return { Checksum.crcF($0).byteSwapped } }
    return nil
  }

  /// Changes a frame's bytes in front of its CRC, and makes that right again.
  mutating func change(_ index: Int, _ body: (inout [UInt8]) -> Void) {
    var bytes = frames[index].bytes
    guard let crc = crc(of: bytes) else {
      body(&bytes)
      frames[index].bytes = bytes
      return
    }
    bytes.removeLast(2)
    body(&bytes)
    let sum = crc(bytes.span)
    frames[index].bytes = bytes + [UInt8(sum & 0xFF), UInt8(sum >> 8)]
  }

  /// Puts a frame like another in front of an index: its bytes without CRC are given.
  mutating func insert(_ bytes: [UInt8], like index: Int, at place: Int) {
    var item = frames[index]
    let crc = crc(of: item.bytes)
    let sum = crc.map { $0(bytes.span) }
    item.bytes = bytes + (sum.map { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } ?? [])
    item.frame.time = frames[min(place, frames.count - 1)].frame.time
    item.frame.duration = nil
    frames.insert(item, at: place)
  }

  /// Whether a frame's CRC is right, so that it can be made right after a change.
  func hasCRC(_ index: Int) -> Bool { crc(of: frames[index].bytes) != nil }
}

/// Gives a recording's frames, again and again: the end of one reading is the beginning of the next.
private final class MemoryReader: FrameReader {
  private let recording: Recording
  private var isAtEnd = false

  init(_ recording: Recording) { self.recording = recording }

  var description: TraceDescription { recording.description }
  var damage: [TraceDamage] { [] }

  func read(into batch: inout FrameBatch) -> Bool {
    batch.clear()
    guard !isAtEnd else {
      isAtEnd = false
      return false
    }
    isAtEnd = true
    for (index, item) in recording.frames.enumerated() {
      var frame = item.frame
      frame.number = index + 1
      frame.parity = .none
      frame.extra = .none
      frame.bytes = batch.store(item.bytes.span)
      batch.frames.append(frame)
    }
    return !recording.frames.isEmpty
  }
}

/// What one recording tells, for mutations to aim at.
struct Aim {
  private(set) var exchanges: [Target] = []
  private(set) var visits = 0

  /// One exchange: where its bytes are, and its fields.
  struct Target {
    let exchange: Exchange
    /// Indices of its frames.
    let frames: ClosedRange<Int>
    let visit: Int
    let isDerived: Bool
    let command: Half
    let answer: Half
    /// Whether other frames lie between its own.
    var isAlone = true

    /// Whether command and answer are a block each.
    var isSingle: Bool {
      exchange.commandBlocks == 1 && exchange.answerBlocks == 1 && exchange.outcome == .answered
        && exchange.parts == 1 && frames.count == 2 && !isDerived
    }

    var isInBlocks: Bool { exchange.form == .iso7816 || exchange.form == .native }
  }

  /// One half: its bytes, where each was captured, and fields that may be changed.
  struct Half {
    var bytes: [UInt8] = []
    var places: [Int: (frame: Int, offset: Int)] = [:]
    var fields: [(path: String, range: Range<Int>, varies: Bool, isStatus: Bool)] = []
  }

  init(_ recording: Recording) {
    var decoder = Decoder(options: Decoder.Options())
    var dissector = Dissector(lexicon)
    var dissection = Dissection()
    var story = Story()
    var batch = FrameBatch()
    for (index, item) in recording.frames.enumerated() {
      var frame = item.frame
      frame.number = index + 1
      frame.bytes = batch.store(item.bytes.span)
      batch.frames.append(frame)
    }
    decoder.decode(batch, into: &story)
    decoder.finish(into: &story)
    for entry in story.entries {
      if case .visit = entry { visits += 1 }
      if case .step(let step, _) = entry, case .exchange(let exchange) = step.content {
        dissector.dissect(step, in: story, into: &dissection)
        exchanges.append(
          Target(
            exchange: exchange, frames: step.frames.lowerBound - 1...step.frames.upperBound - 1,
            visit: step.visit, isDerived: step.firstDerived != 0,
            command: Self.half(
              dissection.command, exchange.command, exchange.commandSegments, story),
            answer: Self.half(
              dissection.answer, exchange.answer, exchange.answerSegments, story)))
      }
      dissector.observe(entry, in: story)
    }
  }

  private static func half(
    _ half: Dissection.Half, _ run: Extent, _ segments: Extent, _ story: Story
  ) -> Half {
    var found = Half()
    found.bytes = Array(story.bytes[run.range])
    for segment in story.segments[segments.range] {
      let isDerived = segment.derived != 0
      if isDerived, segment.origin == Segment.unknownOrigin { continue }
      let start = Int(isDerived ? segment.origin : segment.frameOffset)
      for index in 0..<Int(segment.length) {
        found.places[Int(segment.offset) + index] = (segment.frame - 1, start + index)
      }
    }
    for index in half.tree.nodes.indices {
      let node = half.tree.nodes[index]
      let hasInner =
        index + 1 < half.tree.nodes.count && half.tree.nodes[index + 1].depth > node.depth
      let isLeaf = !hasInner || node.kind == .number
      guard node.depth > 0, isLeaf, !node.place.isEmpty, node.item == FieldNode.noItem else {
        continue
      }
      switch node.kind {
      case .message, .group, .list, .bits, .entry: continue
      case .number, .bytes, .element, .status: break
      }
      var path = ByteBuffer(capacity: 32)
      lexicon.append(pathOf: index, in: half.tree, to: &path)
      found.fields.append(
        (
          String(decoding: [UInt8](copying: path.span), as: UTF8.self), node.place.range,
          lexicon.attributes(of: node.label).varies, node.kind == .status
        ))
    }
    return found
  }
}
