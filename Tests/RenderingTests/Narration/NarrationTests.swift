import Analysis
import Decoding
import Testing
import TraceFormat

@testable import Rendering

@Suite struct NarrationTests {
  @Test func aFileThatBreaksOffIsToldUntilThen() throws {
    var renderer = StoryText(
      TextOptions(columns: .terminal(80), typeface: Typeface(isUTF8: true, hasColour: false)),
      names: try Known.names(), secrets: try Known.secrets())
    let narration = Narration(
      options: .init(), lexicon: try Known.lexicon(), secrets: try Known.secrets()
    ) { _ in "pcap" }
    var reader: any FrameReader = BreakingReader(ScriptedReader(ScriptedReader.activated))
    var bytes: [UInt8] = []
    #expect(throws: TraceError("gzip data ends")) {
      _ = try narration.tell(&reader, file: "x", renderer: &renderer) { run in
        for index in run.indices { bytes.append(run[index]) }
      }
    }
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("> RATS FSD 256"))
    #expect(text.contains("13 frames in 0.012 s"))
  }

  @Test func damageToTheFileIsAFinding() throws {
    var reader = ScriptedReader(ScriptedReader.activated)
    reader.damage = [
      TraceDamage(reason: "checksum of block 3 is wrong", offset: 512, frames: 4...9, times: nil)
    ]
    var lines = FindingLines(.lines, names: try Known.names(), secrets: try Known.secrets())
    let told = try tell(reader, by: &lines)
    #expect(told.text.contains("error: "))
    #expect(told.text.contains("[trace-damaged]"))
    #expect(told.facts.summary.raised[.traceDamaged] == 1)
    var renderer = StoryText(
      TextOptions(columns: .terminal(80), typeface: Typeface(isUTF8: true, hasColour: false)),
      names: try Known.names(), secrets: try Known.secrets())
    #expect(try tell(reader, by: &renderer).text.contains("  [1] error    trace-damaged"))
  }
}

/// Gives what another reader gives, and then an error in place of the end.
private struct BreakingReader: FrameReader {
  private var reader: ScriptedReader
  var description: TraceDescription { reader.description }
  var damage: [TraceDamage] { [] }

  init(_ reader: ScriptedReader) { self.reader = reader }

  mutating func read(into batch: inout FrameBatch) throws(TraceError) -> Bool {
    guard try reader.read(into: &batch) else { throw TraceError("gzip data ends") }
    return true
  }
}
