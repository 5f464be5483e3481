import Bytes

/// Puts frames into blocks and blocks into a file, one behind the other: nothing that was written
/// is ever gone back to, so that a pipe will do.
struct BlockWriter: ~Copyable {
  /// Where the blocks go.
  var output: OutputFile
  /// The number that the next frame has at least.
  private(set) var nextFrame = 1
  /// How many frames were added.
  private(set) var frames = 0
  /// Up to where the file is whole blocks.
  private(set) var goodLength: Int64 = 0

  private var description: TraceDescription
  private var descriptionOffset: Int64 = 0
  private var descriptionEnd: Int64 = 0
  private let trace: UInt32
  private var sequence: UInt32 = 0
  private var columns = FrameColumns()
  private var firstFrame = 1
  private var lastTime: Int64 = 0
  private var index = TraceIndex()
  private let compressor: Compressor
  private var raw = ByteBuffer(capacity: 1 << 12)
  private var block = ByteBuffer(capacity: 1 << 12)
  private var stored = ByteBuffer(capacity: 1 << 12)

  /// A block is sealed when it has so many frames, or its columns have about so many bytes: large
  /// enough that larger ones gain nothing, small enough to lose.
  var frameGoal = Self.usualGoal
  static let usualGoal = 1 << 15
  private static let sizeGoal = 512 << 10
  /// The longest frame, with everything kept of it.
  static let maximumFrame = 4 << 20

  private init(
    _ output: consuming OutputFile, _ description: TraceDescription, trace: UInt32,
    _ compressor: consuming Compressor
  ) {
    self.output = output
    self.description = description
    self.trace = trace
    self.compressor = compressor
  }

  /// Begins a trace with its description. Traces of different `identity` are not taken for parts
  /// of one another.
  static func begin(
    _ output: consuming OutputFile, _ description: TraceDescription, identity: UInt32
  ) throws(TraceError) -> BlockWriter {
    var contents = ByteBuffer(capacity: 256)
    description.write(to: &contents)
    let trace = Checksum.crc32C(contents.span, after: identity)
    var writer = BlockWriter(output, description, trace: trace, try Compressor())
    do throws(TraceError) {
      try writer.writeDescription()
    } catch {
      // A file that holds nothing yet is no trace.
      writer.output.remove()
      throw error
    }
    return writer
  }

  /// Whether frames wait for their block to be sealed.
  var hasUnsealed: Bool { columns.count > 0 }

  /// Adds a frame, whose bytes lie in `store`.
  mutating func append(_ frame: Frame, in store: Span<UInt8>) throws(TraceError) {
    guard frame.number >= nextFrame, frame.number < TraceBlock.maximumNumber else {
      throw TraceError("\(output.name): frame \(frame.number) does not follow the one before it")
    }
    let length = frame.bytes.count + frame.parity.count + frame.extra.count
    guard length <= Self.maximumFrame else {
      throw TraceError(
        "\(output.name): frame \(frame.number) has \(length) bytes; a trace holds frames of up to "
          + "\(Self.maximumFrame)")
    }
    if frame.number > nextFrame { try seal() }
    if columns.count == 0 { firstFrame = frame.number }
    columns.append(frame, in: store)
    nextFrame = frame.number + 1
    frames += 1
    if columns.size >= Self.sizeGoal || columns.count >= frameGoal { try seal() }
  }

  /// Writes the frames that wait as a block.
  mutating func seal() throws(TraceError) {
    guard columns.count > 0 else { return }
    raw.clear()
    let lengths = columns.write(into: &raw)
    var header = TraceBlock(
      kind: .frames, trace: trace, sequence: sequence, firstFrame: firstFrame)
    header.frames = columns.count
    header.times = columns.times
    header.sources = columns.sources
    let entry = TraceIndex.Entry(
      offset: output.count, firstFrame: firstFrame, frames: columns.count, times: columns.times,
      sources: columns.sources)
    columns.clear()
    lastTime = entry.times.upperBound
    try write(header, columns: lengths)
    index.entries.append(entry)
    if index.entries.count == TraceIndex.maximumEntries {
      try writeDescription()
      try writeIndex()
    }
  }

  /// Describes the trace anew, from here on and for all of it.
  mutating func describe(_ description: TraceDescription) throws(TraceError) {
    guard description != self.description else { return }
    try seal()
    self.description = description
    try writeDescription()
  }

  /// Writes what waits, the index and the end.
  mutating func finish() throws(TraceError) {
    try seal()
    // Once more at the end, so that no single broken byte takes the description away.
    if descriptionEnd < goodLength { try writeDescription() }
    if !index.entries.isEmpty { try writeIndex() }
    try writeEnd("")
  }

  /// Takes back what is no whole block, and ends the trace with the reason why it stops here.
  mutating func stop(_ reason: String) throws(TraceError) {
    columns.clear()
    try output.cut(to: goodLength)
    output.giveReserveBack()
    do throws(TraceError) {
      try writeEnd(reason)
    } catch {
      try output.cut(to: goodLength)
      throw error
    }
  }
}

extension BlockWriter {
  private mutating func writeDescription() throws(TraceError) {
    raw.clear()
    description.write(to: &raw)
    guard raw.count <= Self.maximumFrame else {
      throw TraceError(
        "\(output.name): what the trace has to keep beside its frames has \(raw.count) bytes; it "
          + "holds up to \(Self.maximumFrame)")
    }
    let offset = output.count
    try write(heading(.description), columns: [raw.count])
    descriptionOffset = offset
    descriptionEnd = output.count
  }

  private mutating func writeIndex() throws(TraceError) {
    raw.clear()
    index.write(to: &raw)
    let offset = output.count
    try write(heading(.index), columns: [raw.count])
    index = TraceIndex(previous: offset)
  }

  private mutating func writeEnd(_ reason: String) throws(TraceError) {
    raw.clear()
    let end = TraceEnd(
      index: index.previous, description: descriptionOffset, frames: frames, reason: reason)
    end.write(to: &raw)
    var header = heading(.end)
    header.rawLength = raw.count
    stored.clear()
    Self.append(raw, to: &stored)
    try writeStored(header)
  }

  /// The header of a block without frames.
  private func heading(_ kind: TraceBlock.Kind) -> TraceBlock {
    var header = TraceBlock(
      kind: kind, trace: trace, sequence: sequence, firstFrame: nextFrame)
    header.times = lastTime...lastTime
    return header
  }

  /// Compresses and writes what lies in `raw`.
  private mutating func write(_ header: TraceBlock, columns: [Int]) throws(TraceError) {
    var header = header
    header.rawLength = raw.count
    stored.clear()
    // In a small block, fresh statistics for each column cost more than they gain.
    let runs = raw.count < 1024 ? [raw.count] : columns
    let isCompressed = Self.compress(raw, runs, with: compressor, into: &stored)
    if isCompressed && stored.count < raw.count {
      header.codec = .zstd
    } else {
      stored.clear()
      Self.append(raw, to: &stored)
    }
    try writeStored(header)
  }

  /// Writes a header and the bytes in `stored`, in one piece.
  private mutating func writeStored(_ header: TraceBlock) throws(TraceError) {
    var header = header
    header.storedLength = stored.count
    header.checksum = Checksum.crc32C(stored.span)
    block.clear()
    header.write(to: &block)
    Self.append(stored, to: &block)
    try Self.write(block, to: &output)
    sequence += 1
    goodLength = output.count
  }

  // A span of one of its buffers locks the whole writer, so the parts are handed over one by one.

  private static func append(_ raw: borrowing ByteBuffer, to buffer: inout ByteBuffer) {
    buffer.append(raw.span)
  }

  private static func write(
    _ block: borrowing ByteBuffer, to output: inout OutputFile
  ) throws(TraceError) { try output.write(block.span) }

  private static func compress(
    _ raw: borrowing ByteBuffer, _ columns: [Int], with compressor: borrowing Compressor,
    into stored: inout ByteBuffer
  ) -> Bool { compressor.compress(columns.span, of: raw.span, into: &stored) }
}
