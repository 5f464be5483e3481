import Bytes
import Testing

@testable import TraceFormat

@Suite struct TraceWriterTests {
  @Test func everyFieldOfEveryFrameComesBack() throws {
    for seed in 1...20 {
      var frames = Frames(seed: UInt64(seed))
      for _ in 0..<frames.random(400) + 1 { frames.addAnything() }
      let scratch = try Scratch()
      try scratch.convert([frames.batch], to: "a.trace")
      let reader = try TraceReader(try InputFile(path: scratch.path("a.trace")))
      #expect(try reader.frames() == frames.batch.whole, "seed \(seed)")
      #expect(reader.damage == [], "seed \(seed)")
      #expect(try TraceReader(scratch.bytes("a.trace"), piece: 7).frames() == frames.batch.whole)
    }
  }
}

extension Scratch {
  /// Writes a trace as a conversion does.
  func convert(
    _ batches: [FrameBatch], to name: String,
    _ description: TraceDescription = .init(format: "pcap")
  ) throws {
    var writer = try TraceWriter(to: path(name), for: .conversion, description)
    for batch in batches { try writer.append(batch) }
    _ = try writer.finish()
  }
}
