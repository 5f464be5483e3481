import Bytes

/// Reads a trace, from a file or as it arrives, and goes on behind whatever is broken.
package final class TraceReader: FrameReader {
  /// What the trace says of itself; for a file that is whole, all of it from the start. There is a
  /// source for every frame, if need be one that is made up.
  package private(set) var description = TraceDescription(format: "trace")
  /// How many frames the trace says to hold; nil where its end was not read.
  package var frameCount: Int? { end?.frames }

  let input: InputFile
  let decompressor: Decompressor
  /// What all blocks of this trace say; nil until the first of them was read.
  private(set) var trace: UInt32?
  /// What the end block says, once it was read.
  private(set) var end: TraceEnd?

  private var scanner: BlockScanner
  /// The contents of the block whose frames are being handed on.
  private var raw = ByteBuffer(capacity: 1 << 16)
  private var decoder: FrameDecoder?
  /// The bytes of the frames that are being handed on, with their CRCs.
  private var restored = ByteBuffer(capacity: 1 << 16)
  private var log = DamageLog()
  private var target: Target?
  private var isDescribed = false
  /// Whether the complete description, from the end of a file, is known.
  private var isWhollyDescribed = false
  private var isFinished = false
  private var highestSource: (number: UInt16, link: Link)?

  /// A place in a trace to go to.
  package enum Target: Equatable, Sendable {
    /// The frame of this number or, where it is not there, the first one behind it.
    case frame(Int)
    /// The first frame that is not earlier.
    case time(Int64)
  }

  /// Opens a trace. One that arrives is waited for until it has described itself.
  package init(_ input: InputFile) throws(TraceError) {
    self.input = input
    scanner = BlockScanner(input)
    decompressor = try Decompressor()
    while decoder == nil && !isDescribed && !isFinished { try step() }
    guard trace != nil else {
      throw TraceError("\(input.name): not a trace: no block of one is in it")
    }
    if let end = try fetchEnd() {
      self.end = end
      if let whole = try fetchDescription(at: end.description) {
        isWhollyDescribed = true
        adopt(whole)
      }
    }
  }

  package var damage: [TraceDamage] { log.damage }

  /// Whether a file that begins like this is a trace: a whole header of a block is in it, in most
  /// cases at its first byte.
  package static func recognizes(_ head: Span<UInt8>) -> Bool {
    for start in head.indices where head[start] == TraceBlock.marker[0] {
      if TraceBlock.find(in: head.extracting(start..<head.count)) != .nothing { return true }
    }
    return false
  }

  package func read(into batch: inout FrameBatch) throws(TraceError) -> Bool {
    batch.clear()
    while true {
      if decoder != nil {
        Self.take(from: &decoder, raw, into: &batch, over: &restored)
        trim(&batch)
        if !batch.frames.isEmpty { return true }
      } else if isFinished {
        return false
      } else {
        try step()
      }
    }
  }

  /// Goes to a place, which the next `read` begins with: in a file anywhere, in a stream ahead.
  package func seek(to target: Target) throws(TraceError) {
    self.target = target
    guard input.isSeekable else { return }
    decoder = nil
    isFinished = false
    log.jump()
    try scanner.go(to: try indexedOffset(of: target) ?? 0)
  }

  private static func take(
    from decoder: inout FrameDecoder?, _ raw: borrowing ByteBuffer, into batch: inout FrameBatch,
    over restored: inout ByteBuffer
  ) {
    decoder?.take(from: raw.span, into: &batch, over: &restored)
    if decoder?.remaining == 0 { decoder = nil }
  }

  /// Takes away what lies before the place to go to.
  private func trim(_ batch: inout FrameBatch) {
    guard let target else { return }
    let first = batch.frames.firstIndex { frame in
      switch target {
      case .frame(let number): frame.number >= number
      case .time(let time): frame.time >= time
      }
    }
    batch.frames.removeFirst(first ?? batch.frames.count)
    if first != nil { self.target = nil }
  }

  /// Uses a description, and makes up a source where frames have one that it does not tell of.
  private func adopt(_ description: TraceDescription) {
    self.description = description
    self.description.format = "trace"
    self.description.reason = "it holds blocks of a trace, whose checksums are right"
    // Frames as JSON say themselves what they were made from.
    if description.format != "trace", description.notes[TraceDescription.origin] == nil {
      self.description.notes[TraceDescription.origin] = description.format
    }
    guard let highestSource else { return }
    while self.description.sources.count <= highestSource.number {
      let name = "source \(self.description.sources.count)"
      self.description.sources.append(
        TraceDescription.Source(name: name, linkType: nil, link: highestSource.link))
    }
  }
}

extension TraceReader {
  /// Takes in what stands next in the file, whatever it is.
  private func step() throws(TraceError) {
    let offset = scanner.offset
    switch try scanner.next() {
    case .end:
      log.finish(at: offset)
      isFinished = true
    case .rubbish:
      log.lose("bytes that are no block", at: offset)
    case .cutHeader:
      log.lose("the file ends inside the header of a block", at: offset)
    case .newer(let version):
      throw TraceError(
        "\(input.name): written in version \(version) of the trace format; this is version "
          + "\(TraceBlock.version)", offset: offset)
    case .block(let block):
      if let trace, block.trace != trace {
        log.lose("a block of another trace", at: offset)
        scanner.refuse()
      } else if isAhead(of: block) {
        if log.meet(block, at: offset) { trace = block.trace }
        try scanner.pass(block)
      } else {
        try take(block, at: offset)
      }
    }
  }

  /// Whether all of a block's frames lie before the place to go to.
  private func isAhead(of block: TraceBlock) -> Bool {
    guard block.kind == .frames else { return false }
    return switch target {
    case .frame(let number): block.firstFrame + block.frames <= number
    case .time(let time): block.times.upperBound < time
    case nil: false
    }
  }

  /// Takes in a block whose header is good.
  private func take(_ block: TraceBlock, at offset: Int64) throws(TraceError) {
    switch try scanner.load(block) {
    case .good: break
    case .checksumWrong:
      return log.lose("the checksum of block \(block.sequence) is wrong", at: offset, block: block)
    case .cut:
      return log.lose("the file ends inside block \(block.sequence)", at: offset, block: block)
    }
    trace = block.trace
    guard block.kind.isKnown else {
      _ = log.meet(block, at: offset)
      return try scanner.pass(block)
    }
    guard block.codec.isKnown else {
      throw TraceError(
        "\(input.name): block \(block.sequence) is stored by a method, "
          + "\(block.codec.rawValue), that this version does not know", offset: offset)
    }
    guard scanner.expand(block, with: decompressor, into: &raw) else {
      let reason = "block \(block.sequence) does not expand to what its header says"
      return log.lose(reason, at: offset, block: block)
    }
    do throws(ContentError) {
      try read(block, at: offset)
    } catch {
      let reason = "block \(block.sequence) contradicts itself: \(error.words)"
      log.lose(reason, at: offset, block: block)
    }
  }

  /// Reads the contents of a block, which lie in `raw`.
  private func read(_ block: TraceBlock, at offset: Int64) throws(ContentError) {
    switch block.kind {
    case .frames:
      let frames = try Self.frames(raw, block)
      guard log.meet(block, at: offset), block.frames > 0 else { return }
      decoder = frames
      if frames.highestSource.number >= highestSource?.number ?? 0 {
        highestSource = frames.highestSource
        adopt(description)
      }
    case .description:
      let description = try Self.description(raw)
      guard log.meet(block, at: offset) else { return }
      isDescribed = true
      if !isWhollyDescribed { adopt(description) }
    case .end:
      let end = try Self.end(raw)
      guard log.meet(block, at: offset) else { return }
      self.end = end
      log.end(end.reason, at: offset)
    default:
      _ = log.meet(block, at: offset)
    }
  }

  // A buffer of a class lends its bytes only to what it is handed to.

  private static func frames(
    _ raw: borrowing ByteBuffer, _ block: TraceBlock
  ) throws(ContentError) -> FrameDecoder {
    try FrameDecoder(
      raw.span, firstNumber: block.firstFrame, count: block.frames,
      earliest: block.times.lowerBound)
  }

  private static func description(
    _ raw: borrowing ByteBuffer
  ) throws(ContentError) -> TraceDescription { try TraceDescription(raw.span) }

  private static func end(_ raw: borrowing ByteBuffer) throws(ContentError) -> TraceEnd {
    try TraceEnd(raw.span)
  }
}
