import Decoding

/// Raises `time-contradiction`.
enum TimeContradiction {
  static let manual = """
    A frame's time is before that of the frame before it.

    Sniffers' clocks wrap around, and some give times that jump. Frames stay in the order in \
    which they were captured; from here on waiting times are not judged in this visit.
    """

  static func finding(by nanoseconds: Int64, in scene: Scene) -> Finding {
    var finding = scene.finding(
      .timeContradiction,
      "\(Words.milliseconds(nanoseconds)) ms before the frame before it")
    finding.namesBytes = false
    finding.merge = Finding.Merge(.timeContradiction, group: 0, amount: nanoseconds)
    return finding
  }

  /// The sentence for all of a visit.
  static func message(for group: [Finding]) -> Finding.Message {
    let most = group.compactMap { $0.merge?.amount }.max() ?? 0
    return "up to \(Words.milliseconds(most)) ms before the frame before them"
  }
}
