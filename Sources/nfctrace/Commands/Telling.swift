import Analysis
import Bytes
import Decoding
import ForeignFormats
import GrammarLanguage
import Rendering
import TraceFormat

/// How a story is told, from the options: for every command that tells one.
struct Telling {
  private let arguments: Arguments
  private let format: Format
  private let details: Set<JSONOptions.Detail>
  private let text: TextOptions
  private let filter: Filter
  private let failure: FailureCriterion?
  private let decoding: Decoder.Options
  private let secrets: SecretFinder
  private let names: NameSource
  private let showsSecrets: Bool
  /// Whether reading goes on to the end although nobody takes the story any more.
  var goesOnUnheard = false
  /// What the grammars say.
  let lexicon: Lexicon

  /// What --format may be.
  enum Format: String, CaseIterable {
    case text, jsonl, json, lines, github
  }

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    format = arguments.value(.format).flatMap { Format(rawValue: $0) } ?? .text
    details = Set(arguments.list(.detail).compactMap { JSONOptions.Detail(rawValue: $0) })
    filter = try Filter(arguments)
    text = try TextOptions(arguments, filter: filter)
    failure = try FailureCriterion(arguments)
    showsSecrets = Self.showsSecrets(arguments)
    lexicon = try Knowledge.lexicon(arguments)
    secrets = SecretFinder(lexicon)
    names = NameSource(lexicon)
    var decoding = Decoder.Options()
    decoding.link = arguments.value(.link).flatMap { Self.links[$0] }
    decoding.keepsFrames = details.contains(.frames)
    decoding.classicKeys = try Keys.classic(arguments)
    self.decoding = decoding
    try check()
  }

  /// What --link may be.
  static let links: [String: Link] = [
    "nfc-a": .nfcA, "nfc-b": .nfcB, "nfc-f": .nfcF, "nfc-v": .nfcV,
  ]

  private func check() throws(Failure) {
    if format == .json && arguments.operands.count > 1 {
      throw .usage(
        "--format json is one document and takes one file; jsonl takes several",
        command: arguments.command)
    }
    if format == .text && details.contains(.visits) && details.count > 1 {
      throw .usage(
        "--detail visits is a table of its own in text", command: arguments.command)
    }
  }

  /// Whether each of several files is announced by a line.
  var announcesFiles: Bool { format == .text && !details.contains(.visits) }

  /// Tells what a reader gives, as it comes. `isFirst`: the first of several files.
  func tell(
    _ capture: WatchedReader, file: String, isFirst: Bool = true
  ) throws(TraceError) -> Narration.Facts {
    let narration = narration(of: capture)
    let hidden = showsSecrets ? nil : secrets
    switch format {
    case .text where details.contains(.visits):
      return try tell(
        capture, file, narration,
        VisitTable(text.typeface, filter: filter, names: names, writesHeader: isFirst))
    case .text where details.contains(.frames):
      return try tell(
        capture, file, narration, FrameText(text, names: names, secrets: hidden))
    case .text:
      return try tell(
        capture, file, narration, StoryText(text, names: names, secrets: hidden))
    case .jsonl, .json:
      var options = JSONOptions()
      options.isDocument = format == .json
      options.filter = filter
      if !details.isEmpty { options.details = details }
      return try tell(
        capture, file, narration, StoryJSON(options, names: names, secrets: hidden))
    case .lines, .github:
      let lines = FindingLines(
        format == .lines ? .lines : .github, filter: filter, names: names, secrets: hidden)
      return try tell(capture, file, narration, lines)
    }
  }

  /// Looks for findings and tells nothing.
  func examine(_ capture: WatchedReader) throws(TraceError) -> Narration.Facts {
    var reader: any FrameReader = capture
    var silence = Silence()
    return try narration(of: capture).tell(
      &reader, file: capture.name, isLive: capture.isLive, renderer: &silence
    ) { bytes throws(TraceError) in }
  }

  private func narration(of capture: WatchedReader) -> Narration {
    var decoding = decoding
    decoding.constantBlockNumber = capture.description.notes["constantBlockNumber"] != nil
    return Narration(
      options: decoding, lexicon: lexicon, secrets: secrets, failure: failure,
      usesThreads: Terminal.variable("NFCTRACE_THREADS") != "1", label: { $0.label })
  }

  private func tell<R: Renderer & ~Copyable>(
    _ capture: WatchedReader, _ file: String, _ narration: Narration, _ renderer: consuming R
  ) throws(TraceError) -> Narration.Facts {
    var reader: any FrameReader = capture
    var output = OutputFile.standardOutput
    var isHeard = true
    return try narration.tell(
      &reader, file: file, isLive: capture.isLive, renderer: &renderer
    ) {
      bytes throws(TraceError) in
      guard isHeard else { return }
      do throws(TraceError) {
        try output.write(bytes)
      } catch {
        guard goesOnUnheard, error.system?.isClosedPipe == true else { throw error }
        isHeard = false
      }
    }
  }

  /// Whether secrets are not to be masked.
  static func showsSecrets(_ arguments: Arguments) -> Bool {
    arguments.has(.showSecrets) || Terminal.variable("NFCTRACE_SHOW_SECRETS") == "1"
  }

  /// Says once that a run has masked something.
  static func sayMasked() {
    StandardError.say("secrets are masked; --show-secrets or NFCTRACE_SHOW_SECRETS=1 shows them")
  }
}

/// Writes nothing.
private struct Silence: Renderer {
  let hasMasked = false
  func open(_ opening: Opening, into out: inout ByteBuffer) {}
  func write(
    _ story: borrowing Story, findings: [Finding], outcomes: [VisitOutcome],
    into out: inout ByteBuffer
  ) {}
  func close(_ summary: Summary, into out: inout ByteBuffer) {}
}
