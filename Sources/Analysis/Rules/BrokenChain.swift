import Decoding

/// Raises `iso-dep-broken-chain`.
enum BrokenChain {
  static let manual = """
    A command or answer was sent in several blocks, and the last one never came.

    The first blocks say that more follows (chaining bit 10h of the PCB); then the field went \
    off, the card left, or another block came. What arrived is shown, and is not joined to \
    anything that follows. Nothing is said of a chain that only the end of the capture cuts.
    """

  static func finding(bytes: Int, by reason: VisitEnd.Reason?, in scene: Scene) -> Finding? {
    guard let end = words(for: reason) else { return nil }
    return scene.finding(
      .isoDepBrokenChain,
      "the chain stands at \(Words.count(bytes, "byte")) and its last block says more; then \(end)"
    )
  }

  /// What cut the chain; nil where its rest may lie outside the capture.
  private static func words(for reason: VisitEnd.Reason?) -> String? {
    switch reason {
    case .fieldOff: "the field went off"
    case .deselected: "the card was deselected"
    case .otherCard: "another card came"
    case .silence, .lost: "nothing followed"
    case .endOfInput: nil
    case nil: "the reader went on to something else"
    }
  }
}
