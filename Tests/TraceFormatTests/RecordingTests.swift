import Bytes
import Foundation
import Testing

@testable import TraceFormat

/// A recording is looked at from outside, as whoever finds it after a crash.
@Suite struct RecordingTests {
  @Test func oneFrameFollowedBySilenceIsThereSoon() throws {
    let scratch = try Scratch()
    var writer = try scratch.recorder()
    var frames = Frames()
    frames.add([0x26], time: 7)
    try writer.append(frames.batch)
    let began = Alarm.now
    while try TraceReading(scratch.bytes("a")).frames.isEmpty {
      try #require(Alarm.now - began < 5_000_000_000, "the frame never came")
    }
    #expect(try TraceReading(scratch.bytes("a")).frames == frames.batch.whole)
    _ = try writer.finish()
  }

  /// What the file holds at any moment is what SIGKILL leaves: writing is done by then or not.
  @Test func atAnyMomentEveryOlderFrameIsThere() throws {
    let scratch = try Scratch()
    var writer = try scratch.recorder()
    var random = Frames(seed: 3)
    var cameAt: [Int64] = []
    var written: [WholeFrame] = []
    for _ in 0..<200 {
      for _ in 0..<random.random(4) {
        var one = Frames()
        one.add(random.bytes(5), number: written.count + 1, time: Alarm.now)
        try writer.append(one.batch)
        cameAt.append(Alarm.now)
        written += one.batch.whole
      }
      usleep(UInt32(random.random(5000)))
      let looked = Alarm.now
      let reading = try TraceReading(scratch.bytes("a"))
      // A machine that is busy with other tests may wake the alarm late; three times as late as
      // is promised is a failure of ours.
      let due = cameAt.count { looked - $0 > 300_000_000 }
      #expect(reading.frames.count >= due)
      #expect(reading.frames == Array(written[..<reading.frames.count]))
    }
    let outcome = try writer.finish()
    #expect(outcome.frames == written.count)
    #expect(outcome.notes == [])
    #expect(try TraceReading(scratch.bytes("a")).frames == written)
    #expect(scratch.names == ["a"])
  }

  @Test("A killed recorder loses nothing older than a moment", arguments: 1...10)
  func killed(after milliseconds: Int) async throws {
    let scratch = try Scratch()
    let path = scratch.path("a")
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = path as String, milliseconds = milliseconds as Int] in
      var writer = try TraceWriter(
        to: path, for: .recording(synchronized: false), .init(format: "test"))
      var frames = Frames()
      frames.addTraffic(100)
      try writer.append(frames.batch)
      usleep(300_000)
      for _ in 0..<100 {
        let next = frames.next
        frames.batch.clear()
        frames.add([1], number: next, time: 0)
        try writer.append(frames.batch)
        if frames.next == 100 + 7 * milliseconds { kill(getpid(), SIGKILL) }
        usleep(500)
      }
      _ = try writer.finish()
    }
    let reading = try TraceReading(scratch.bytes("a"))
    #expect(reading.frames.count >= 100)
    #expect(reading.frames.map(\.frame.number) == Array(1...reading.frames.count))
    #expect(reading.damage.count == 1)
  }

  @Test func whoLetsGoOfARecordingLosesNoFrame() throws {
    let scratch = try Scratch()
    var frames = Frames()
    frames.addTraffic(3)
    do {
      var writer = try scratch.recorder()
      try writer.append(frames.batch)
    }
    #expect(try TraceReading(scratch.bytes("a")).frames == frames.batch.whole)
  }

  @Test func whereverTheDiskIsFullTheRecordingStaysAndSaysSo() throws {
    let scratch = try Scratch()
    var frames = Frames()
    frames.addTraffic(25)
    let full = TraceError("\(scratch.path("a")): No space left on device", system: .init(code: 28))
    let length = try MadeTrace(frames.batch, inBlocksOf: 5, ends: false).bytes.count
    var lost = 0
    for room in 0..<length {
      var writer = try scratch.recorder()
      writer.recording?.adjust {
        $0.frameGoal = 5
        $0.output.room = room
      }
      do {
        try writer.append(frames.batch)
        _ = try writer.finish()
      } catch {
        #expect(error == full)
        lost += 1
        #expect(throws: full) { try writer.append(frames.batch) }
        #expect(throws: full) { _ = try writer.finish() }
      }
      let reading = try TraceReading(scratch.bytes("a"))
      #expect(reading.frames.count % 5 == 0)
      #expect(reading.frames == Array(frames.batch.whole[..<reading.frames.count]))
      #expect(
        reading.damage.map(\.reason) == ["the recording stopped here: No space left on device"])
      #expect(scratch.names == ["a"], "room for \(room)")
      try FileManager.default.removeItem(atPath: scratch.path("a"))
    }
    #expect(lost > 100)
  }

  @Test func whatBreaksOffTheFramesStandsAtTheEnd() throws {
    let scratch = try Scratch()
    var frames = Frames()
    frames.addTraffic(7)
    var writer = try scratch.recorder()
    try writer.append(frames.batch)
    writer.breakOff("the recording stopped here: the reader was unplugged")
    let reading = try TraceReading(scratch.bytes("a"))
    #expect(reading.frames == frames.batch.whole)
    #expect(
      reading.damage.map(\.reason) == ["the recording stopped here: the reader was unplugged"])
    #expect(throws: TraceError.self) { try writer.append(frames.batch) }
    #expect(try TraceReading(scratch.bytes("a")) == reading)
  }

  @Test func aRecordingThatBreaksOffBeforeAFrameLeavesNoFile() throws {
    let scratch = try Scratch()
    var writer = try scratch.recorder()
    writer.breakOff("nothing came")
    #expect(scratch.names == [])
  }

  @Test func smallBlocksBecomeLargeOnesAtTheEnd() throws {
    let scratch = try Scratch()
    var frames = Frames()
    frames.addTraffic(400)
    var writer = try scratch.recorder()
    let small = try scratch.recordInParts(frames, &writer)
    let outcome = try writer.finish()
    let bytes = try scratch.bytes("a")
    #expect(outcome == .init(frames: 400, bytes: Int64(bytes.count), notes: []))
    #expect(bytes.count < small)
    #expect(try TraceReading(bytes).frames == frames.batch.whole)
    #expect(try TraceReading(bytes).damage == [])
    #expect(scratch.names == ["a"])
  }

  @Test func withoutRoomForLargeBlocksTheSmallOnesStay() throws {
    let scratch = try Scratch()
    var frames = Frames()
    frames.addTraffic(400)
    var writer = try scratch.recorder()
    let small = try scratch.recordInParts(frames, &writer)
    // Enough for the end, not for everything again.
    writer.recording?.adjust { $0.output.room = 2000 }
    let outcome = try writer.finish()
    #expect(
      outcome.notes == ["\(scratch.path("a")) stays in small blocks: No space left on device"])
    #expect(try scratch.bytes("a").count > small)
    #expect(try TraceReading(scratch.bytes("a")).frames == frames.batch.whole)
    #expect(try TraceReading(scratch.bytes("a")).damage == [])
    #expect(scratch.names == ["a"])
  }

  @Test func aRecordingWithoutAFrameLeavesNoFile() throws {
    let scratch = try Scratch()
    var writer = try scratch.recorder()
    #expect(scratch.names == ["a"])
    #expect(try writer.finish() == .init(frames: 0, bytes: 0, notes: []))
    #expect(scratch.names == [])
  }

  @Test func aMisnumberedFrameDoesNotEndTheRecording() throws {
    let scratch = try Scratch()
    var frames = Frames()
    frames.add([0x26], time: 0)
    var writer = try scratch.recorder()
    try writer.append(frames.batch)
    #expect(throws: TraceError.self) { try writer.append(frames.batch) }
    #expect(try writer.finish().frames == 1)
    #expect(try TraceReading(scratch.bytes("a")).damage == [])
  }

  @Test func aPipeIsWrittenAsItHappens() throws {
    let pipe = Pipe()
    let path = "/dev/fd/\(pipe.fileHandleForWriting.fileDescriptor)"
    var writer = try TraceWriter(
      to: path, for: .recording(synchronized: true), .init(format: "test"))
    let reader = try TraceReader(
      InputFile(path: "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"))
    var frames = Frames()
    frames.add([0x26], time: 0)
    try writer.append(frames.batch)
    var batch = FrameBatch()
    // Comes while the recording goes on.
    #expect(try reader.read(into: &batch))
    #expect(batch.whole == frames.batch.whole)
    #expect(try writer.finish().notes == [])
    try pipe.fileHandleForWriting.close()
    _ = consume writer
    #expect(try !reader.read(into: &batch))
    #expect(reader.damage == [])
  }
}
