import Bytes
import Decoding

/// Raises `uid-incomplete`.
enum UIDIncomplete {
  static let manual = """
    The reader went on before it had the whole UID.

    Bit 04h of the SAK says that the UID is not complete and another cascade level must be \
    selected first (ISO/IEC 14443-3). A card may stay silent, or answer to half a UID.
    """

  static func finding(sak: UInt8, sakFrame: Int, level: Int, in scene: Scene) -> Finding {
    var finding = scene.finding(
      .uidIncomplete,
      """
      \(command(in: scene)) although SAK \(Hex.text(sak, digits: 2)) (frame \(sakFrame)) asks \
      for cascade level \(level)
      """)
    finding.namesBytes = false
    return finding
  }

  private static func command(in scene: Scene) -> Finding.Message.Piece {
    if case .protocolActivation = scene.step.content { return .text("RATS") }
    return .command
  }
}
