import Bytes
import Decoding
import TraceFormat

/// Raises `malformed-command`.
enum MalformedCommand {
  static let manual = """
    A command or answer of a tag protocol (Type 2, FeliCa, ISO/IEC 15693) has not the length \
    that its own fields ask for.

    The CRC can be right all the same: then the program that built the frame is at fault.
    """

  /// FeliCa's first byte, LEN, counts itself and what follows.
  static func lengthFinding(
    claimed: Int, present: Int, isMissing: Bool, in scene: Scene
  ) -> Finding {
    let byte = UInt8(clamping: claimed)
    if isMissing {
      return scene.finding(
        .malformedCommand,
        """
        LEN is missing: byte 0 is the command's code, \(hex: byte), and counts none of the \
        \(present) bytes; it must be \(hex: UInt8(clamping: present + 1)) in front of them
        """)
    }
    return scene.finding(
      .malformedCommand,
      """
      LEN \(hex: byte) says \(Words.count(claimed, "byte")), \(present) \
      \(present == 1 ? "is" : "are") there
      """)
  }

  static func finding(needs: Int, present: Int, in scene: Scene) -> Finding {
    scene.finding(
      .malformedCommand,
      """
      \(.command): \(scene.defect.direction == .toCard ? "the command" : "the answer") needs \
      \(Words.count(needs, "byte")), \(present) \(present == 1 ? "is" : "are") there
      """)
  }
}
