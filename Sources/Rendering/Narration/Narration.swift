package import Analysis
import Bytes
package import Decoding
package import GrammarLanguage
package import TraceFormat

/// Reads a trace from its first frame to its last and lets a renderer write it down:
///
///     reader → frames → decoder → story → analyzer → findings → renderer → bytes → sink
///
/// What a batch makes certain is handed to the sink before the next batch of a live input is waited
/// for.
package struct Narration {
  /// What a renderer is told the trace was taken for.
  private let label: (TraceDescription) -> String
  private let options: Decoder.Options
  private let lexicon: Lexicon
  private let secrets: SecretFinder
  /// Whether what is no live input may be told on two threads.
  private let usesThreads: Bool
  /// Findings that make the capture count as bad.
  private let failure: FailureCriterion?

  /// Takes bytes, a chapter at a time.
  package typealias Sink = (Span<UInt8>) throws(TraceError) -> Void

  package init(
    options: Decoder.Options, lexicon: Lexicon, secrets: SecretFinder,
    failure: FailureCriterion? = nil, usesThreads: Bool = true,
    label: @escaping (TraceDescription) -> String
  ) {
    self.failure = failure
    self.usesThreads = usesThreads
    self.options = options
    self.lexicon = lexicon
    self.secrets = secrets
    self.label = label
  }

  /// What is known when a trace was told.
  package struct Facts: Sendable {
    package var summary = Summary()
    /// Whether a finding is one of those that make the capture count as bad.
    package var hasFailed = false
    /// Whether anything was masked.
    package var hasMasked = false
    package var damage: [TraceDamage] = []
  }

  /// Tells a trace. `file` is the name it was opened by. A live one is told as it arrives; of another
  /// one, reading and telling share two threads where the machine has them.
  package func tell<R: Renderer & ~Copyable>(
    _ reader: inout any FrameReader, file: String, isLive: Bool = true, renderer: inout R,
    sink: Sink
  ) throws(TraceError) -> Facts {
    var chapters = ChapterReader(
      reader, decoder: Decoder(options: options),
      analyzer: Analyzer(lexicon: lexicon, secrets: secrets), failure: failure, isLive: isLive)
    var out = ByteBuffer(capacity: 128 * 1024)
    let start = try chapters.open()
    let description = chapters.reader.description
    renderer.open(
      Opening(file: file, description: description, label: label(description), start: start),
      into: &out)

    var chapter = Chapter()
    var hasMasked = false
    while chapters.read(&chapter) {
      renderer.write(chapter, into: &out)
      try Self.flush(&out, sink)
      guard !isLive, usesThreads, !chapters.isAtEnd, Companion.isUseful else { continue }
      hasMasked = try share(&chapters, &renderer, next: chapter.number + 1, sink: sink)
    }
    var facts = chapters.facts
    pass(facts.damage, &renderer, &facts, into: &out)
    renderer.close(facts.summary, into: &out)
    try Self.flush(&out, sink)
    facts.hasMasked = hasMasked || renderer.hasMasked
    reader = chapters.reader
    if let error = chapters.error { throw error }
    return facts
  }

  /// Hands what is damaged about the file to the renderer.
  private func pass<R: Renderer & ~Copyable>(
    _ damage: [TraceDamage], _ renderer: inout R, _ facts: inout Facts, into out: inout ByteBuffer
  ) {
    guard !damage.isEmpty else { return }
    let findings = damage.map { Analyzer.finding(for: $0) }
    facts.summary.count(findings)
    if let failure, findings.contains(where: failure.matches) { facts.hasFailed = true }
    renderer.write(findings, into: &out)
  }

  private static func flush(_ out: inout ByteBuffer, _ sink: Sink) throws(TraceError) {
    guard out.count > 0 else { return }
    try sink(out.span)
    out.clear()
  }
}

extension Renderer where Self: ~Copyable {
  /// Writes a chapter.
  mutating func write(_ chapter: borrowing Chapter, into out: inout ByteBuffer) {
    write(
      chapter.story, findings: chapter.findings, outcomes: chapter.outcomes, into: &out)
  }
}
