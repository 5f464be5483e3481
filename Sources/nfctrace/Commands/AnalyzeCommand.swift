import Analysis
import ForeignFormats
import Rendering
import TraceFormat

extension Command {
  /// `nfctrace analyze FILE...`.
  static let analyze = Command(
    name: "analyze",
    summary: "tell what happened in a capture",
    operands: Operands(
      usage: "FILE...", count: 1...Int.max,
      rows: [
        (
          "FILE",
          "a trace, a capture or a log of another program; - is standard input, told as it arrives"
        )
      ]),
    description: [
      "Rebuilds what reader and card said, an exchange a row, and says what is worth knowing: "
        + "everything malformed with its frame and byte, payment applications, unanswered commands, "
        + "personal data. Into a pipe or file, an exchange is one line, whatever its length.",
      "Exits with 0 however bad the capture is, unless --fail-on says otherwise.",
    ],
    options: Telling.options + [
      FailureCriterion.option,
      Option(.follow, "go on while another process records into FILE, until that ends or Ctrl-C"),
      LinePattern.option,
    ],
    examples: [
      Example("nfctrace analyze visit.trace | grep SELECT", "whole exchanges, one a line"),
      Example("nfctrace analyze --fail-on error,payment *.pcap", "for CI"),
      Example(
        "nfctrace analyze --follow session.trace", "what is being recorded in another window"),
      Example("some-sniffer | nfctrace analyze --format jsonl -", "for a program, as it happens"),
    ],
    run: analyze)

  @Sendable private static func analyze(_ arguments: Arguments) throws -> Int32 {
    let telling = try Telling(arguments)
    let pattern = try LinePattern.asked(arguments)
    let files = arguments.operands
    if arguments.has(.follow), files.count > 1 || files == ["-"] {
      throw Failure.usage("--follow takes one file", command: "analyze")
    }
    let failure = try FailureCriterion(arguments)
    var code = ExitCode.success
    var hasMasked = false
    for (index, path) in files.enumerated() {
      if files.count > 1 && telling.announcesFiles {
        try Output.print("\(index > 0 ? "\n" : "")==> \(path) <==\n")
      }
      if pattern == nil, let dump = try? DumpedCard.open(path) {
        let found = try DumpedCard.tell(dump, named: path, isWhole: true, arguments)
        if let failure, found.contains(where: failure.matches) { code = max(code, ExitCode.found) }
        continue
      }
      do throws(TraceError) {
        let capture = try capture(path, arguments, pattern)
        let facts = try telling.tell(capture, file: path, isFirst: index == 0)
        capture.sayDamage()
        hasMasked = hasMasked || facts.hasMasked
        if facts.hasFailed { code = max(code, ExitCode.found) }
      } catch {
        // The other files are told all the same.
        if error.system?.isClosedPipe == true { throw error }
        StandardError.say(error.description)
        code = ExitCode.failure
      }
    }
    if hasMasked { Telling.sayMasked() }
    return code
  }

  private static func capture(
    _ path: String, _ arguments: Arguments, _ pattern: LinePattern?
  ) throws(TraceError) -> WatchedReader {
    guard arguments.has(.follow) else { return try WatchedReader(live: path, pattern: pattern) }
    Interrupt.isNoted()
    let file = try FollowedFile(path, isOver: { Interrupt.isPressed })
    let capture = try WatchedReader(InputFile(file), pattern: pattern)
    // Whoever stops following a recording knows that it goes on.
    capture.isCutShort = { Interrupt.isPressed }
    return capture
  }
}
