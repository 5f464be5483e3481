import Analysis
import AppleRules
import Decoding
import ForeignFormats
import GrammarLanguage
import Playback
import Rendering
import TraceFormat

extension Command {
  /// `nfctrace lint [FILE...]`.
  static let lint = Command(
    name: "lint",
    summary: "say what an iPhone would do or refuse: a trace, an app's files, or both",
    operands: Operands(
      usage: "[FILE...]", count: 0...Int.max,
      rows: [
        (
          "FILE",
          "a trace, a capture, a tag's dump, an NDEF message in bytes or hex, or a property list "
            + "(Info.plist, entitlements); - is standard input"
        )
      ]),
    description: [
      "Looks at an app's Info.plist and entitlements, at a trace, or at both together, as iOS does "
        + "when the app reads tags with Core NFC: what it would refuse and why, what to change, and "
        + "which lines to paste. For every NDEF message it says what happens when the tag is held to "
        + "a phone while no app reads.",
      "Each finding names the page of Apple's documentation that says so, or that users reported it. "
        + "What only the app's code or the phone knows is not judged. Exits with 1 on an error, or "
        + "on what --fail-on names.",
    ],
    options: [
      Option(
        .app, takes: .file("PATH"),
        "an .app, or a project's folder: its Info.plist, entitlements and build settings"),
      Option(.infoPlist, takes: .file("FILE"), "the app's Info.plist, in XML or binary"),
      Option(.entitlements, takes: .file("FILE"), "the app's entitlements"),
      Option(
        .deploymentTarget, takes: .text("N"),
        "the lowest iOS that the app is built for, where --app does not say it"),
      Option(
        .format, takes: .oneOf("FORMAT", Telling.Format.allCases.map(\.rawValue)),
        "how to write it"),
      FailureCriterion.option,
      Telling.linkOption,
      LinePattern.option,
      Knowledge.option,
    ] + Appearance.options,
    examples: [
      Example("nfctrace lint --app MyApp", "the files of a project, before anybody holds a card"),
      Example(
        "nfctrace lint visit.trace --app MyApp",
        "whether the app could have had this conversation"),
      Example("nfctrace lint tag.trace", "what a phone does with this tag, without an app"),
    ],
    run: lint)

  @Sendable private static func lint(_ arguments: Arguments) throws -> Int32 {
    let pattern = try LinePattern.asked(arguments)
    let failure = try FailureCriterion(arguments)
    let look = try Appearance(arguments)
    var files = AppFiles()
    if let path = arguments.value(.app) { try files.search(path) }
    if let path = arguments.value(.infoPlist) { try files.take(infoPlist: path) }
    if let path = arguments.value(.entitlements) { try files.take(entitlements: path) }
    var traces: [String] = []
    for path in arguments.operands where try !files.take(propertyList: path) {
      if path != "-", Descriptor.standing(path) == .folder {
        throw Failure("\(path): is a folder; --app takes an app's or a project's")
      }
      if path.hasSuffix(".card") {
        throw Failure(
          "\(path): is a card for play; lint takes what a reader said to one, or a dump")
      }
      traces.append(path)
    }
    files.facts.deploymentTarget =
      try target(arguments) ?? files.facts.settings?.deploymentTarget
      ?? files.facts.info?.minimumSystem
    guard !traces.isEmpty || files.hasAny else {
      throw Failure.usage("lint needs a FILE, or an app's files", command: "lint")
    }
    let lexicon = try Knowledge.lexicon(arguments)
    var lint = PhoneLint(files.facts)
    var code = ExitCode.success
    for path in traces {
      do throws(TraceError) {
        try examine(path, arguments, pattern, lexicon, &lint)
      } catch {
        if error.system?.isClosedPipe == true { throw error }
        StandardError.say(error.description)
        code = ExitCode.failure
      }
    }
    if code != ExitCode.failure || !lint.found.isEmpty {
      try write(lint.found, look, format: arguments.value(.format))
    }
    let isBad = lint.found.contains { item in
      failure?.matches(item.finding) ?? (item.finding.severity == .error)
    }
    return isBad ? max(code, ExitCode.found) : code
  }

  /// The lowest iOS that was named: 15, or 15.4.
  private static func target(_ arguments: Arguments) throws -> Int? {
    guard let text = arguments.value(.deploymentTarget) else { return nil }
    let isVersion = text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy {
      part in
      !part.isEmpty && part.allSatisfy { $0.isASCII && $0.isNumber }
    }
    guard isVersion, let major = BuildConfiguration.major(text) else {
      throw Failure.usage(
        "--deployment-target \(text): is not a number such as 15 or 15.4", command: "lint")
    }
    return major
  }

  private static func examine(
    _ path: String, _ arguments: Arguments, _ pattern: LinePattern?, _ lexicon: Lexicon,
    _ lint: inout PhoneLint
  ) throws(TraceError) {
    lint.open(path)
    if pattern == nil, let dump = try DumpedCard.open(path) {
      lint.examine(dump.contents)
      return
    }
    if pattern == nil, let message = try MessageFile.open(path) {
      lint.examine(message)
      return
    }
    let capture = try WatchedReader(live: path, pattern: pattern)
    var options = Decoder.Options()
    options.link = arguments.value(.link).flatMap { Telling.links[$0] }
    options.constantBlockNumber = capture.description.notes["constantBlockNumber"] != nil
    var decoder = Decoder(options: options)
    var analyzer = Analyzer(lexicon: lexicon, secrets: SecretFinder(lexicon))
    var batch = FrameBatch()
    var story = Story()
    func take() {
      analyzer.examine(story)
      lint.examine(story, findings: analyzer.findings, outcomes: analyzer.outcomes)
      story.clear()
    }
    while try capture.read(into: &batch) {
      decoder.decode(batch, into: &story)
      take()
    }
    decoder.finish(into: &story)
    take()
    capture.sayDamage()
  }

  private static func write(
    _ found: [AppFinding], _ look: Appearance, format: String?
  ) throws {
    var output = Output()
    switch format {
    case "json", "jsonl":
      LintReport.writeJSON(found, isDocument: format == "json", into: &output.buffer)
    case "lines": LintReport(found).write(.lines, into: &output.buffer)
    case "github": LintReport(found).write(.github, into: &output.buffer)
    default: LintReport(found).write(look.columns, look.typeface, into: &output.buffer)
    }
    try output.flush()
  }
}
