/// Works out which frames and times are lost, from the blocks before and behind what is broken.
struct DamageLog {
  private(set) var damage: [TraceDamage] = []

  /// The number that the next frame has if nothing is lost; nil where that is not known, behind a
  /// jump.
  private(set) var nextFrame: Int? = 1
  private var nextSequence: UInt32? = 0
  /// The latest time of the last good block.
  private var lastTime: Int64?
  private var open: Gap?
  private var hasEnded = false
  /// Whether a part of the file may be met twice.
  private var hasJumped = false

  /// What lies between two good blocks.
  private struct Gap {
    let reason: String
    let offset: Int64
    /// What headers of broken blocks in it say.
    var lastFrame: Int?
    var times: ClosedRange<Int64>?
  }

  /// How many damages are told apart; a file that has more is one damage from there on.
  private static let most = 10_000

  /// Something is broken here, perhaps a block whose header is good.
  mutating func lose(_ reason: String, at offset: Int64, block: TraceBlock? = nil) {
    var gap = open ?? Gap(reason: reason, offset: offset)
    if let block, block.frames > 0, block.firstFrame >= nextFrame ?? 1 {
      let last = block.firstFrame + block.frames - 1
      gap.lastFrame = max(gap.lastFrame ?? last, last)
      gap.times = Self.span(gap.times, block.times)
    }
    open = gap
  }

  /// A good block begins here. False if it stands where it does not belong: its frames were
  /// there already.
  mutating func meet(_ block: TraceBlock, at offset: Int64) -> Bool {
    if block.firstFrame < nextFrame ?? 1 || block.sequence < nextSequence ?? 0 {
      lose("block \(block.sequence) stands behind later ones", at: offset)
      return false
    }
    if open == nil, let nextSequence, block.sequence != nextSequence {
      lose(Self.missing(nextSequence, block.sequence), at: offset)
    }
    if let gap = open {
      let first = nextFrame ?? block.firstFrame
      let frames = first < block.firstFrame ? first...block.firstFrame - 1 : nil
      let after = block.times.lowerBound
      let before = lastTime ?? gap.times?.lowerBound
      close(gap, frames: frames, times: before.flatMap { Self.span($0...$0, after...after) })
    }
    nextFrame = block.firstFrame + block.frames
    nextSequence = block.sequence &+ 1
    // In front of the first frame there is no time yet.
    if block.firstFrame + block.frames > 1 { lastTime = block.times.upperBound }
    return true
  }

  /// The trace's end block says why it ended, if that was too early.
  mutating func end(_ reason: String, at offset: Int64) {
    hasEnded = true
    if !reason.isEmpty { add(TraceDamage(reason: reason, offset: offset, frames: nil, times: nil)) }
  }

  /// The file ends here.
  mutating func finish(at offset: Int64) {
    if let gap = open {
      var frames: ClosedRange<Int>?
      if let first = nextFrame, let last = gap.lastFrame, first <= last { frames = first...last }
      let before = lastTime.map { $0...$0 }
      close(gap, frames: frames, times: gap.times.flatMap { Self.span(before, $0) })
    } else if !hasEnded {
      let reason = "the trace has no end: it was cut, or what recorded it was killed"
      add(TraceDamage(reason: reason, offset: offset, frames: nil, times: nil))
      hasEnded = true
    }
  }

  /// Reading goes on somewhere else.
  mutating func jump() {
    nextFrame = nil
    nextSequence = nil
    lastTime = nil
    open = nil
    hasEnded = false
    hasJumped = true
  }

  private mutating func close(_ gap: Gap, frames: ClosedRange<Int>?, times: ClosedRange<Int64>?) {
    add(
      TraceDamage(
        reason: gap.reason, offset: gap.offset, frames: frames, times: frames == nil ? nil : times))
    open = nil
  }

  private mutating func add(_ one: TraceDamage) {
    if hasJumped, damage.contains(where: { $0.offset == one.offset }) { return }
    guard damage.count >= Self.most, let last = damage.popLast() else { return damage.append(one) }
    damage.append(
      TraceDamage(
        reason: "more than \(Self.most) damages; this and what follows", offset: last.offset,
        frames: Self.span(last.frames, one.frames), times: Self.span(last.times, one.times)))
  }

  private static func missing(_ first: UInt32, _ next: UInt32) -> String {
    let last = next &- 1
    return first == last ? "block \(first) is missing" : "blocks \(first) to \(last) are missing"
  }

  /// From the first to the last of two spans, whichever comes first.
  private static func span<Bound>(
    _ one: ClosedRange<Bound>?, _ other: ClosedRange<Bound>?
  ) -> ClosedRange<Bound>? {
    guard let one, let other else { return one ?? other }
    return min(one.lowerBound, other.lowerBound)...max(one.upperBound, other.upperBound)
  }
}
