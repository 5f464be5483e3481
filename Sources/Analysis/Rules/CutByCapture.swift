import Decoding

/// Raises `cut-by-capture`.
enum CutByCapture {
  static let manual = """
    The capture kept only the beginning of a frame.

    The frame was whole on the air; the program that captured it was told to keep fewer bytes \
    (a snap length). Nothing is concluded from the missing bytes: the frame's CRC is not \
    judged, and what was cut off is not called malformed.
    """

  static func finding(original: Int, captured: Int, in scene: Scene) -> Finding {
    var finding = scene.finding(
      .cutByCapture,
      "the frame had \(Words.count(original, "byte")), the capture kept \(captured)")
    finding.merge = Finding.Merge(.cutByCapture, group: 0, amount: Int64(captured))
    return finding
  }

  /// The sentence for all of a visit.
  static func message(for group: [Finding]) -> Finding.Message? {
    let kept = Set(group.compactMap { $0.merge?.amount })
    let most = kept.max() ?? 0
    return "the capture kept \(kept.count > 1 ? "at most " : "")\(most) bytes of each frame"
  }
}
