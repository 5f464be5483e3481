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
    let plan = try RecordingPlan(arguments)
    let input = try InputFile(path: from)
    if from == "-" && !input.isSeekable { Interrupt.endsInput() }
    let capture = try WatchedReader(input, secrets: SecretWatch(plan.telling.lexicon))
    try plan.record(capture, named: from, isLive: !input.isSeekable)
    capture.sayDamage()
    if capture.frames == 0 {
      throw Failure("\(capture.name): holds no frame, so nothing was recorded")
    }
  }
}
