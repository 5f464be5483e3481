package import Bytes
package import TraceFormat

/// What a file is: its format and why it was taken for that, who saw how many frames, when, and what
/// is damaged.
package struct InfoReport: Sendable {
  private let file: String
  private let size: Int64?
  private var frames = 0
  private var events = 0
  private var toCard = 0
  private var fromCard = 0
  private var perSource: [Int] = []
  private var times: ClosedRange<Int64>?
  private var end: Int64?

  /// Begins a report. `size` is the file's in bytes, nil for a stream.
  package init(file: String, size: Int64?) {
    self.file = file
    self.size = size
  }

  /// Takes in frames.
  package mutating func count(_ batch: borrowing FrameBatch) {
    for index in batch.frames.indices {
      let frame = batch.frames[index]
      frames += 1
      if frame.event != .none { events += 1 }
      if frame.direction == .toCard { toCard += 1 }
      if frame.direction == .fromCard { fromCard += 1 }
      let source = Int(frame.source)
      while perSource.count <= source { perSource.append(0) }
      perSource[source] += 1
      times = (times?.lowerBound ?? frame.time).span(to: frame.time, times)
      let (last, overflow) = frame.time.addingReportingOverflow(max(0, frame.duration ?? 0))
      end = max(end ?? frame.time, overflow ? frame.time : last)
    }
  }

  private var duration: Int64 {
    guard let times, let end else { return 0 }
    let (duration, overflow) = end.subtractingReportingOverflow(times.lowerBound)
    return overflow ? 0 : duration
  }

  /// Writes the report as text. `label` is what the file was taken for, `reason` why.
  package func write(
    _ description: TraceDescription, label: String, reason: String, damage: [TraceDamage],
    into out: inout ByteBuffer
  ) {
    CardText.append(file, to: &out)
    out.append("\n")
    line("format", into: &out) { out in
      CardText.append(label, to: &out)
      if !reason.isEmpty {
        out.append("; ")
        CardText.append(reason, to: &out)
      }
    }
    if let size {
      line("size", into: &out) { $0.append(count: Int(clamping: size), "byte", "bytes") }
    }
    line("frames", into: &out) { out in
      out.append(decimal: frames)
      out.append(": ")
      out.append(decimal: toCard)
      out.append(" to the card, ")
      out.append(decimal: fromCard)
      out.append(" from it, ")
      out.append(count: events, "event", "events")
      let others = frames - toCard - fromCard - events
      if others > 0 {
        out.append(", ")
        out.append(decimal: others)
        out.append(" without a direction")
      }
    }
    if let times { write(times, description, into: &out) }
    for index in description.sources.indices {
      line(index == 0 ? "sources" : "", into: &out) { out in
        write(description.sources[index], index, into: &out)
      }
    }
    if !description.recorder.isEmpty {
      line("recorded by", into: &out) { CardText.append(description.recorder, to: &$0) }
    }
    for (key, value) in description.notes.sorted(by: { $0.key < $1.key }) {
      line("note", into: &out) { CardText.append("\(key): \(value)", to: &$0) }
    }
    if damage.isEmpty { line("damage", into: &out) { $0.append("none") } }
    for index in damage.indices {
      line(index == 0 ? "damage" : "", into: &out) { write(damage[index], into: &$0) }
    }
  }

  private func line(
    _ name: StaticString, into out: inout ByteBuffer, _ write: (inout ByteBuffer) -> Void
  ) {
    out.append("  ")
    out.append(name)
    out.append(repeating: UInt8(ascii: " "), count: 13 - name.utf8CodeUnitCount)
    write(&out)
    out.append("\n")
  }

  private func write(
    _ times: ClosedRange<Int64>, _ description: TraceDescription, into out: inout ByteBuffer
  ) {
    line("time", into: &out) { out in
      Time.append(seconds: duration, decimals: 3, to: &out)
      out.append(" s")
      guard description.timesAreWallClock else { return }
      let digits = Int(min(9, description.timeDigits))
      out.append(", ")
      out.append(UTCTime(times.lowerBound, digits: digits).text)
      out.append(" to ")
      out.append(UTCTime(times.upperBound, digits: digits).text)
    }
  }

  private func write(
    _ source: TraceDescription.Source, _ index: Int, into out: inout ByteBuffer
  ) {
    out.append(decimal: index)
    out.append("  ")
    if !source.name.isEmpty {
      CardText.append(source.name, to: &out)
      out.append(", ")
    }
    out.append(source.link.words)
    if let linkType = source.linkType {
      out.append(" (link type ")
      out.append(decimal: Int(linkType))
      out.append(")")
    }
    out.append(", ")
    out.append(count: index < perSource.count ? perSource[index] : 0, "frame", "frames")
    if source.recordsField { out.append(", field on and off recorded") }
  }

  private func write(_ damage: TraceDamage, into out: inout ByteBuffer) {
    CardText.append(damage.reason, to: &out)
    out.append(" at byte ")
    out.append(decimal: Int(damage.offset))
    if let frames = damage.frames {
      out.append("; frames ")
      out.append(decimal: frames.lowerBound)
      out.append(" to ")
      out.append(decimal: frames.upperBound)
      out.append(" are lost")
    }
  }
}

extension Int64 {
  /// The range from here to another time, or what a range becomes with it.
  fileprivate func span(to time: Int64, _ range: ClosedRange<Int64>?) -> ClosedRange<Int64> {
    Swift.min(range?.lowerBound ?? self, time)...Swift.max(range?.upperBound ?? self, time)
  }
}

extension InfoReport {
  /// Writes the report as one JSON object.
  package func writeJSON(
    _ description: TraceDescription, label: String, reason: String, damage: [TraceDamage],
    into out: inout ByteBuffer
  ) {
    let digits = Int(min(9, description.timeDigits))
    out.append("{\"type\":\"info\"")
    out.json("file", text: file)
    out.json("format", text: description.format)
    out.json("label", text: label)
    if !reason.isEmpty { out.json("reason", text: reason) }
    if let size { out.json("size", Int(clamping: size)) }
    out.json("frames", frames)
    out.json("events", events)
    if let times {
      out.json("duration", seconds: duration, digits: digits)
      out.json("first", seconds: times.lowerBound, digits: digits)
      out.json("last", seconds: times.upperBound, digits: digits)
      if description.timesAreWallClock {
        out.json("start", text: UTCTime(times.lowerBound, digits: digits).text)
      }
    }
    if !description.recorder.isEmpty { out.json("recorder", text: description.recorder) }
    out.json(key: "sources")
    out.append("[")
    for index in description.sources.indices {
      let source = description.sources[index]
      out.append(index > 0 ? ",{\"source\":" : "{\"source\":")
      out.append(decimal: index)
      out.json("name", text: source.name)
      out.json("link", word: source.link.jsonName)
      if let linkType = source.linkType { out.json("link_type", Int(linkType)) }
      out.json("frames", index < perSource.count ? perSource[index] : 0)
      out.append("}")
    }
    out.append("]")
    out.json(key: "damage")
    out.append("[")
    for index in damage.indices {
      out.append(index > 0 ? ",{\"reason\":" : "{\"reason\":")
      out.json(text: damage[index].reason)
      out.json("offset", Int(damage[index].offset))
      if let frames = damage[index].frames {
        out.json(key: "frames")
        out.append("[")
        out.append(decimal: frames.lowerBound)
        out.append(",")
        out.append(decimal: frames.upperBound)
        out.append("]")
      }
      out.append("}")
    }
    out.append("]}\n")
  }
}
