import ForeignFormats
import Playback
import Rendering
import TraceFormat

extension Command {
  /// `nfctrace record`, `nfctrace record -- PROGRAM`, `nfctrace record --from IN`.
  static let record = Command(
    name: "record",
    summary: "keep what happens between readers and cards in a trace",
    operands: Operands(
      usage: "-- PROGRAM... | --from FILE | --interface I", count: 0...Int.max,
      rows: [("PROGRAM", "a program that uses libnfc or PC/SC, behind --, with its arguments")],
      areFiles: true),
    description: [
      "Drives the first reader that libnfc finds, or the one of --reader, and writes what it says to "
        + "cards and they to it into a trace, until Ctrl-C. With a program, runs it and writes what "
        + "it exchanges with cards through libnfc or PC/SC: the program keeps its terminal, its "
        + "signals and its exit code. With --from, writes what another program captured: a file at "
        + "once, a pipe as it runs. With --interface, writes what passes a capture interface until "
        + "Ctrl-C: USB readers on usbmon1 and so on, GSMTAP on lo.",
      "Without -o the trace is session.trace or, where that exists, session-2.trace and so on. What "
        + "happens while it is recorded is on the disk a tenth of a second later and survives "
        + "whatever ends the recording. Nothing is masked in a trace.",
      "With a program, the exit code is the program's, 128 and its number for a signal, 127 where it "
        + "is not found, 126 where it cannot be run, 125 where nfctrace itself failed.",
    ],
    options: [
      Option(
        .from, takes: .file("FILE"), "the capture, told by its content; - is standard input"),
      Option(
        .simulate, takes: .text("CARD"),
        "take a simulated reader with this card on it, for the program too, as play does: "
          + BuiltInCard.all.map(\.name).joined(separator: ", ") + ", or a file that describes one"),
      Option(
        .fault, takes: .text("WHAT"), "let something go wrong with the simulated reader, as in play"
      ),
      Option(
        .interface, takes: .text("I"),
        "what passes a capture interface (usbmon1, lo), a named pipe or -; list names them"),
      Option(.snaplen, takes: .text("BYTES"), "how much of each packet is kept"),
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
    ] + ReaderRecording.options + Telling.options,
    examples: [
      Example("nfctrace record", "reads each card that is put on the reader, until Ctrl-C"),
      Example("nfctrace record -o list.trace -- nfc-list -v", "what nfc-list and a card say"),
      Example(
        "nfctrace record --simulate ntag213 -- nfc-list -v", "the same without a reader or a card"),
      Example("nfctrace record -o visit.trace --from capture.pcap", "a trace from a pcap"),
      Example("nfctrace record --interface usbmon1", "every USB reader on bus 1, until Ctrl-C"),
      Example("some-sniffer | nfctrace record --from -", "records until Ctrl-C"),
    ],
    run: { arguments in
      if arguments.endsInDashes || arguments.operands.first == "" {
        throw Failure.usage("behind -- stands no program", command: "record")
      }
      if arguments.has(.interface) { return try InterfaceRecording.run(arguments) }
      guard let from = arguments.value(.from) else {
        if arguments.operands.isEmpty { return try ReaderRecording.run(arguments) }
        try ReaderRecording.refuseOptions(in: arguments, with: "a program")
        return try ProgramRecording.run(arguments)
      }
      try ReaderRecording.refuseOptions(in: arguments, with: "--from")
      if let word = arguments.operands.first {
        throw Failure.usage("\"\(word)\" is one operand too many", command: "record")
      }
      try record(from, arguments)
      return ExitCode.success
    })

  static func record(_ from: String, _ arguments: Arguments) throws {
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
