package import Bytes
package import TraceFormat

/// Writes frames as JSON, an object a line: the `trace` and `frame` objects that `analyze` writes,
/// and in them also what it has no need of, so that reading gives the frames back.
package struct JSONLinesWriter: FrameWriter {
  private var start: Int64?
  private var names: [String] = []
  private var firstBits = 0
  private var records = 0

  /// What the flags are called that have no key of their own.
  static let flags: [(word: String, flag: FrameFlags)] = [
    ("bad-record", .badRecord), ("stamped-at-end", .stampedAtEnd), ("encrypted", .encrypted),
    ("parity-bad", .parityBad),
  ]
  /// What a comment is called.
  static let comment = "comment"

  package init() {}

  package var losses: [String] {
    var losses: [String] = []
    func frames(_ count: Int) -> String { count == 1 ? "1 frame" : "\(count) frames" }
    if firstBits > 0 {
      losses.append("jsonl leaves out a partial first byte of \(frames(firstBits))")
    }
    if records > 0 {
      losses.append(
        "jsonl leaves out what only the capture's own format says of \(frames(records))")
    }
    return losses
  }
}

extension JSONLinesWriter {
  package mutating func write(
    _ batch: FrameBatch, of description: TraceDescription, to output: inout ByteBuffer
  ) throws(TraceError) {
    guard let first = batch.frames.first else { return }
    let start = self.start ?? first.time
    let sources = description.sources.map(\.name)
    if self.start == nil || sources != names {
      self.start = start
      names = sources
      Self.write(description, start, to: &output)
    }
    for frame in batch.frames {
      if frame.firstBits != 0 { firstBits += 1 }
      if frame.flags.contains(.oddRecord) { records += 1 }
      Self.write(
        frame, in: batch.bytes.span, since: start, hasSource: names.count > 1, to: &output)
    }
  }

  package mutating func finish(
    _ description: TraceDescription, to output: inout ByteBuffer
  ) throws(TraceError) {}

  private static func write(
    _ description: TraceDescription, _ start: Int64, to output: inout ByteBuffer
  ) {
    output.append("{\"type\":\"trace\",\"format\":\"nfctrace/1\",\"source\":")
    // What a file of frames was made from stays what it was, however often it is converted.
    append(text: description.notes[TraceDescription.origin] ?? description.format, to: &output)
    if let link = description.sources.first?.link {
      output.append(",\"link\":\"")
      output.append(name(of: link))
      output.append("\"")
    }
    if description.timesAreWallClock {
      output.append(",\"start\":\"")
      output.append(UTCText.text(start))
      output.append("\"")
    }
    output.append(",\"sources\":[")
    for (index, source) in description.sources.enumerated() {
      if index > 0 { output.append(",") }
      append(text: source.name, to: &output)
    }
    output.append("]}\n")
  }

  private static func write(
    _ frame: Frame, in store: Span<UInt8>, since start: Int64, hasSource: Bool,
    to output: inout ByteBuffer
  ) {
    output.append("{\"type\":\"frame\",\"frame\":")
    output.append(decimal: frame.number)
    output.append(",\"time\":")
    append(seconds: frame.time.subtractingReportingOverflow(start).partialValue, to: &output)
    if hasSource {
      output.append(",\"source\":")
      output.append(decimal: Int(frame.source))
    }
    if let duration = frame.duration {
      output.append(",\"duration\":")
      append(seconds: duration, to: &output)
    }
    if frame.event == .none {
      output.append(",\"direction\":\"")
      output.append(word(of: frame.direction))
      output.append("\"")
    } else {
      let name = TextTrace.events.first { $0.event == frame.event }?.name ?? comment
      output.append(",\"event\":\"")
      output.append(name)
      output.append("\"")
    }
    output.append(",\"link\":\"")
    output.append(name(of: frame.link))
    output.append("\"")
    if frame.event == .none || !frame.bytes.isEmpty {
      append(",\"bytes\":\"", hex: store.extracting(frame.bytes.range), to: &output)
    }
    writeMarks(of: frame, in: store, to: &output)
    output.append("}\n")
  }

  private static func writeMarks(
    of frame: Frame, in store: Span<UInt8>, to output: inout ByteBuffer
  ) {
    if frame.firstBits == 0, frame.lastBits != 0, !frame.bytes.isEmpty {
      output.append(",\"bits\":")
      output.append(decimal: 8 * (frame.bytes.count - 1) + Int(frame.lastBits))
    }
    if frame.flags.contains(.crcStripped) { output.append(",\"crc\":\"absent\"") }
    if !frame.parity.isEmpty {
      append(",\"parity\":\"", hex: store.extracting(frame.parity.range), to: &output)
    }
    if frame.bitRate != 0 {
      output.append(",\"rate\":")
      output.append(decimal: Int(frame.bitRate))
    }
    if frame.flags.contains(.cut) {
      output.append(",\"length\":")
      output.append(decimal: Int(frame.originalLength))
    }
    var isFirst = true
    for (word, flag) in flags where frame.flags.contains(flag) {
      output.append(isFirst ? ",\"flags\":[\"" : ",\"")
      output.append(word)
      output.append("\"")
      isFirst = false
    }
    if !isFirst { output.append("]") }
  }
}

extension JSONLinesWriter {
  private static func append(_ key: StaticString, hex: Span<UInt8>, to output: inout ByteBuffer) {
    output.append(key)
    output.append(hex: hex)
    output.append("\"")
  }

  private static func append(seconds time: Int64, to output: inout ByteBuffer) {
    if time < 0 { output.append("-") }
    let (seconds, nanoseconds) = time.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
    output.append(decimal: UInt(seconds))
    output.append(".")
    output.append(decimal: UInt(nanoseconds), digits: 9)
  }

  /// A text in quotation marks: what JSON must escape is left out, as no name needs it.
  private static func append(text: String, to output: inout ByteBuffer) {
    output.append("\"")
    for byte in text.utf8
    where byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") {
      output.append(byte)
    }
    output.append("\"")
  }

  private static func name(of link: Link) -> String {
    TextTrace.links.first { $0.link == link }?.name ?? "other"
  }

  private static func word(of direction: Direction) -> StaticString {
    switch direction {
    case .toCard: "to-card"
    case .fromCard: "from-card"
    case .unknown, .none: "unknown"
    }
  }
}
