import Bytes
import Decoding

/// Raises `bcc-mismatch`.
enum BCCMismatch {
  static let manual = """
    The check byte of an anticollision answer is not the XOR of the four bytes before it.

    A reader that notices stops here (ISO/IEC 14443-3). Where it repeats the wrong byte in its \
    SELECT and the card agrees, both sides ignore the check: cloned and emulated cards do this.
    """

  static func finding(
    found: UInt8, computed: UInt8, over: UInt32, selectFrame: Int, agreed: Bool, in scene: Scene
  ) -> Finding {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: over >> UInt32(24 - 8 * $0)) }
    var words = "BCC is \(Hex.text(found, digits: 2)), \(Words.spaced(bytes)) give "
    words += Hex.text(computed, digits: 2)
    if selectFrame > 0 { words += "; SELECT (\(selectFrame)) repeats it" }
    if agreed { words += "; the card agrees" }
    return scene.finding(.bccMismatch, "\(words)")
  }
}
