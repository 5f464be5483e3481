import Bytes
import GrammarLanguage

/// The PIN, password or key that VERIFY and its like name in P2 (ISO/IEC 7816-4).
enum Reference {
  /// Whether a command checks or changes a reference: VERIFY, CHANGE REFERENCE DATA, RESET RETRY
  /// COUNTER, EXTERNAL and MUTUAL AUTHENTICATE.
  static func isNamed(by command: CommandAPDU) -> Bool {
    switch command.ins {
    case 0x20, 0x21, 0x24, 0x2C, 0x82: command.cla & 0x80 == 0
    default: false
    }
  }

  /// `reference 80`.
  static func words(_ p2: UInt8) -> String { "reference \(Hex.text(p2, digits: 2))" }
}
