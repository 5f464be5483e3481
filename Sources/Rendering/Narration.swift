package import Analysis
import Bytes
package import Decoding
package import GrammarLanguage
package import TraceFormat

/// Reads a trace from its first frame to its last and lets a renderer write it down:
///
///     reader → frames → decoder → story → analyzer → findings → renderer → bytes → sink
///
/// What a batch makes certain is handed to the sink before the next batch is waited for.
package struct Narration {
  /// What a renderer is told the trace was taken for.
  private let label: (TraceDescription) -> String
  private let options: Decoder.Options
  private let lexicon: Lexicon
  private let secrets: SecretFinder
  /// Findings that make the capture count as bad.
  private let failure: FailureCriterion?

  /// Takes bytes, in runs of up to about 64 KiB.
  package typealias Sink = (Span<UInt8>) throws(TraceError) -> Void

  package init(
    options: Decoder.Options, lexicon: Lexicon, secrets: SecretFinder,
    failure: FailureCriterion? = nil,
    label: @escaping (TraceDescription) -> String
  ) {
    self.failure = failure
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

  /// Tells a trace. `file` is the name it was opened by.
  package func tell<R: Renderer & ~Copyable>(
    _ reader: inout any FrameReader, file: String, renderer: inout R, sink: Sink
  ) throws(TraceError) -> Facts {
    var facts = Facts()
    var batch = FrameBatch()
    var story = Story()
    var decoder = Decoder(options: options)
    var analyzer = Analyzer(lexicon: lexicon, secrets: secrets)
    var out = ByteBuffer(capacity: 128 * 1024)
    var isOpen = false
    var error: TraceError?

    while error == nil {
      var hasMore = false
      do { hasMore = try reader.read(into: &batch) } catch let broken {
        // What was read until then is told to its end.
        guard isOpen else { throw broken }
        error = broken
      }
      if !isOpen {
        renderer.open(opening(of: reader, file: file, batch), into: &out)
        isOpen = true
      }
      guard hasMore else { break }
      facts.summary.count(batch)
      decoder.decode(batch, into: &story)
      pass(&story, &analyzer, &renderer, &facts, into: &out)
      try Self.flush(&out, sink)
    }
    decoder.finish(into: &story)
    facts.damage = reader.damage
    pass(&story, &analyzer, &renderer, &facts, into: &out)
    pass(reader.damage, &renderer, &facts, into: &out)
    renderer.close(facts.summary, into: &out)
    try Self.flush(&out, sink)
    facts.hasMasked = renderer.hasMasked
    if let error { throw error }
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

  private func opening(
    of reader: any FrameReader, file: String, _ batch: borrowing FrameBatch
  ) -> Opening {
    let description = reader.description
    return Opening(
      file: file, description: description, label: label(description),
      start: batch.frames.first?.time)
  }

  /// Hands what the story holds to the analyzer and to the renderer.
  private func pass<R: Renderer & ~Copyable>(
    _ story: inout Story, _ analyzer: inout Analyzer, _ renderer: inout R, _ facts: inout Facts,
    into out: inout ByteBuffer
  ) {
    analyzer.examine(story)
    facts.summary.count(story, analyzer.findings)
    if let failure, analyzer.findings.contains(where: failure.matches) { facts.hasFailed = true }
    renderer.write(
      story, findings: analyzer.findings, outcomes: analyzer.outcomes, into: &out)
    story.clear()
  }

  private static func flush(_ out: inout ByteBuffer, _ sink: Sink) throws(TraceError) {
    guard out.count > 0 else { return }
    try sink(out.span)
    out.clear()
  }
}
