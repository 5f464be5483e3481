import Bytes
import Decoding

/// Raises `malformed-host-frame`.
enum MalformedHostFrame {
  static let manual = """
    What passed between a host and its reader is no frame of the reader's protocol, or is damaged.

    A frame of the PN532 begins with 00 FF; LEN and LCS, and the packet's bytes and DCS, add up to \
    0. The evidence is the check byte, or the whole where no frame begins. A serial line whose \
    receiver overran, another baud rate, or a reader that was reset are the usual reasons: it says \
    nothing of the card. The chip's own error frame says that it did not understand its command.

    What wakes a chip on a serial line (55 and zeros) is never reported.
    """

  static func finding(_ fault: Defect.HostFrameFault, in scene: Scene) -> Finding {
    switch fault {
    case .noStart:
      scene.finding(
        .malformedHostFrame,
        "no frame, the start code 00 FF is missing: a fault of the line, no answer of a card")
    case .lengthCheck(let found, let computed):
      scene.finding(
        .malformedHostFrame,
        "LCS is \(Hex.text(found, digits: 2)), computed \(Hex.text(computed, digits: 2))")
    case .dataCheck(let found, let computed):
      scene.finding(
        .malformedHostFrame,
        "DCS is \(Hex.text(found, digits: 2)), computed \(Hex.text(computed, digits: 2))")
    case .noCommand:
      scene.finding(.malformedHostFrame, "a packet without TFI (D4 or D5) and a command's code")
    case .refused:
      scene.finding(
        .malformedHostFrame, "the reader's error frame: it did not understand its command")
    case .length(let claimed, let present):
      scene.finding(
        .malformedHostFrame, "the length says \(claimed) bytes, \(present) follow")
    }
  }
}
