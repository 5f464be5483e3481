import Analysis
import Bytes
import Decoding
import ForeignFormats
import GrammarLanguage
import Rendering
import TraceFormat

extension Command {
  /// `nfctrace analyze FILE...`.
  static let analyze = Command(
    name: "analyze",
    summary: "tell what happened in a capture",
    operands: Operands(
      usage: "FILE...", count: 1...Int.max,
      rows: [("FILE", "a trace, pcap, pcapng or text; - is standard input, told as it arrives")]),
    description: [
      "Rebuilds what reader and card said, an exchange a row, and says what is worth knowing: "
        + "everything malformed with its frame and byte, payment applications, unanswered commands, "
        + "personal data. Into a pipe or file, an exchange is one line, whatever its length.",
      "Exits with 0 however bad the capture is, unless --fail-on says otherwise.",
    ],
    options: Appearance.options + [
      Option(.hex, short: "x", "the bytes of each exchange under its row"),
      Option(.repeats, "write out rows and visits that equal earlier ones"),
      Option(.clock, "times of the day instead of times since the first frame"),
      Option(.delta, "times since the row before"),
      Option(
        .failOn, takes: .text("LIST"),
        "exit with 1 if there is a finding of a severity (or worse), category or id"),
      Option(.showSecrets, "do not mask card numbers, names, PINs and keys"),
      Option(
        .link, takes: .oneOf("LINK", Array(links.keys).sorted()),
        "take frames for this technology, whatever they look like"),
      Knowledge.option,
    ],
    examples: [
      Example("nfctrace analyze visit.trace | grep SELECT", "whole exchanges, one a line"),
      Example("nfctrace analyze --fail-on error,payment *.pcap", "for CI"),
    ],
    run: { try AnalyzeRun($0).run() })

  /// What --link may be.
  fileprivate static let links: [String: Link] = [
    "nfc-a": .nfcA, "nfc-b": .nfcB, "nfc-f": .nfcF, "nfc-v": .nfcV,
  ]
}

/// One run of `analyze`, over any number of files.
private struct AnalyzeRun {
  let arguments: Arguments
  let failure: FailureCriterion?
  let options: TextOptions
  let lexicon: Lexicon
  let showsSecrets: Bool

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    failure = try FailureCriterion(arguments)
    if arguments.has(.clock) && arguments.has(.delta) {
      throw Failure.usage("--clock and --delta exclude each other", command: arguments.command)
    }
    let look = try Appearance(arguments, isClock: arguments.has(.clock))
    var options = TextOptions(columns: look.columns, typeface: look.typeface)
    if arguments.has(.clock) { options.counting = .clock }
    if arguments.has(.delta) { options.counting = .sinceRow }
    options.showsRepeats = arguments.has(.repeats)
    options.showsBytes = arguments.has(.hex)
    self.options = options
    lexicon = try Knowledge.lexicon(arguments)
    showsSecrets =
      arguments.has(.showSecrets) || Terminal.variable("NFCTRACE_SHOW_SECRETS") == "1"
  }

  func run() throws -> Int32 {
    var code = ExitCode.success
    var hasMasked = false
    for (index, path) in arguments.operands.enumerated() {
      if arguments.operands.count > 1 {
        try Output.print("\(index > 0 ? "\n" : "")==> \(path) <==\n")
      }
      guard let facts = try facts(of: path) else {
        code = ExitCode.failure
        continue
      }
      hasMasked = hasMasked || facts.hasMasked
      if facts.hasFailed { code = max(code, ExitCode.found) }
    }
    if hasMasked {
      StandardError.say("secrets are masked; --show-secrets or NFCTRACE_SHOW_SECRETS=1 shows them")
    }
    return code
  }

  /// Tells a file; one that cannot be read is said, so that the others are told all the same.
  private func facts(of path: String) throws(TraceError) -> Narration.Facts? {
    do throws(TraceError) {
      return try tell(path)
    } catch {
      if error.system?.isClosedPipe == true { throw error }
      StandardError.say(error.description)
      return nil
    }
  }

  private func tell(_ path: String) throws(TraceError) -> Narration.Facts {
    let input = try InputFile(path: path)
    if path == "-" && !input.isSeekable { Interrupt.endsInput() }
    let watched = try WatchedReader(input)
    var decoding = Decoder.Options()
    decoding.link = arguments.value(.link).flatMap { Command.links[$0] }
    decoding.constantBlockNumber = watched.description.notes["constantBlockNumber"] != nil
    let finder = SecretFinder(lexicon)
    let narration = Narration(
      options: decoding, lexicon: lexicon, secrets: finder, failure: failure, label: { $0.label })
    var reader: any FrameReader = watched
    var renderer = StoryText(
      options, names: NameSource(), secrets: showsSecrets ? nil : finder)
    var output = OutputFile.standardOutput
    let facts = try narration.tell(&reader, file: path, renderer: &renderer) {
      bytes throws(TraceError) in try output.write(bytes)
    }
    watched.sayDamage()
    return facts
  }
}

extension FailureCriterion {
  /// What `--fail-on` asks for; nil where it is not given.
  fileprivate init?(_ arguments: Arguments) throws(Failure) {
    guard arguments.has(.failOn) else { return nil }
    do throws(UnknownWord) {
      try self.init(arguments.values(.failOn).joined(separator: ","))
    } catch {
      let known =
        Severity.allCases.map(\.word) + Analysis.Category.allCases.map(\.rawValue)
        + FindingID.allCases.map(\.rawValue)
      let guess = Spelling.nearest(to: error.word, among: known)
      let hint = guess.map { "; did you mean \($0)?" } ?? ""
      throw .usage(
        "--fail-on: \"\(error.word)\" is no severity, category or finding\(hint)",
        command: arguments.command)
    }
  }
}
