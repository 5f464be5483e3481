import Testing

@testable import TraceFormat

/// A trace of eight blocks of frames is cut at every byte and broken at every byte: one that is
/// being recorded, and one that was compacted at the recording's end.
@Suite struct DamageTests {
  @Test("A cut at any byte costs what lies behind it", arguments: [true, false])
  func cuts(isRecording: Bool) throws {
    let trace = try recorded(ends: !isRecording)
    let scratch = try Scratch()
    let places = trace.places
    for count in 0..<trace.bytes.count {
      let bytes = Array(trace.bytes[..<count])
      guard count >= places[0].end else {
        #expect(throws: TraceError.self) { try TraceReading(bytes) }
        continue
      }
      let reading = try TraceReading(bytes)
      let whole = places.filter { $0.end <= count && $0.block.frames > 0 }
      let last = whole.last?.numbers.upperBound ?? 1
      #expect(reading.frames == trace.frames.filter { $0.frame.number < last }, "cut at \(count)")
      #expect(reading.damage.count == 1, "cut at \(count)")
      if let cut = places.first(where: { $0.start < count && $0.end > count }),
        cut.block.frames > 0, count >= cut.start + TraceBlock.headerLength
      {
        #expect(reading.damage[0].frames == ClosedRange(cut.numbers), "cut at \(count)")
        let before = whole.last?.block.times.upperBound ?? cut.block.times.lowerBound
        #expect(reading.damage[0].times == before...cut.block.times.upperBound)
      } else {
        #expect(reading.damage[0].frames == nil)
      }
      if count % 7 == 0 {
        let input = try InputFile(path: scratch.file("\(count)", bytes))
        #expect(try TraceReading(TraceReader(input)) == reading, "cut at \(count)")
      }
    }
  }

  @Test("A flip of any byte costs one block", arguments: [true, false])
  func flips(isRecording: Bool) throws {
    let trace = try recorded(ends: !isRecording)
    let scratch = try Scratch()
    let places = trace.places
    for (index, place) in places.enumerated() {
      let before = places[..<index].last { $0.block.frames > 0 }
      let after = places[(index + 1)...].first
      for offset in place.start..<place.end {
        var bytes = trace.bytes
        // One bit, or all of them.
        bytes[offset] ^= offset % 9 == 8 ? 0xFF : UInt8(1 << (offset % 9))
        let reading = try TraceReading(bytes)
        #expect(reading.frames == trace.frames(without: place), "flip at \(offset)")
        if !isRecording {
          #expect(reading.damage.count == 1, "flip at \(offset)")
        }
        let damage = try #require(reading.damage.first, "flip at \(offset)")
        #expect(damage.offset == Int64(place.start))
        if place.block.frames > 0, let after {
          #expect(damage.frames == ClosedRange(place.numbers), "flip at \(offset)")
          // With the first frames' header, the time at which they began is lost.
          let isHeaderGood = offset >= place.start + TraceBlock.headerLength
          let from =
            before?.block.times.upperBound ?? (isHeaderGood ? place.block.times.lowerBound : nil)
          let until = after.block.times.lowerBound
          #expect(damage.times == from.map { $0...until }, "flip at \(offset)")
        } else if place.block.frames == 0 {
          #expect(damage.frames == nil, "flip at \(offset)")
        }
        if offset % 7 == 0 {
          let input = try InputFile(path: scratch.file("\(offset)", bytes))
          #expect(try TraceReading(TraceReader(input)).frames == reading.frames)
        }
      }
    }
  }

  @Test func theDescriptionOutlivesItsFirstBlock() throws {
    let trace = try trace(ends: true)
    var bytes = trace.bytes
    bytes[TraceBlock.headerLength] ^= 1
    let scratch = try Scratch()
    let reader = try TraceReader(InputFile(path: scratch.file("a", bytes)))
    #expect(reader.description.sources.map(\.name) == ["reader", "other reader"])
    #expect(try TraceReading(bytes).description.sources.map(\.name) == ["reader", "other reader"])
  }

  @Test func aBlockThatIsGoneIsMissed() throws {
    let trace = try trace(ends: true)
    let place = trace.places[3]
    var bytes = trace.bytes
    bytes.removeSubrange(place.start..<place.end)
    let reading = try TraceReading(bytes)
    #expect(reading.frames == trace.frames(without: place))
    #expect(reading.damage.map(\.reason) == ["block 3 is missing"])
    #expect(reading.damage.map(\.frames) == [ClosedRange(place.numbers)])
  }

  @Test func rubbishBetweenBlocksIsSteppedOver() throws {
    let trace = try trace(ends: true)
    let place = trace.places[3]
    var bytes = trace.bytes
    bytes.insert(contentsOf: [1, 2] + TraceBlock.marker + [3], at: place.start)
    let reading = try TraceReading(bytes)
    #expect(reading.frames == trace.frames)
    #expect(
      reading.damage == [
        TraceDamage(
          reason: "bytes that are no block", offset: Int64(place.start), frames: nil, times: nil)
      ])
  }

  @Test func framesThatWereThereAlreadyDoNotComeAgain() throws {
    let trace = try trace(ends: true)
    let again = trace.places[2]
    var bytes = trace.bytes
    bytes.insert(contentsOf: trace.bytes[again.start..<again.end], at: trace.places[5].start)
    let reading = try TraceReading(bytes)
    #expect(reading.frames == trace.frames)
    #expect(reading.damage.map(\.reason) == ["block 2 stands behind later ones"])
  }

  @Test func blocksOfAnotherTraceAreNotTakenIn() throws {
    let trace = try trace(ends: true)
    var frames = Frames(seed: 9)
    frames.addTraffic(20)
    let other = try MadeTrace(frames.batch, inBlocksOf: 5, .init(format: "other"))
    let reading = try TraceReading(trace.bytes + other.bytes)
    #expect(reading.frames == trace.frames)
    #expect(reading.damage.map(\.reason) == ["a block of another trace"])
  }

  @Test func theNextTraceIsNotTakenForAnEnd() throws {
    let trace = try trace(ends: true)
    let reading = try TraceReading(trace.bytes + trace.bytes)
    #expect(reading.frames == trace.frames)
    #expect(reading.damage.count == 1)
  }

  private func trace(ends: Bool) throws -> MadeTrace {
    var frames = Frames(seed: 4)
    frames.addTraffic(40)
    return try MadeTrace(frames.batch, inBlocksOf: 5, ends: ends, description)
  }

  /// The file of a recording, before or after its end.
  private func recorded(ends: Bool) throws -> MadeTrace {
    var frames = Frames(seed: 4)
    frames.addTraffic(40)
    let trace = try MadeTrace(recording: frames.batch, inBlocksOf: 5, ends: ends, description)
    // Six full blocks and three that were sealed before they were full; compacted, eight.
    #expect(trace.places.count { $0.block.frames > 0 } == (ends ? 8 : 9))
    return trace
  }

  private var description: TraceDescription {
    var description = TraceDescription(format: "pcap")
    description.sources = ["reader", "other reader"].map {
      .init(name: $0, linkType: 264, link: .iso14443)
    }
    return description
  }
}
