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

  static func finding(needs: Int, present: Int, in scene: Scene) -> Finding {
    scene.finding(
      .malformedCommand,
      """
      \(.command): \(scene.defect.direction == .toCard ? "the command" : "the answer") needs \
      \(Words.count(needs, "byte")), \(present) \(present == 1 ? "is" : "are") there
      """)
  }
}
