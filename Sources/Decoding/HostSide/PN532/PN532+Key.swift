import Bytes
import GrammarLanguage

extension PN532 {
  /// Finds the key that a host gives the chip to authenticate to a MIFARE Classic with: the card
  /// never sees it, so no frame on air and no exchange holds it.
  ///
  ///     D4 40 | Tg | 60 or 61 | block | key (6) | UID (4)
  static func findKey(in bytes: Span<UInt8>, into secrets: inout [Secret]) {
    guard bytes.count >= 15 else { return }
    for at in 0...bytes.count - 15
    where bytes[at] == 0xD4 && bytes[at + 1] == 0x40 && bytes[at + 3] & 0xFE == 0x60 {
      secrets.append(Secret(.key, .command, at + 5..<at + 11))
    }
  }
}
