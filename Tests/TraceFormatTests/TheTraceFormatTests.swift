import Bytes
import Foundation
import Testing

@testable import TraceFormat

/// The specification's example, which is made from its words alone, is read and is written.
@Suite struct TheTraceFormatTests {
  @Test func theExampleIsWhatItSays() throws {
    for piece in [1, 10_000] {
      let reading = try TraceReading(example(), piece: piece)
      #expect(reading.frames == frames.whole)
      #expect(reading.damage == [])
      #expect(reading.description.notes == ["origin": "pcap"])
      #expect(reading.description.timeDigits == 6)
      #expect(reading.description.timesAreWallClock)
      #expect(reading.description.sources == description.sources)
    }
  }

  @Test func goingToAFrameUsesTheExamplesIndex() throws {
    let scratch = try Scratch()
    let reader = try TraceReader(InputFile(path: scratch.file("a", example())))
    #expect(reader.frameCount == 3)
    #expect(try reader.indexedOffset(of: .frame(2)) == 98)
    try reader.seek(to: .time(1_700_000_000_000_000_001))
    #expect(try reader.frames() == Array(frames.whole[1...]))
  }

  @Test func whatIsWrittenHoldsTheSameBytes() throws {
    let written = try MadeTrace(frames, inBlocksOf: 10, description)
    let specified = try MadeTrace(example: example(), of: frames)
    let kinds = written.places.map(\.block.kind.rawValue)
    #expect(kinds == specified.places.map(\.block.kind.rawValue))
    for (ours, theirs) in zip(written.places, specified.places) where ours.block.kind != .index {
      // Ours may be compressed, so that offsets differ.
      if ours.block.kind == .end { continue }
      #expect(try written.contents(of: ours) == specified.contents(of: theirs))
      var header = ours.block
      header.codec = .none
      header.storedLength = theirs.block.storedLength
      header.checksum = theirs.block.checksum
      #expect(header == theirs.block)
    }
  }

  @Test(
    "The article and the code have the same numbers",
    arguments: [
      "at most 8,388,608", "at most 65,536", "at most 4,096 of them", "at most 1,024 bytes",
    ])
  func limits(words: String) throws {
    #expect(try article().contains(words))
    let numbers = [
      TraceBlock.maximumLength, TraceBlock.maximumFrames, TraceIndex.maximumEntries,
      TraceEnd.maximumReason,
    ]
    let digits = words.filter(\.isNumber)
    #expect(numbers.map(String.init).contains(digits))
  }

  private var description: TraceDescription {
    var description = TraceDescription(format: "pcap")
    description.timeDigits = 6
    var source = TraceDescription.Source(name: "reader", linkType: 264, link: .iso14443)
    source.recordsField = true
    description.sources = [source]
    return description
  }

  private var frames: FrameBatch {
    var frames = Frames()
    let start: Int64 = 1_700_000_000_000_000_000
    frames.add([0x26], time: start) { $0.lastBits = 7 }
    frames.add([0x44, 0x00], time: start + 424_000, direction: .fromCard)
    frames.add([0x30, 0x04, 0x26, 0xEE], time: start + 2_000_000)
    return frames.batch
  }

  /// The example's lines: an offset, bytes, and words behind a semicolon.
  private func example() throws -> [UInt8] {
    let block = try #require(article().components(separatedBy: "```").dropFirst().first)
    var bytes: [UInt8] = []
    for line in block.split(separator: "\n") {
      let parts = line.split(separator: ";")[0].split(separator: ":")
      #expect(Int(parts[0], radix: 16) == bytes.count)
      bytes += try #require(Hex.bytes(parts[1]))
    }
    return bytes
  }

  private func article() throws -> String {
    let path = "../../Sources/TraceFormat/TraceFormat.docc/The-trace-format.md"
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: path)
    return try String(contentsOf: file, encoding: .utf8)
  }
}
