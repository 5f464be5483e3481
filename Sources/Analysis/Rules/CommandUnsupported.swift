import Bytes
import Decoding
import GrammarLanguage

/// Raises `command-unsupported`.
enum CommandUnsupported {
  static let manual = """
    The card has no command with which the reader meant to change it (6D00, 6E00, 6A81).

    Only for commands that change what is on the card: a PIN, a file, a key, the application's \
    state. A reader that finds out with harmless commands what a card can do is healthy and not \
    reported. Some cards answer 6D00 where only P1 is wrong.
    """

  static func check(_ view: APDUView, into findings: inout [Finding], _ story: borrowing Story) {
    guard let status = view.status, isRefusal(status), changesCard(view.command.ins),
      view.isInterindustry
    else { return }
    findings.append(
      view.finding(
        .commandUnsupported, half: .answer, at: view.statusPlace(in: story),
        """
        \(.command): INS \(Hex.text(view.command.ins, digits: 2)) with P1 \
        \(Hex.text(view.command.p1, digits: 2)) is not supported by this card, \
        \(Hex.text(status, digits: 4))
        """,
        in: story))
  }

  /// INS, CLA, or the function asked for is not supported (ISO/IEC 7816-4).
  private static func isRefusal(_ status: UInt16) -> Bool {
    status == 0x6D00 || status == 0x6E00 || status == 0x6A81
  }

  /// Instructions of ISO/IEC 7816-4, -8 and -9 that change what is on a card.
  private static func changesCard(_ ins: UInt8) -> Bool {
    switch ins {
    case 0x04, 0x06, 0x08, 0x0C, 0x0E, 0x0F, 0x24, 0x26, 0x28, 0x2C, 0x44, 0x46, 0xD0...0xD7,
      0xDA...0xDD, 0xE0, 0xE2, 0xE4, 0xE6, 0xE8, 0xFE:
      true
    default: false
    }
  }
}
