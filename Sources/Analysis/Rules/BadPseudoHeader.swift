import Bytes
import Decoding

/// Raises `bad-pseudo-header`.
enum BadPseudoHeader {
  static let manual = """
    A record of the capture is no frame of its link type, so its bytes are kept as they are.

    In pcap captures of link type 264 each record begins with four bytes: version 0, an event \
    (FA to FF), and the length of what follows, high byte first. Offsets count in the whole \
    record, header included. The program that wrote the capture is at fault, not the card.
    """

  static func finding(_ fault: Defect.PseudoHeaderFault, in scene: Scene) -> Finding {
    let words =
      switch fault {
      case .tooShort(let captured):
        "the header needs 4 bytes, \(captured) \(captured == 1 ? "was" : "were") captured"
      case .version(let version): "version \(version), only 0 is known; kept as bytes"
      case .event(let event):
        "event \(Hex.text(event, digits: 2)) is not one of FA to FF; kept as bytes"
      case .length(let claimed, let present):
        "the length says \(Words.count(claimed, "byte")), \(present) "
          + "\(present == 1 ? "follows" : "follow"); kept as bytes"
      }
    return scene.finding(.badPseudoHeader, "\(words)")
  }
}
