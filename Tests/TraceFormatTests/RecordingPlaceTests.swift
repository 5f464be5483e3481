import Foundation
import Testing

@testable import TraceFormat

/// What somebody does to a file while it is recorded.
@Suite struct RecordingPlaceTests {
  @Test func aTargetThatVanishesIsWrittenAgain() throws {
    let scratch = try Scratch()
    var frames = Frames()
    frames.addTraffic(10)
    var writer = try scratch.recorder()
    try writer.append(frames.batch)
    try FileManager.default.removeItem(atPath: scratch.path("a"))
    let outcome = try writer.finish()
    #expect(
      outcome.notes == [
        "\(scratch.path("a")) was taken away meanwhile; the recording is \(scratch.path("a"))"
      ])
    #expect(try TraceReading(scratch.bytes("a")).frames == frames.batch.whole)
  }

  @Test func aFileThatWasMovedIsCompletedWhereItIs() throws {
    let scratch = try Scratch()
    var frames = Frames()
    frames.addTraffic(400)
    var writer = try scratch.recorder()
    _ = try scratch.recordInParts(frames, &writer)
    let (from, to) = (scratch.path("a"), scratch.path("b"))
    try FileManager.default.moveItem(atPath: from, toPath: to)
    let outcome = try writer.finish()
    #expect(outcome.notes == ["\(from) was moved meanwhile; the recording is \(to)"])
    #expect(outcome.movedTo == to)
    #expect(scratch.names == ["b"])
    #expect(try TraceReading(scratch.bytes("b")).frames == frames.batch.whole)
    #expect(try TraceReading(scratch.bytes("b")).damage == [])
  }

  @Test func aFileThatSomebodyElseEmptiesIsSaidToBeChanged() throws {
    let scratch = try Scratch()
    var frames = Frames()
    frames.addTraffic(400)
    var writer = try scratch.recorder()
    let length = try scratch.recordInParts(frames, &writer)
    try FileHandle(forWritingTo: URL(fileURLWithPath: scratch.path("a"))).truncate(atOffset: 100)
    #expect {
      _ = try writer.finish()
    } throws: { error in
      "\(error)".hasPrefix("\(scratch.path("a")): changed while it was recorded: ")
        && "\(error)".hasSuffix("; frames 1 to 400 are lost")
    }
    // What was written behind the hole is left as it is.
    #expect(try scratch.bytes("a").count > length)
  }

  @Test func aFileThatTookItsPlaceIsLeftAlone() throws {
    let scratch = try Scratch()
    var frames = Frames()
    frames.addTraffic(10)
    var writer = try scratch.recorder()
    try writer.append(frames.batch)
    try FileManager.default.removeItem(atPath: scratch.path("a"))
    _ = try scratch.file("a", [1, 2, 3])
    let outcome = try writer.finish()
    let taken = "\(scratch.path("a")) was taken away meanwhile; the recording is "
    #expect(outcome.notes == [taken + scratch.path("a.recording")])
    #expect(try scratch.bytes("a") == [1, 2, 3])
    #expect(try TraceReading(scratch.bytes("a.recording")).frames == frames.batch.whole)
    #expect(scratch.names == ["a", "a.recording"])
  }
}

extension Scratch {
  /// A recording under the name `a`.
  func recorder() throws -> TraceWriter {
    try TraceWriter(
      to: path("a"), for: .recording(synchronized: true), .init(format: "test"))
  }

  /// Adds frames in four parts, each of which the alarm seals; gives the file's length then.
  func recordInParts(_ frames: Frames, _ writer: inout TraceWriter) throws -> Int {
    for part in 0..<4 {
      var batch = frames.batch
      batch.frames = Array(frames.batch.frames[part * 100..<part * 100 + 100])
      let before = try bytes("a").count
      try writer.append(batch)
      while try bytes("a").count == before { usleep(1000) }
    }
    return try bytes("a").count
  }
}
