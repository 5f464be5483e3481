import Decoding
import TraceFormat

/// What is kept of one whole trace to compare it with another: a few numbers a step.
struct TraceDigest: Sendable {
  /// In the order in which they became certain; the number of a step is its index here.
  var steps: [StepDigest] = []
  /// By number; the first stands for what belongs to no visit.
  var visits: [VisitDigest] = [VisitDigest(nil)]
  /// The numbers of all steps, visit by visit.
  private(set) var order: [Int32] = []
  /// AIDs that were selected.
  var applications: [Identifier] = []
  var description = TraceDescription(format: "")
  /// The first frame's time.
  var start: Int64?
  var frames = 0
  /// Whether frames on air were captured, and who the card is.
  var hasFramesOnAir = false
  var hasIdentities = false
  var hasResets = false
  /// Whether commands to the reader itself were captured.
  var hasReaderCommands = false
  /// Of the paths that were asked for, those that none of its fields has.
  var unmet: [FieldPattern] = []

  /// Sorts the steps by visit, once all are there.
  mutating func finish() {
    var start = 0
    var next: [Int] = []
    for index in visits.indices {
      visits[index].steps = start..<start + visits[index].count
      next.append(start)
      start += visits[index].count
    }
    order = [Int32](repeating: 0, count: steps.count)
    for index in steps.indices {
      let visit = Int(steps[index].visit)
      order[next[visit]] = Int32(clamping: index)
      next[visit] += 1
    }
  }

  /// How many exchanges there are.
  var exchanges: Int { steps.reduce(0) { $0 + ($1.role == .exchange ? 1 : 0) } }
}
