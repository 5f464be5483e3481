import Bytes
import Glibc

@testable import TraceFormat

/// A trace in memory, and where its blocks lie, as their headers say.
struct MadeTrace {
  var bytes: [UInt8]
  /// What was written.
  let frames: [WholeFrame]

  struct Place: Equatable {
    var block: TraceBlock
    var start: Int
    var end: Int { start + TraceBlock.headerLength + block.storedLength }
    /// The numbers of the block's frames.
    var numbers: Range<Int> { block.firstFrame..<block.firstFrame + block.frames }
  }

  /// All blocks, first to last.
  var places: [Place] {
    var places: [Place] = []
    var start = 0
    while case .block(let block) = TraceBlock.find(in: Array(bytes[start...]).span) {
      places.append(Place(block: block, start: start))
      start = places[places.count - 1].end
    }
    return places
  }

  /// Writes frames in blocks of so many; `ends` is false for a recording that was killed.
  init(
    _ batch: FrameBatch, inBlocksOf count: Int, ends: Bool = true,
    _ description: TraceDescription = .init(format: "pcap")
  ) throws {
    let scratch = try Scratch()
    let output = try OutputFile.under(scratch.path("trace"), force: false)
    var writer = try BlockWriter.begin(output, description, identity: 0)
    writer.frameGoal = count
    for frame in batch.frames { try writer.append(frame, in: batch.bytes.span) }
    try writer.seal()
    if ends { try writer.finish() }
    bytes = try scratch.bytes("trace")
    frames = batch.whole
  }

  /// Records frames in blocks of so many, and takes the file as it is before the recording ends or,
  /// with `ends`, as compacting leaves it.
  init(
    recording batch: FrameBatch, inBlocksOf count: Int, ends: Bool, _ description: TraceDescription
  ) throws {
    let scratch = try Scratch()
    var writer = try TraceWriter(
      to: scratch.path("trace"), for: .recording(synchronized: false), description)
    writer.recording?.adjust { $0.frameGoal = count }
    // Blocks that are not full are sealed by the alarm, which makes compacting worth while.
    var part = batch
    var done = 0
    for end in [batch.frames.count - 8, batch.frames.count - 4, batch.frames.count] {
      part.frames = Array(batch.frames[done..<end])
      try writer.append(part)
      while try TraceReading(scratch.bytes("trace")).frames.count < end { usleep(1000) }
      done = end
    }
    bytes = try scratch.bytes("trace")
    if ends {
      _ = try writer.finish()
      bytes = try scratch.bytes("trace")
    }
    frames = batch.whole
  }

  /// A trace that somebody else wrote.
  init(example bytes: [UInt8], of batch: FrameBatch) {
    self.bytes = bytes
    frames = batch.whole
  }

  /// What a block holds, expanded.
  func contents(of place: Place) throws -> [UInt8] {
    let stored = Array(bytes[place.start + TraceBlock.headerLength..<place.end])
    guard place.block.codec == .zstd else { return stored }
    var raw = ByteBuffer(capacity: 64)
    let decompressor = try Decompressor()
    guard decompressor.decompress(stored.span, length: place.block.rawLength, into: &raw) else {
      return []
    }
    return [UInt8](copying: raw.span)
  }

  /// The frames that are not in a block.
  func frames(without lost: Place) -> [WholeFrame] {
    frames.filter { lost.block.frames == 0 || !lost.numbers.contains($0.frame.number) }
  }

  /// Puts a block of a kind behind the block of an index, with the sequence number that it has
  /// there, and counts on the blocks behind it.
  mutating func insert(
    behind index: Int, kind: UInt8, codec: UInt8 = 0, contents: [UInt8],
    _ change: (inout TraceBlock) -> Void = { _ in }
  ) {
    var places = places
    var made: [(block: TraceBlock, contents: [UInt8])] = places.map {
      ($0.block, Array(bytes[$0.start + TraceBlock.headerLength..<$0.end]))
    }
    var block = TraceBlock(
      kind: .init(rawValue: kind), codec: .init(rawValue: codec), trace: places[0].block.trace,
      sequence: 0, firstFrame: places[index].numbers.upperBound)
    block.storedLength = contents.count
    block.rawLength = contents.count
    block.checksum = Checksum.crc32C(contents.span)
    let time = places[index].block.times.upperBound
    block.times = time...time
    change(&block)
    made.insert((block, contents), at: index + 1)
    places.removeAll()
    var buffer = ByteBuffer(capacity: bytes.count)
    for (sequence, part) in made.enumerated() {
      var block = part.block
      block.sequence = UInt32(sequence)
      block.write(to: &buffer)
      buffer.append(part.contents.span)
    }
    bytes = [UInt8](copying: buffer.span)
  }
}

/// What a reader gives of a trace.
struct TraceReading: Equatable {
  var frames: [WholeFrame]
  var damage: [TraceDamage]
  var description: TraceDescription

  init(_ reader: TraceReader) throws {
    frames = try reader.frames()
    damage = reader.damage
    description = reader.description
  }

  /// Reads bytes as they come through a pipe.
  init(_ bytes: [UInt8], piece: Int = 1 << 16) throws {
    try self.init(try TraceReader(bytes, piece: piece))
  }
}
