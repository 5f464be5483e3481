import Bytes
import Decoding

/// Raises `malformed-apdu`.
enum MalformedAPDU {
  static let manual = """
    A command or answer is no APDU of ISO/IEC 7816-3.

    A command has four header bytes, then Lc and exactly that much data if it sends any, then Le \
    if it wants any back. An answer ends in SW1-SW2. The evidence is the field that claims what \
    is not there. Cards answer such commands with 6700, or not at all.
    """

  static func finding(_ fault: Defect.APDUFault, in scene: Scene) -> Finding {
    let words =
      switch fault {
      case .headerTooShort(let present):
        "a command needs 4 bytes (CLA INS P1 P2), \(present) \(present == 1 ? "is" : "are") there"
      case .lc(let claimed, let present):
        "Lc says \(Words.count(claimed, "byte")), \(present) "
          + (present == 1 ? "follows" : "follow")
      case .lcZeroExtended: "the extended Lc is 0, and bytes follow it"
      case .answerTooShort(let present):
        "an answer needs SW1-SW2, \(present == 0 ? "no byte is" : "1 byte is") there"
      case .invalidClass(let cla):
        "CLA \(Hex.text(cla, digits: 2)) is no class of commands to a card"
      }
    return scene.finding(.malformedAPDU, "\(words)")
  }
}
