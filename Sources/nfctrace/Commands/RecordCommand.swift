import ForeignFormats
import Playback
import Rendering
import TraceFormat

extension Command {
  /// `nfctrace record -- PROGRAM`, `nfctrace record --from IN`.
  static let record = Command(
    name: "record",
    summary: "keep what a program does with a reader, or a capture, in a trace",
    operands: Operands(
      usage: "-- PROGRAM [ARGUMENT]... | --from FILE|-", count: 0...Int.max,
      rows: [("PROGRAM", "a program that uses libnfc or PC/SC, behind --, with its arguments")],
      areFiles: true),
    description: [
      "Runs a program and writes what it exchanges with cards through libnfc or PC/SC into a trace. "
        + "The program keeps its terminal, its signals and its exit code; Ctrl-C is for it.",
      "With --from, writes what another program captured into a trace: a file at once, a pipe as it "
        + "runs. Without -o the trace is session.trace or, where that exists, session-2.trace and "
        + "so on.",
      "What happens while it is recorded is on the disk a tenth of a second later and survives "
        + "whatever ends the recording. Ctrl-C ends a recording from a pipe in good order. Nothing "
        + "is masked in a trace.",
      "With a program, the exit code is the program's, 128 and its number for a signal, 127 where it "
        + "is not found, 126 where it cannot be run, 125 where nfctrace itself failed.",
    ],
    options: [
      Option(
        .from, takes: .file("FILE"), "the capture, told by its content; - is standard input"),
      Option(
        .simulate, takes: .text("CARD"),
        "the program finds this card on a simulated reader, as with play: "
          + BuiltInCard.all.map(\.name).joined(separator: ", ") + ", or a file that describes one"),
      Option(.output, short: "o", takes: .file("FILE"), "the trace; - is standard output"),
      LinePattern.option,
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
      Example("nfctrace record -o list.trace -- nfc-list -v", "what nfc-list and a card say"),
      Example(
        "nfctrace record --simulate ntag213 -- nfc-list -v", "the same without a reader or a card"),
      Example("nfctrace record -o visit.trace --from capture.pcap", "a trace from a pcap"),
      Example("some-sniffer | nfctrace record --from -", "records until Ctrl-C"),
    ],
    run: { arguments in
      guard let from = arguments.value(.from) else {
        if !arguments.operands.isEmpty { return try ProgramRecording.run(arguments) }
        throw Failure.usage(
          "record needs -- PROGRAM, or --from FILE, or --from - for standard input",
          command: "record")
      }
      if let word = arguments.operands.first {
        throw Failure.usage("\"\(word)\" is one operand too many", command: "record")
      }
      try record(from, arguments)
      return ExitCode.success
    })

  private static func record(_ from: String, _ arguments: Arguments) throws {
    let plan = try RecordingPlan(arguments)
    let input = try InputFile(path: from)
    if from == "-" && !input.isSeekable { Interrupt.endsInput() }
    let capture = try WatchedReader(
      input, secrets: SecretWatch(plan.telling.lexicon),
      pattern: LinePattern.asked(arguments))
    try plan.record(capture, named: from, isLive: !input.isSeekable)
    capture.sayDamage()
    if capture.frames == 0 {
      throw Failure("\(capture.name): holds no frame, so nothing was recorded")
    }
  }
}
