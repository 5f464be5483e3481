import Decoding
import Testing
import TraceFormat

@testable import Rendering

/// A visit with more findings than can wait for its end.
@Suite struct ManyFindingsTests {
  /// Bytes 12 34 are the CRC_A of no such answer.
  private static let lines = (0..<2500).map { number in
    ">a 0\(2 + number % 2)00B000000F\n< 0\(2 + number % 2)90001234\n"
  }.joined()

  @Test func areListedInPartsAndAllOfThem() throws {
    let lines = try story(ScriptedReader.activated + Self.lines)
    let numbers = lines.compactMap { line -> Int? in
      guard line.hasPrefix("  ["), line.contains("crc-mismatch") else { return nil }
      return Int(line.dropFirst(3).prefix { $0.isNumber })
    }
    #expect(numbers == Array(1...2500))
    // The rows of the visit go on behind the first findings.
    let first = try #require(lines.firstIndex { $0.contains("crc-mismatch") })
    let last = try #require(lines.lastIndex { $0.contains("READ BINARY") })
    #expect(first < last)
    #expect(lines.count { $0.contains("visit 1") && $0.contains("continued") } == 2)
    #expect(lines.last == "2500 findings: 2500 errors")
  }

  /// A card that answers nothing but cut frames never comes to an exchange.
  @Test func doNotWaitForAnExchangeInJSON() throws {
    let script = ScriptedReader.activated + String(repeating: "< 77\n", count: 1000)
    var renderer = StoryJSON(
      JSONOptions(), names: try Known.names(), secrets: try Known.secrets())
    let narration = Narration(
      options: Decoder.Options(), lexicon: try Known.lexicon(), secrets: try Known.secrets()
    ) { _ in "pcap" }
    var reader: any FrameReader = ScriptedReader(script, batchSize: 100)
    var pieces: [Int] = []
    _ = try narration.tell(&reader, file: "x", renderer: &renderer) { run in
      var bytes: [UInt8] = []
      for index in run.indices { bytes.append(run[index]) }
      let text = String(decoding: bytes, as: UTF8.self)
      pieces.append(text.split(separator: "\n").count { $0.contains("truncated-frame\",\"sev") })
    }
    #expect(pieces.reduce(0, +) == 1000)
    #expect((pieces.last ?? 0) < 400)
  }
}
