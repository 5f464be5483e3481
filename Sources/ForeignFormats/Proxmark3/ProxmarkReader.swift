import Bytes
package import TraceFormat

/// A trace that a Proxmark3 client saved: frames with parity bits, on a clock without a date.
///
/// Times are kept as they are, also those that run backwards. What of a record its frame does not
/// say (`oddRecord`), `Frame.extra` keeps: the record's header.
package final class ProxmarkReader: FrameReader {
  package private(set) var description = TraceDescription(format: ProxmarkReader.format)
  package var damage: [TraceDamage] { log.entries }

  /// What such a capture is called.
  package static let format = "Proxmark3 trace"

  private var window: InputWindow
  private var records: ProxmarkRecords
  private var log = DamageLog()
  private var isAtEnd = false

  /// Reads what was found to be such a trace.
  init(_ source: any ByteSource, _ survey: ProxmarkSurvey) {
    window = InputWindow(source)
    let technology = survey.technology
    records = ProxmarkRecords(of: technology)
    description.timesAreWallClock = false
    description.reason = survey.reason
    description.sources = [.init(name: "", linkType: nil, link: technology.link)]
    if technology == .iClass {
      description.notes[TraceDescription.technology] = "PicoPass (iCLASS)"
    }
  }

  package func read(into batch: inout FrameBatch) throws(TraceError) -> Bool {
    batch.clear()
    while !isAtEnd {
      let next = records.read(window.bytes.span, from: window.start, into: &batch)
      window.advance(to: next)
      if !batch.frames.isEmpty { return true }
      if try !window.refill() {
        isAtEnd = true
        if window.count > 0 {
          log.note(
            "the file ends \(window.count) bytes into record \(records.count + 1)",
            at: window.position)
        }
      }
    }
    return false
  }
}
