import Bytes
package import TraceFormat

/// One capture written as another.
package enum Conversion {
  /// What can be written.
  package enum Format: String, CaseIterable, Sendable {
    case trace
    case pcap
    case pcapng
    case text
    case proxmark
    case jsonl

    /// The format that the ending of a file's name asks for; `.txt` is text.
    package init?(endingOf path: String) {
      let name = path.split(separator: "/").last ?? ""
      guard let dot = name.lastIndex(of: ".") else { return nil }
      let ending = name[name.index(after: dot)...].lowercased()
      self.init(rawValue: ending == "txt" ? "text" : ending)
    }
  }

  /// What was written.
  package struct Outcome: Equatable, Sendable {
    package var frames = 0
    /// What of the capture the format has no place for, in sentences.
    package var losses: [String] = []
  }
}

extension Conversion {
  /// Writes everything that a reader gives to a file, or for `-` to standard output as it comes.
  ///
  /// The file is there when it is whole; on an error nothing is left of it. One of its name is
  /// refused unless `force`. What the reader found damaged, its own `damage` says.
  package static func run(
    from reader: inout any FrameReader, to path: String, as format: Format, force: Bool = false
  ) throws(TraceError) -> Outcome {
    switch format {
    case .trace: return try writeTrace(from: &reader, to: path, force: force)
    case .pcap: return try write(from: &reader, with: PcapWriter(), to: path, force: force)
    case .proxmark: return try write(from: &reader, with: ProxmarkWriter(), to: path, force: force)
    case .jsonl: return try write(from: &reader, with: JSONLinesWriter(), to: path, force: force)
    case .pcapng: return try write(from: &reader, with: PcapngWriter(), to: path, force: force)
    case .text:
      return try write(from: &reader, with: TextTraceWriter(times: true), to: path, force: force)
    }
  }

  /// Hands what a writer makes of everything that a reader gives to `put`, batch by batch.
  package static func run(
    from reader: inout any FrameReader, with writer: some FrameWriter,
    _ put: (Span<UInt8>) throws(TraceError) -> Void
  ) throws(TraceError) -> Outcome {
    var writer = writer
    var outcome = Outcome()
    var batch = FrameBatch()
    var output = ByteBuffer(capacity: 2 * FrameBatch.byteGoal)
    while try reader.read(into: &batch) {
      outcome.frames += batch.frames.count
      do throws(TraceError) {
        try writer.write(batch, of: reader.description, to: &output)
      } catch {
        // What came before is put out, whichever frames came together.
        try put(output.span)
        throw error
      }
      try put(output.span)
      output.clear()
    }
    try writer.finish(reader.description, to: &output)
    try put(output.span)
    outcome.losses = writer.losses
    return outcome
  }

  private static func write(
    from reader: inout any FrameReader, with writer: some FrameWriter, to path: String, force: Bool
  ) throws(TraceError) -> Outcome {
    var file = try OutputFile.beside(path, force: force)
    let outcome = try run(from: &reader, with: writer) { bytes throws(TraceError) in
      try file.write(bytes)
    }
    if file.count == 0, outcome.frames > 0 {
      throw TraceError(
        "\(file.name): nothing to write: \(outcome.losses.joined(separator: "; ")); trace, pcapng and "
          + "jsonl hold everything")
    }
    try file.finish()
    return outcome
  }

  private static func writeTrace(
    from reader: inout any FrameReader, to path: String, force: Bool
  ) throws(TraceError) -> Outcome {
    var batch = FrameBatch()
    // The first frames tell what the link type alone does not.
    var isMore = try reader.read(into: &batch)
    var writer = try TraceWriter(to: path, for: .conversion, reader.description, force: force)
    while isMore {
      try writer.append(batch)
      isMore = try reader.read(into: &batch)
    }
    try writer.describe(reader.description)
    let written = try writer.finish()
    return Outcome(frames: written.frames, losses: written.notes)
  }
}
