import Rendering
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
      Option(
        .print,
        "tell the story as it happens, which is done anyway on a terminal; "
          + "the options below say how"),
    ] + Telling.options,
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
    let to = arguments.value(.output) ?? RecordingName.next()
    if to == "-" && arguments.has(.print) {
      throw Failure.usage("--print and -o - both want standard output", command: "record")
    }
    let isPrinted = to != "-" && (arguments.has(.print) || Terminal.isOutput)
    let input = try InputFile(path: from)
    if from == "-" && !input.isSeekable { Interrupt.endsInput() }
    var telling = try Telling(arguments)
    telling.goesOnUnheard = true
    let capture = try WatchedReader(input, secrets: SecretWatch(telling.lexicon))
    let recording = try Recording(
      capture, to: to, isLive: !input.isSeekable, isSynchronized: arguments.value(.sync) != "none",
      isForced: arguments.has(.force))
    capture.tap = { batch throws(TraceError) in try recording.append(batch) }
    // The two know each other; a recording that is let go takes what is unfinished with it.
    defer { capture.tap = nil }

    do {
      if isPrinted {
        if try telling.tell(capture, file: from).hasMasked { Telling.sayMasked() }
      } else {
        var batch = FrameBatch()
        while try capture.read(into: &batch) {}
      }
      try recording.finish()
    } catch {
      recording.breakOff(error)
      throw error
    }
    capture.sayDamage()
    capture.saySecrets(in: recording.name)
    if capture.frames == 0 {
      throw Failure("\(capture.name): holds no frame, so nothing was recorded")
    }
  }
}

/// A trace that is being written from what passes through a reader.
private final class Recording {
  /// What messages call the trace.
  private(set) var name: String
  private let capture: WatchedReader
  private let isLive: Bool
  private var writer: TraceWriter
  private var described: TraceDescription

  /// A live capture survives whatever ends the recording; one from a file is there when it is whole.
  init(
    _ capture: WatchedReader, to path: String, isLive: Bool, isSynchronized: Bool, isForced: Bool
  ) throws(TraceError) {
    name = path == "-" ? "standard output" : path
    self.capture = capture
    self.isLive = isLive
    described = capture.description
    writer = try TraceWriter(
      to: path, for: isLive ? .recording(synchronized: isSynchronized) : .conversion, described,
      force: isForced)
  }

  func append(_ batch: FrameBatch) throws(TraceError) {
    try describe()
    try writer.append(batch)
  }

  private func describe() throws(TraceError) {
    guard capture.description != described else { return }
    described = capture.description
    try writer.describe(described)
  }

  /// Ends the trace of a live capture where it is, with the reason in it. One from a file is not
  /// there if it is not whole.
  func breakOff(_ error: any Error) {
    guard isLive else { return }
    writer.breakOff("the recording stopped here: \(error)")
    capture.saySecrets(in: name)
  }

  /// Completes the trace and says what was written. Without a frame, a recording takes its file
  /// away, and a conversion, left unfinished, never gives it its name.
  func finish() throws(TraceError) {
    guard isLive || capture.frames > 0 else { return }
    try describe()
    let outcome = try writer.finish()
    for note in outcome.notes { StandardError.say(note) }
    guard outcome.frames > 0 else { return }
    let frames = outcome.frames == 1 ? "1 frame" : "\(outcome.frames) frames"
    name = outcome.movedTo ?? name
    StandardError.say("\(name): \(frames), \(outcome.bytes) bytes")
  }
}
