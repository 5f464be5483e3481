import Analysis
import Rendering
import TraceFormat

/// Frames without their secrets: as many as before, each as long and at its time.
enum Redacting {
  /// The first byte says whether identifiers are replaced; behind it is what `writers` takes.
  static func run(_ bytes: [UInt8]) {
    var numbers = Numbers(bytes)
    let kind = numbers.byte()
    let conversation = Conversation(&numbers)
    var redaction = Redaction(Known.lexicon, replacesIdentifiers: kind & 2 == 0)
    do {
      let (after, report) = try redaction.run({
        Replay(conversation.frames, conversation.description)
      }) { reader in Reading(reader) }
      expect(after.frames.count == conversation.frames.count, "every frame is there")
      expect(report.frames == after.frames.count, "every frame is counted")
      for (one, other) in zip(conversation.frames, after.frames) {
        expect(one.frame.number == other.frame.number, "a frame keeps its number")
        expect(one.frame.time == other.frame.time, "a frame keeps its time")
        expect(one.bytes.count == other.bytes.count, "a frame keeps its length")
      }
      Output.checkText(Array(report.text(of: "fuzz").utf8))
    } catch {
      expect(false, "frames in memory can be redacted: \(error)")
    }
  }
}
