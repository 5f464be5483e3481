import TraceFormat

extension Command {
  /// `nfctrace record --from IN`.
  static let record = Command(
    name: "record",
    summary: "keep a capture, or what a pipe brings, in a trace",
    operands: Operands(usage: "--from FILE|-", count: 0...0, rows: [], areFiles: false),
    description: [
      "Writes what another program captured into a trace: a file at once, a pipe as it runs. "
        + "Without -o the trace is session.trace or, where that exists, session-2.trace and so on.",
      "What comes through a pipe is on the disk a tenth of a second later and survives whatever "
        + "ends the recording. Ctrl-C ends it in good order. Nothing is masked in a trace.",
    ],
    options: [
      Option(
        .from, takes: .file("FILE"), "the capture, told by its content; - is standard input"),
      Option(.output, short: "o", takes: .file("FILE"), "the trace; - is standard output"),
      Option(.force, "replace a trace that exists"),
      Option(
        .sync, takes: .oneOf("WHEN", ["data", "none"]),
        "whether a recording is forced onto the disk ten times a second"),
      Knowledge.option,
    ],
    examples: [
      Example("nfctrace record -o visit.trace --from capture.pcap", "a trace from a pcap"),
      Example("some-sniffer | nfctrace record --from -", "records until Ctrl-C"),
    ],
    run: { arguments in
      try record(arguments)
      return ExitCode.success
    })

  private static func record(_ arguments: Arguments) throws {
    guard let from = arguments.value(.from) else {
      throw Failure.usage("record needs --from FILE, or - for standard input", command: "record")
    }
    let input = try InputFile(path: from)
    let isLive = !input.isSeekable
    if from == "-" && isLive { Interrupt.endsInput() }
    let reader = try WatchedReader(
      input, secrets: SecretWatch(try Knowledge.lexicon(arguments)))
    let to = arguments.value(.output) ?? RecordingName.next()
    let purpose: TraceWriter.Purpose =
      isLive ? .recording(synchronized: arguments.value(.sync) != "none") : .conversion
    var writer = try TraceWriter(
      to: to, for: purpose, reader.description, force: arguments.has(.force))
    try copy(reader, into: &writer)

    let name = to == "-" ? "standard output" : to
    if isLive || reader.frames > 0 {
      // Without a frame, a recording takes its file away and a conversion never gives it its name.
      let outcome = try writer.finish()
      for note in outcome.notes { StandardError.say(note) }
      if outcome.frames > 0 {
        StandardError.say("\(name): \(outcome.frames) frames, \(outcome.bytes) bytes")
      }
    }
    reader.sayDamage()
    reader.saySecrets(in: name)
    if reader.frames == 0 {
      throw Failure("\(reader.name): holds no frame, so nothing was recorded")
    }
  }

  private static func copy(_ reader: WatchedReader, into writer: inout TraceWriter) throws {
    var batch = FrameBatch()
    var described = reader.description
    while try reader.read(into: &batch) {
      if reader.description != described {
        described = reader.description
        try writer.describe(described)
      }
      try writer.append(batch)
    }
    if reader.description != described { try writer.describe(reader.description) }
  }
}
