import Bytes
import Testing

@testable import TraceFormat

@Suite struct TraceWriterTests {
  @Test(arguments: 1...20) func everyFieldOfEveryFrameComesBack(seed: Int) throws {
    var frames = Frames(seed: UInt64(seed))
    for _ in 0..<frames.random(300) + 1 { frames.addAnything() }
    let scratch = try Scratch()
    try scratch.convert([frames.batch], to: "a")
    let reader = try TraceReader(InputFile(path: scratch.path("a")))
    #expect(try reader.frames() == frames.batch.whole)
    #expect(reader.damage == [])
    #expect(try TraceReader(scratch.bytes("a"), piece: 7).frames() == frames.batch.whole)
  }

  @Test func everythingTheDescriptionSaysComesBack() throws {
    var description = TraceDescription(format: "pcap")
    description.recorder = "a sniffer of ours"
    description.timesAreWallClock = false
    description.timeDigits = 6
    description.pcapHeader = [UInt8](0..<24)
    description.pcapTail = [1, 2, 3]
    description.notes = ["name": "värde", "": "no name", "empty": ""]
    var source = TraceDescription.Source(name: "slot 1", linkType: .max, link: .other)
    source.recordsField = true
    description.sources = [source, .init(name: "", linkType: nil, link: .nfcV)]
    let scratch = try Scratch()
    var frames = Frames()
    frames.add([0x26], time: 0)
    try scratch.convert([frames.batch], to: "a", description)
    let read = try TraceReader(InputFile(path: scratch.path("a"))).description
    description.format = "trace"
    description.notes["origin"] = "pcap"
    // Why this is a trace is this file's own.
    description.reason = "it holds blocks of a trace, whose checksums are right"
    #expect(read == description)
    // Once more through a trace: what it was made from first is what counts.
    try scratch.convert([frames.batch], to: "b", read)
    #expect(try TraceReader(InputFile(path: scratch.path("b"))).description == read)
  }

  @Test func whatIsLearnedOnTheWayIsThereFromTheStart() throws {
    let scratch = try Scratch()
    var frames = Frames()
    frames.add([0x26], time: 0)
    var writer = try TraceWriter(to: scratch.path("a"), for: .conversion, .init(format: "pcap"))
    try writer.append(frames.batch)
    var description = TraceDescription(format: "pcap")
    description.pcapTail = [9]
    try writer.describe(description)
    frames.add([0x52], time: 1)
    frames.batch.frames.removeFirst()
    try writer.append(frames.batch)
    let outcome = try writer.finish()
    let bytes = try scratch.bytes("a")
    #expect(outcome == .init(frames: 2, bytes: Int64(bytes.count), notes: []))
    #expect(try TraceReader(InputFile(path: scratch.path("a"))).description.pcapTail == [9])
    // A stream tells when it comes to it.
    let stream = try TraceReader(bytes)
    #expect(stream.description.pcapTail == [])
    #expect(try stream.frames().map(\.bytes) == [[0x26], [0x52]])
    #expect(stream.description.pcapTail == [9])
  }

  @Test func aConversionLeavesNothingWhereverTheDiskIsFull() throws {
    var frames = Frames()
    frames.addTraffic(20)
    let scratch = try Scratch()
    try scratch.convert([frames.batch], to: "whole", blocksOf: 5)
    let length = try scratch.bytes("whole").count
    for room in 0..<length {
      #expect(throws: TraceError("\(scratch.path("a")): No space left on device", system: .noRoom))
      {
        try scratch.convert([frames.batch], to: "a", room: room, blocksOf: 5)
      }
      #expect(scratch.names == ["whole"], "room for \(room)")
    }
    try scratch.convert([frames.batch], to: "a", room: length, blocksOf: 5)
    #expect(try scratch.bytes("a") == scratch.bytes("whole"))
  }

  @Test func numbersThatAreLeftOutAreNoDamage() throws {
    var frames = Frames()
    for number in [3, 4, 9, 1000] { frames.add([0x26], number: number, time: 0) }
    let scratch = try Scratch()
    try scratch.convert([frames.batch], to: "a")
    let reading = try TraceReading(scratch.bytes("a"))
    #expect(reading.frames.map(\.frame.number) == [3, 4, 9, 1000])
    #expect(reading.damage == [])
  }

  @Test("Numbers go up", arguments: [0, -1, 1, Int.max]) func refusesNumbers(number: Int) throws {
    let scratch = try Scratch()
    var frames = Frames()
    frames.add([0x26], number: 1, time: 0)
    frames.add([0x26], number: number, time: 0)
    #expect(
      throws: TraceError("\(scratch.path("a")): frame \(number) does not follow the one before it")
    ) {
      try scratch.convert([frames.batch], to: "a")
    }
    #expect(scratch.names == [])
  }

  @Test func aFrameMayBeAsLongAsABlockAllowsAndNoLonger() throws {
    let scratch = try Scratch()
    var frames = Frames()
    frames.add([UInt8](repeating: 7, count: 4 << 20), time: 0, link: .other)
    frames.add([1], time: 1)
    try scratch.convert([frames.batch], to: "a")
    #expect(try TraceReading(scratch.bytes("a")).frames == frames.batch.whole)
    frames.add([UInt8](repeating: 7, count: 4 << 20 + 1), time: 0, link: .other)
    #expect(throws: TraceError.self) { try scratch.convert([frames.batch], to: "b") }
  }

  @Test func aTraceWithoutFramesIsATrace() throws {
    let scratch = try Scratch()
    try scratch.convert([], to: "a")
    let reading = try TraceReading(TraceReader(InputFile(path: scratch.path("a"))))
    #expect(reading.frames == [])
    #expect(reading.damage == [])
  }

  @Test func theSameInputGivesTheSameBytes() throws {
    var frames = Frames()
    frames.addTraffic(50)
    let scratch = try Scratch()
    try scratch.convert([frames.batch], to: "a")
    try scratch.convert([frames.batch], to: "b")
    #expect(try scratch.bytes("a") == scratch.bytes("b"))
  }

  @Test func manyBlocksHaveAChainOfIndexBlocks() throws {
    var frames = Frames()
    for time in 0..<9000 { frames.add([0x26], time: Int64(time)) }
    let scratch = try Scratch()
    try scratch.convert([frames.batch], to: "a", blocksOf: 1)
    let reader = try TraceReader(InputFile(path: scratch.path("a")))
    for number in [9000, 8193, 8192, 4097, 4096, 1] {
      try reader.seek(to: .frame(number))
      var batch = FrameBatch()
      #expect(try reader.read(into: &batch))
      #expect(batch.frames.first?.number == number)
      try reader.seek(to: .time(Int64(number - 1)))
      #expect(try reader.read(into: &batch))
      #expect(batch.frames.first?.number == number)
    }
  }
}

extension SystemError {
  fileprivate static var noRoom: SystemError { SystemError(code: 28) }
}

extension Scratch {
  /// Writes a trace as a conversion does, on a disk that may be small.
  func convert(
    _ batches: [FrameBatch], to name: String,
    _ description: TraceDescription = .init(format: "pcap"),
    room: Int? = nil, blocksOf size: Int? = nil
  ) throws {
    var output = try OutputFile.beside(path(name), force: false)
    output.room = room
    var writer = try TraceWriter(converting: output, description)
    if let size { writer.conversion?.frameGoal = size }
    for batch in batches { try writer.append(batch) }
    _ = try writer.finish()
  }
}
