import TraceFormat

/// Whether two steps are of the same moment, so that both traces show one recording: its nonces are the
/// same because nothing happened twice.
struct Moments: Sendable {
  private let oldStart: Int64
  private let newStart: Int64
  /// Whether the times of both count from the same.
  private let isSameClock: Bool

  /// Formats round times to microseconds, the first frame's as well.
  private static let rounding = 2_000

  init(_ old: TraceDigest, _ new: TraceDigest) {
    oldStart = old.start ?? 0
    newStart = new.start ?? 0
    let (one, other) = (old.description, new.description)
    isSameClock =
      one.format == other.format || one.timesAreWallClock && other.timesAreWallClock
  }

  /// Whether two times are of one moment. Where only differences of times are known, and the formats
  /// are not the same, times since the first frame are compared.
  func areSame(_ old: Int64, _ new: Int64) -> Bool {
    if old == new { return true }
    guard !isSameClock else { return false }
    return ((old &- oldStart) &- (new &- newStart)).magnitude <= Self.rounding
  }
}
