import Decoding

/// Makes the plan of a comparison.
struct Planner {
  private let old: TraceDigest
  private let new: TraceDigest
  private let rules: ComparisonRules
  private let options: ComparisonOptions
  private let moments: Moments
  private(set) var plan = ComparisonPlan()
  /// The pair of exchanges that took longest.
  private var slowest: (old: StepDigest, new: StepDigest)?

  init(_ old: TraceDigest, _ new: TraceDigest, _ options: ComparisonOptions) {
    self.old = old
    self.new = new
    self.options = options
    rules = ComparisonRules(old, new)
    moments = Moments(old, new)
    let matching = VisitMatching(old, new, rules).matching
    compare(0, 0)
    walk(matching)
    if let slowest { note(slowest.old, slowest.new) }
  }

  /// Goes through the visits of both sides in their order.
  private mutating func walk(_ matching: Matching) {
    var place = (old: 0, new: 0)
    for index in 0...matching.newOfOld.count {
      let isEnd = index == matching.newOfOld.count
      guard isEnd || matching.newOfOld[index] >= 0 else { continue }
      let other = isEnd ? matching.oldOfNew.count : Int(matching.newOfOld[index])
      if index > place.old || other > place.new {
        single(Alignment.Gap(old: place.old..<index, new: place.new..<other), matching)
      }
      // Visits are numbered from 1.
      if !isEnd { compare(index + 1, other + 1) }
      place = (index + 1, other + 1)
    }
  }

  /// Visits that have no pair.
  private mutating func single(_ gap: Alignment.Gap, _ matching: Matching) {
    if matching.isOpen(gap) {
      var replaced = ComparisonPlan.VisitPlan()
      replaced.kind = .replaced(old: gap.old.count, new: gap.new.count)
      replaced.old = gap.old.lowerBound + 1
      replaced.new = gap.new.lowerBound + 1
      plan.visits.append(replaced)
      return
    }
    for index in gap.old {
      var visit = ComparisonPlan.VisitPlan()
      visit.old = index + 1
      visit.kind = matching.movedOld[Int32(index)].map { .moved(Int($0) + 1) } ?? .single
      if visit.kind == .single { visit.steps = steps(of: old, index + 1, isOld: true) }
      plan.visits.append(visit)
    }
    for index in gap.new {
      var visit = ComparisonPlan.VisitPlan()
      visit.new = index + 1
      visit.kind = matching.movedNew[Int32(index)].map { .moved(Int($0) + 1) } ?? .single
      if visit.kind == .single { visit.steps = steps(of: new, index + 1, isOld: false) }
      plan.visits.append(visit)
    }
  }

  /// All steps of a visit that only one side has.
  private func steps(
    of trace: TraceDigest, _ number: Int, isOld: Bool
  ) -> [ComparisonPlan.StepPlan] {
    trace.order[trace.visits[number].steps].map { step in
      var plan = ComparisonPlan.StepPlan()
      if isOld { plan.old = Int(step) } else { plan.new = Int(step) }
      plan.kind = .single
      return plan
    }
  }

  /// Two visits that belong together.
  private mutating func compare(_ ours: Int, _ theirs: Int) {
    let (one, other) = (old.visits[ours], new.visits[theirs])
    var visit = ComparisonPlan.VisitPlan()
    visit.old = ours
    visit.new = theirs
    plan.pairs += 1
    let comparesAll =
      rules.comparesIdentities && rules.comparesReaders && old.hasResets == new.hasResets
    if comparesAll, one.key == other.key, one.steps.count == other.steps.count {
      var isTold = false
      for (left, right) in zip(one.steps, other.steps) {
        let pair = (Int(old.order[left]), Int(new.order[right]))
        isTold = meet(pair.0, pair.1, &visit) || isTold
      }
      finish(&visit, one, other, isTold: isTold)
      return
    }
    let found = StepMatching(old, one.steps, new, other.steps, rules)
    walk(found, &visit)
    finish(&visit, one, other, isTold: visit.steps.contains { $0.kind != .same })
  }

  /// Notes how the visits' transport differs, and keeps the visit if there is something to tell.
  private mutating func finish(
    _ visit: inout ComparisonPlan.VisitPlan, _ one: VisitDigest, _ other: VisitDigest,
    isTold: Bool
  ) {
    if rules.comparesBlocks {
      visit.transport.add(other.counts - one.counts)
      if let fsd = one.fsd, let another = other.fsd, fsd != another {
        visit.transport.fsd = Change(fsd, another)
      }
      if let cid = one.cid, let another = other.cid, cid != another {
        visit.transport.cid = Change(cid, another)
      }
      plan.transport.add(other.counts - one.counts)
      plan.transport.fsd = plan.transport.fsd ?? visit.transport.fsd
      plan.transport.cid = plan.transport.cid ?? visit.transport.cid
    }
    let isTransportTold = options.comparesTransport && !visit.transport.isEmpty
    guard isTold || isTransportTold else { return }
    if visit.steps.isEmpty {
      visit.steps = zip(one.steps, other.steps).map { left, right in
        let pair = (Int(old.order[left]), Int(new.order[right]))
        return ComparisonPlan.StepPlan(
          old: pair.0, new: pair.1, kind: isCandidate(pair.0, pair.1) ? .candidate : .same)
      }
    }
    visit.dropFarRows(context: options.context)
    plan.visits.append(visit)
  }
}

extension ComparisonPlan.VisitPlan {
  /// Leaves out steps that are the same and far from any that may not be.
  fileprivate mutating func dropFarRows(context: Int) {
    var lastOdd = Int.min / 2
    var next = steps.indices.first { steps[$0].kind != .same } ?? .max
    var kept: [ComparisonPlan.StepPlan] = []
    for index in steps.indices {
      if index > next { next = steps[index...].firstIndex { $0.kind != .same } ?? .max }
      if steps[index].kind != .same { lastOdd = index }
      if index - lastOdd <= context || next - index <= context { kept.append(steps[index]) }
    }
    steps = kept
  }
}

extension Planner {
  /// Goes through the steps of two visits in their order.
  private mutating func walk(_ found: StepMatching, _ visit: inout ComparisonPlan.VisitPlan) {
    let matching = found.matching
    var place = (old: 0, new: 0)
    for index in 0...matching.newOfOld.count {
      let isEnd = index == matching.newOfOld.count
      guard isEnd || matching.newOfOld[index] >= 0 else { continue }
      let other = isEnd ? matching.oldOfNew.count : Int(matching.newOfOld[index])
      if index > place.old || other > place.new {
        let gap = Alignment.Gap(old: place.old..<index, new: place.new..<other)
        visit.steps += single(gap, found)
      }
      if !isEnd {
        let pair = (found.ours[index], found.theirs[other])
        let isTold = meet(pair.0, pair.1, &visit)
        visit.steps.append(
          ComparisonPlan.StepPlan(
            old: pair.0, new: pair.1, kind: isTold ? .candidate : .same))
      }
      place = (index + 1, other + 1)
    }
  }

  /// Steps that have no pair.
  private func single(
    _ gap: Alignment.Gap, _ found: StepMatching
  ) -> [ComparisonPlan.StepPlan] {
    let matching = found.matching
    if matching.isOpen(gap) {
      return [
        ComparisonPlan.StepPlan(
          old: found.ours[gap.old.lowerBound], new: found.theirs[gap.new.lowerBound],
          kind: .replaced(old: gap.old.count, new: gap.new.count))
      ]
    }
    let removed = gap.old.map { index in
      let moved = matching.movedOld[Int32(index)].map { found.theirs[Int($0)] }
      return ComparisonPlan.StepPlan(
        old: found.ours[index], kind: moved.map { .moved($0) } ?? .single)
    }
    return removed
      + gap.new.map { index in
        let moved = matching.movedNew[Int32(index)].map { found.ours[Int($0)] }
        return ComparisonPlan.StepPlan(
          new: found.theirs[index], kind: moved.map { .moved($0) } ?? .single)
      }
  }

  /// Takes in two steps that belong together; whether their fields have to be looked at.
  private mutating func meet(
    _ ours: Int, _ theirs: Int, _ visit: inout ComparisonPlan.VisitPlan
  ) -> Bool {
    let (one, other) = (old.steps[ours], new.steps[theirs])
    guard one.role == .exchange, other.role == .exchange else { return isCandidate(ours, theirs) }
    let isSameTransport = one.transport == other.transport
    if rules.comparesBlocks, !isSameTransport {
      var difference = TransportCounts()
      difference.add(other.transport, other.kind)
      var before = TransportCounts()
      before.add(one.transport, one.kind)
      plan.transport.add(difference - before)
    }
    // What was sent again or took more blocks is slower for that reason.
    if isSameTransport, one.latency != .min, other.latency != .min,
      max(one.latency, other.latency)
        > slowest.map({ max($0.old.latency, $0.new.latency) }) ?? -1
    {
      slowest = (one, other)
    }
    return isCandidate(ours, theirs)
  }

  /// Whether two steps may differ in something that counts.
  private func isCandidate(_ ours: Int, _ theirs: Int) -> Bool {
    let (one, other) = (old.steps[ours], new.steps[theirs])
    if one.key != other.key, one.raw != other.raw { return true }
    // The same moment is the same recording.
    if one.nonce != 0, one.nonce == other.nonce, !moments.areSame(one.time, other.time) {
      return true
    }
    if options.showsVarying, one.raw != other.raw { return true }
    if options.comparesTransport, rules.comparesBlocks, one.transport != other.transport {
      return true
    }
    if let tolerance = options.tolerance, one.latency != .min, other.latency != .min {
      return !tolerance.holds(one.latency, other.latency)
    }
    return false
  }

  private mutating func note(_ one: StepDigest, _ other: StepDigest) {
    let place = Int(one.application)
    guard let form = Exchange.Form(rawValue: one.kind.form &- 1) else { return }
    plan.slowest = SlowestExchange(
      latency: Change(one.latency, other.latency), form: form, first: one.kind.first,
      second: one.kind.second,
      application: old.applications.indices.contains(place)
        ? old.applications[place] : Identifier())
  }
}
