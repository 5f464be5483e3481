import Bytes
import Testing

@testable import TraceFormat

@Suite struct TraceReaderTests {
  @Test("A trace is the same in pieces of any size", arguments: [1, 2, 71, 72, 73, 1000, 100_000])
  func arrives(piece: Int) throws {
    let trace = try trace(frames: 60, inBlocksOf: 7)
    let reading = try TraceReading(trace.bytes, piece: piece)
    #expect(reading.frames == trace.frames)
    #expect(reading.damage == [])
  }

  @Test func aBatchIsHandedOnWhenItsBlockIsThere() throws {
    let trace = try trace(frames: 20, inBlocksOf: 5)
    let places = trace.places
    // Reading beyond the end of the first blocks of frames would fail.
    let source = Pieces([Array(trace.bytes[..<places[2].end])], thenFail: true)
    let reader = try TraceReader(InputFile(source))
    var batch = FrameBatch()
    #expect(try reader.read(into: &batch))
    #expect(batch.whole == Array(trace.frames[..<5]))
    #expect(try reader.read(into: &batch))
    #expect(batch.whole == Array(trace.frames[5..<10]))
    #expect(throws: TraceError("pieces: broken")) { try reader.read(into: &batch) }
  }

  @Test func aLargeBlockComesInSeveralBatches() throws {
    let trace = try trace(frames: 10_000, inBlocksOf: 32_768)
    let reader = try TraceReader(trace.bytes)
    var batch = FrameBatch()
    var counts: [Int] = []
    while try reader.read(into: &batch) { counts.append(batch.frames.count) }
    #expect(counts == [4096, 4096, 1808])
    #expect(batch.frames.isEmpty)
    #expect(try TraceReading(trace.bytes).frames == trace.frames)
  }

  @Test("Every frame can be gone to", arguments: [true, false])
  func seeks(hasIndex: Bool) throws {
    let trace = try trace(frames: 40, inBlocksOf: 7, ends: hasIndex)
    let scratch = try Scratch()
    let reader = try TraceReader(InputFile(path: scratch.file("a", trace.bytes)))
    #expect(reader.frameCount == (hasIndex ? 40 : nil))
    for number in (1...41).reversed() {
      try reader.seek(to: .frame(number))
      #expect(try reader.frames() == Array(trace.frames[(number - 1)...]), "frame \(number)")
      let time = number <= 40 ? trace.frames[number - 1].frame.time : Int64.max
      try reader.seek(to: .time(time))
      #expect(try reader.frames() == Array(trace.frames[(number - 1)...]), "frame \(number)")
    }
    try reader.seek(to: .time(.min))
    #expect(try reader.frames() == trace.frames)
    #expect(reader.damage.count == (hasIndex ? 0 : 1))
  }

  @Test func aTimeIsFoundWhereTimesRunBackwards() throws {
    var frames = Frames()
    for time in [10, 20, 50, 5, 60, 7] { frames.add([0x26], time: Int64(time)) }
    let trace = try MadeTrace(frames.batch, inBlocksOf: 2)
    let scratch = try Scratch()
    let reader = try TraceReader(InputFile(path: scratch.file("a", trace.bytes)))
    for (time, number) in [(0, 1), (15, 2), (21, 3), (50, 3), (51, 5)] {
      try reader.seek(to: .time(Int64(time)))
      #expect(try reader.frames().first?.frame.number == number, "time \(time)")
    }
  }

  @Test func aStreamIsGoneForwardIn() throws {
    let trace = try trace(frames: 40, inBlocksOf: 7)
    let reader = try TraceReader(trace.bytes)
    try reader.seek(to: .frame(30))
    #expect(try reader.frames() == Array(trace.frames[29...]))
    #expect(reader.damage == [])
  }

  @Test func anIndexThatLiesIsGoneAround() throws {
    var trace = try trace(frames: 40, inBlocksOf: 7)
    let count = trace.places.count
    let index = trace.places[count - 2]
    #expect(index.block.kind == .index)
    // The index's place is taken by one that leads into the middle of blocks.
    var lie = TraceIndex()
    lie.entries = [.init(offset: 99, firstFrame: 1, frames: 40, times: 0...0, sources: 1)]
    var contents = ByteBuffer(capacity: 64)
    lie.write(to: &contents)
    trace.bytes.removeSubrange(index.start..<index.end)
    trace.insert(behind: count - 3, kind: 3, contents: [UInt8](copying: contents.span))
    let scratch = try Scratch()
    let reader = try TraceReader(InputFile(path: scratch.file("a", trace.bytes)))
    try reader.seek(to: .frame(30))
    #expect(try reader.frames() == Array(trace.frames[29...]))
  }

  @Test("An unknown kind of block is stepped over", arguments: [0, 5, 255] as [UInt8])
  func unknownKind(kind: UInt8) throws {
    var trace = try trace(frames: 20, inBlocksOf: 5)
    trace.insert(behind: 2, kind: kind, codec: 77, contents: [1, 2, 3])
    let reading = try TraceReading(trace.bytes)
    #expect(reading.frames == trace.frames)
    #expect(reading.damage == [])
  }

  @Test func anUnknownCodecIsAnError() throws {
    var trace = try trace(frames: 20, inBlocksOf: 5)
    trace.insert(behind: 2, kind: 2, codec: 7, contents: [1, 2, 3])
    let offset = trace.places[3].start
    let error = TraceError(
      "pieces: block 3 is stored by a method, 7, that this version does not know",
      offset: Int64(offset))
    #expect(throws: error) { try TraceReading(trace.bytes) }
  }

  @Test func whatIsNoTraceIsSaidSo() throws {
    let error = TraceError("pieces: not a trace: no block of one is in it")
    #expect(throws: error) { try TraceReader([]) }
    #expect(throws: error) { try TraceReader([UInt8](repeating: 0x89, count: 1000)) }
    #expect(throws: error) { try TraceReader(TraceBlock.marker) }
    let trace = try trace(frames: 1, inBlocksOf: 5)
    #expect(recognizes(trace.bytes))
    #expect(recognizes(Array(trace.bytes.dropFirst())))
    #expect(!recognizes(TraceBlock.marker))
  }

  private func recognizes(_ head: [UInt8]) -> Bool { TraceReader.recognizes(head.span) }

  @Test func everySourceOfAFrameIsTheresEvenIfNobodyToldOfIt() throws {
    var frames = Frames()
    frames.add([0x26], time: 0, link: .nfcA) { $0.source = 2 }
    let trace = try MadeTrace(frames.batch, inBlocksOf: 1)
    let description = try TraceReading(trace.bytes).description
    #expect(description.sources.map(\.name) == ["source 0", "source 1", "source 2"])
    #expect(description.sources.map(\.link) == [.nfcA, .nfcA, .nfcA])
  }

  private func trace(frames count: Int, inBlocksOf size: Int, ends: Bool = true) throws -> MadeTrace
  {
    var frames = Frames(seed: 8)
    frames.addTraffic(count)
    return try MadeTrace(frames.batch, inBlocksOf: size, ends: ends)
  }
}
