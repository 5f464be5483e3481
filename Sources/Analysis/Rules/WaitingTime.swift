import Decoding

/// Raises `iso-dep-waiting-time`.
enum WaitingTime {
  static let manual = """
    A request for more time, S(WTX), or the reader's answer to it breaks the rules.

    The card asks for 1 to 59 times its frame waiting time (FWT); 0 and 60 to 63 are reserved. \
    The reader must answer with the same number (ISO/IEC 14443-4). A request that keeps the \
    rules is no finding: its row says how much time was asked for and how much was used.
    """

  static func finding(asked: UInt8, granted: UInt8, in scene: Scene) -> Finding {
    scene.finding(
      .isoDepWaitingTime,
      (1...59).contains(asked)
        ? "the card asked for WTXM \(asked), the reader answered \(granted)"
        : "WTXM \(asked) is reserved, a card may ask for 1 to 59")
  }
}
