import Decoding
import TraceFormat

/// Goes through a plan, reads both traces again beside each other, and tells what really differs.
struct ComparisonTeller {
  private let ours: TraceDigest
  private let theirs: TraceDigest
  private let options: ComparisonOptions
  private var fields: StepComparison
  private var old: Replay
  private var new: Replay
  private(set) var facts: ComparisonFacts
  /// Rows that are told if something behind them differs, and how many are told behind.
  private var before: [ComparedRow] = []
  private var after = 0
  private var hasLeftOut = false
  private var isOpen = false

  init(
    _ ours: TraceDigest, _ theirs: TraceDigest, _ options: ComparisonOptions,
    _ fields: StepComparison, _ old: Replay, _ new: Replay, _ facts: ComparisonFacts
  ) {
    self.ours = ours
    self.theirs = theirs
    self.options = options
    self.fields = fields
    self.old = old
    self.new = new
    self.facts = facts
  }

  /// Tells what differs in two visits.
  mutating func tell<Sink: ComparisonSink & ~Copyable>(
    _ plan: ComparisonPlan.VisitPlan, into sink: inout Sink
  ) throws(TraceError) {
    before.removeAll()
    after = 0
    hasLeftOut = false
    isOpen = false
    count(plan)
    if plan.kind != .compared { open(plan, into: &sink) }
    if options.comparesTransport, !plan.transport.isEmpty {
      facts.transportDiffers += 1
      open(plan, into: &sink)
      sink.take(.transport(plan.transport))
    }
    for step in plan.steps { try tell(step, of: plan, into: &sink) }
    if isOpen { sink.take(.end) }
  }

  private mutating func count(_ plan: ComparisonPlan.VisitPlan) {
    switch plan.kind {
    case .compared: break
    case .single: if plan.old != nil { facts.visitsRemoved += 1 } else { facts.visitsAdded += 1 }
    // It stands on both sides.
    case .moved: if plan.old != nil { facts.visitsMoved += 1 }
    case .replaced: facts.replaced += 1
    }
  }

  private mutating func open<Sink: ComparisonSink & ~Copyable>(
    _ plan: ComparisonPlan.VisitPlan, into sink: inout Sink
  ) {
    guard !isOpen else { return }
    isOpen = true
    let kind: ComparedVisits.Kind =
      switch plan.kind {
      case .compared: .compared
      case .single: plan.old != nil ? .removed : .added
      case .moved(let number): plan.old != nil ? .movedAway(number) : .movedHere(number)
      case .replaced(let before, let after): .replaced(Change(before, after))
      }
    let single =
      plan.old.map { ours.exchanges(of: $0) } ?? plan.new.map { theirs.exchanges(of: $0) }
    sink.take(
      .visits(
        ComparedVisits(
          kind: kind, old: plan.old.flatMap { ours.visits[$0].visit },
          new: plan.new.flatMap { theirs.visits[$0].visit }, exchanges: single ?? 0)))
  }

  private mutating func tell<Sink: ComparisonSink & ~Copyable>(
    _ step: ComparisonPlan.StepPlan, of plan: ComparisonPlan.VisitPlan, into sink: inout Sink
  ) throws(TraceError) {
    if case .replaced(let before, let after) = step.kind, let one = step.old, let other = step.new {
      facts.replaced += 1
      lead(plan, into: &sink)
      sink.take(
        .replaced(
          Change(before, after),
          firstFrames: Change(ours.steps[one].frame, theirs.steps[other].frame)))
      return
    }
    let row = try row(of: step)
    let isTold = row.mark != .same || !row.differences.isEmpty
    if isTold {
      if plan.kind == .compared { count(row) }
      lead(plan, into: &sink)
      sink.take(.row(row))
      after = options.context
    } else if after > 0 {
      after -= 1
      sink.take(.row(row))
    } else {
      before.append(row)
      if before.count > options.context {
        before.removeFirst()
        hasLeftOut = true
      }
    }
  }

  /// Tells what stands in front of a row that differs.
  private mutating func lead<Sink: ComparisonSink & ~Copyable>(
    _ plan: ComparisonPlan.VisitPlan, into sink: inout Sink
  ) {
    let isFirst = !isOpen
    open(plan, into: &sink)
    if hasLeftOut, !isFirst { sink.take(.leftOut) }
    hasLeftOut = false
    for row in before { sink.take(.row(row)) }
    before.removeAll()
  }

  private mutating func count(_ row: ComparedRow) {
    facts.repeatedNonces += row.differences.count { $0.isRepeatedNonce }
    // What moved stands on both sides.
    if row.isOfCard, row.mark != .same {
      if case .movedHere = row.mark { return }
      facts.activations += 1
      return
    }
    switch row.mark {
    case .same: break
    case .changed: facts.changed += 1
    case .removed, .repetitionRemoved: facts.removed += 1
    case .added, .repetitionAdded: facts.added += 1
    case .movedAway: facts.moved += 1
    case .movedHere: break
    }
  }
}

extension ComparisonTeller {
  /// The row of a step, its fields compared.
  private mutating func row(
    of step: ComparisonPlan.StepPlan
  ) throws(TraceError) -> ComparedRow {
    switch (step.kind, step.old, step.new) {
    case (.candidate, .some(let one), .some(let other)):
      let before = try old.take(one)
      let after = try new.take(other)
      var found = fields.differences(before, after)
      if !options.showsVarying { found.removeAll { $0.varies } }
      let isChanged = found.contains { !$0.varies }
      return ComparedRow(
        mark: isChanged ? .changed : .same, old: before, new: after, differences: found)
    case (.moved(let other), .some(let one), _):
      return ComparedRow(
        mark: .movedAway(theirs.steps[other].frame), old: try old.take(one), new: nil)
    case (.moved(let one), _, .some(let other)):
      return ComparedRow(
        mark: .movedHere(ours.steps[one].frame), old: nil, new: try new.take(other))
    case (.single, .some(let one), _):
      return ComparedRow(
        mark: ours.isRepetition(one) ? .repetitionRemoved : .removed, old: try old.take(one),
        new: nil)
    case (.single, _, .some(let other)):
      return ComparedRow(
        mark: theirs.isRepetition(other) ? .repetitionAdded : .added, old: nil,
        new: try new.take(other))
    case (_, .some(let one), _):
      return ComparedRow(mark: .same, old: try old.take(one), new: nil)
    case (_, _, .some(let other)):
      return ComparedRow(mark: .same, old: nil, new: try new.take(other))
    case (_, nil, nil):
      return ComparedRow(mark: .same, old: nil, new: nil)
    }
  }
}

extension ComparedRow {
  /// Whether the card tells here who it is.
  fileprivate var isOfCard: Bool {
    switch (old ?? new)?.step.content {
    case .activation, .protocolActivation, .answerToReset: true
    default: false
    }
  }
}

extension TraceDigest {
  /// How many exchanges a visit has.
  fileprivate func exchanges(of visit: Int) -> Int {
    order[visits[visit].steps].count { steps[Int($0)].role == .exchange }
  }

  /// Whether a step is the same as the one before or behind it in its visit.
  fileprivate func isRepetition(_ number: Int) -> Bool {
    let run = visits[Int(steps[number].visit)].steps
    var low = run.lowerBound
    var high = run.upperBound
    while low < high {
      let middle = (low + high) / 2
      if Int(order[middle]) < number { low = middle + 1 } else { high = middle }
    }
    for place in [low - 1, low + 1] where run.contains(place) {
      if steps[Int(order[place])].key == steps[number].key { return true }
    }
    return false
  }
}
