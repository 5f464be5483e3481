import Bytes
import Tags

/// Raises `memory-message-length`.
enum MemoryMessageLength {
  static let manual = """
    The length of an NDEF message contradicts the file that holds it.

    NLEN of a Type 4 tag, or Ln of a Type 3 tag, says more bytes than the file or the blocks have \
    room for. Or an update was begun, which sets NLEN to 0 or WriteF to 0F, and never finished: the \
    tag has no message any more.
    """

  static func finding(_ fault: MemoryFault, in contents: TagContents, _ visit: Int) -> Finding {
    switch fault.kind {
    case .messageLength(let claimed, let room):
      contents.finding(
        .memoryMessageLength, at: fault.range,
        """
        the message's length is \(claimed) (\(Hex.text(claimed, digits: 4))), there is room for \
        \(Words.count(room, "byte"))
        """, visit: visit)
    case .unfinishedUpdate:
      contents.finding(
        .memoryMessageLength, severity: .warning, at: fault.range,
        "WriteF is 0F: an update was begun and not finished, so no message is to be believed",
        visit: visit)
    default:
      contents.finding(
        .memoryMessageLength, severity: .warning, at: fault.range,
        "NLEN was set to 0 for an update, and stayed so: the tag is left without its message",
        visit: visit)
    }
  }
}
