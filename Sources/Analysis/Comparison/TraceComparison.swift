import Decoding
package import GrammarLanguage
package import TraceFormat

/// Compares two captures:
///
///     read each once → digests → plan (visits paired, then their steps) → read both again, side by
///     side, for the steps that are to be told → their fields compared → sink
///
/// Of a trace only its digest is kept, a few numbers a step. What is the same is read once.
package struct TraceComparison {
  private let lexicon: Lexicon
  private let options: ComparisonOptions

  package init(_ lexicon: Lexicon, _ options: ComparisonOptions = ComparisonOptions()) {
    self.lexicon = lexicon
    self.options = options
  }

  /// Compares two captures, hands what differs to a sink, and says what it amounts to. `flush` is
  /// called now and then: the sink has things to hand on.
  package func compare<Sink: ComparisonSink & ~Copyable>(
    _ old: ComparedCapture, _ new: ComparedCapture, into sink: inout Sink,
    flush: (inout Sink) throws(TraceError) -> Void
  ) throws(TraceError) -> ComparisonFacts {
    let (ours, oldDecoding) = try digest(old)
    let (theirs, newDecoding) = try digest(new)
    sink.open(
      ComparedSide(name: old.name, description: ours.description, start: ours.start),
      ComparedSide(name: new.name, description: theirs.description, start: theirs.start))
    let plan = Planner(ours, theirs, options).plan
    var facts = ComparisonFacts()
    facts.old = ComparisonFacts.Size(ours)
    facts.new = ComparisonFacts.Size(theirs)
    facts.transport = plan.transport
    facts.slowest = plan.slowest
    facts.notCompared = NotCompared.all(ours, theirs)
    facts.unmet = ours.unmet.filter { theirs.unmet.contains($0) }
    if !plan.visits.isEmpty {
      let wishes = Wishes(plan, ours, theirs)
      var teller = ComparisonTeller(
        ours, theirs, options,
        StepComparison(lexicon, options, ours, theirs),
        try Replay(old, lexicon, oldDecoding, wanted: wishes.old),
        try Replay(new, lexicon, newDecoding, wanted: wishes.new), facts)
      for visit in plan.visits {
        try teller.tell(visit, into: &sink)
        try flush(&sink)
      }
      facts = teller.facts
    }
    sink.close(facts)
    try flush(&sink)
    return facts
  }

  /// Reads a capture for the first time.
  private func digest(
    _ capture: ComparedCapture
  ) throws(TraceError) -> (TraceDigest, Decoder.Options) {
    var reader = try capture.open()
    let decoding = options.decoding(of: reader.description)
    var digester = DigestReader(lexicon, decoding, asked: options.ignored + options.only)
    return (try digester.read(&reader), decoding)
  }
}

extension ComparisonFacts.Size {
  fileprivate init(_ digest: TraceDigest) {
    frames = digest.frames
    visits = digest.visits.count { $0.visit != nil }
    exchanges = digest.exchanges
  }
}

/// What of either trace is to be read again.
private struct Wishes {
  var old: [Replay.Wish]
  var new: [Replay.Wish]

  init(_ plan: ComparisonPlan, _ ours: TraceDigest, _ theirs: TraceDigest) {
    old = [Replay.Wish](repeating: .nothing, count: ours.steps.count)
    new = [Replay.Wish](repeating: .nothing, count: theirs.steps.count)
    for visit in plan.visits {
      for step in visit.steps {
        switch step.kind {
        case .replaced: break
        case .candidate:
          if let number = step.old { old[number] = .fields }
          if let number = step.new { new[number] = .fields }
        case .same:
          if let number = step.old { old[number] = .row }
        case .single, .moved:
          if let number = step.old { old[number] = .row }
          if let number = step.new { new[number] = .row }
        }
      }
    }
  }
}
