import Decoding
import Tags

/// Raises `memory-write-refused`.
enum MemoryWriteRefused {
  static let manual = """
    A tag refused to write, though the command was well formed.

    The page is locked by its static or dynamic lock bits, or needs the password first (AUTH0 of \
    the chip's configuration), or does not exist. Of a Type 2 tag's 4-bit NAKs, 0 is an invalid \
    argument (such a page cannot be written), 1 a parity or CRC error, 4 a counter's overflow or an \
    authentication limit, 5 and 7 an error of the EEPROM. Of a MIFARE Classic, 4 says that the \
    access bits of the sector forbid it with the key that was used.
    """

  static func finding(
    _ range: Range<Int>, _ code: UInt8?, at place: Place, _ scene: MemoryScene
  ) -> Finding {
    var message: Finding.Message = "\(.command) is refused"
    if let code, code < 0x10 {
      message += " with NAK \(Int(code))"
    }
    let target = MemoryWords.units(range, unit: scene.unit, word: scene.word)
    let isPlain = code.map { $0 >= 0x10 && $0 != 0xA5 && $0 != 0xA8 } ?? false
    var reasons = "\(target) may be locked, or need a password"
    switch code {
    case 1: reasons = "the tag saw a parity or CRC error"
    case 4 where scene.word == .block:
      reasons = "the access bits of \(target) forbid it with this key"
    case 4: reasons += "; NAK 4 also says that a counter is at its end"
    // The flags of FeliCa: what the others say stands in the row.
    case 0xA5, 0xA8:
      reasons = "\(target) may be read-only, or want authentication or a MAC"
    case 5, 7: reasons = "the tag could not write its EEPROM"
    default: break
    }
    if scene.word == .byte { reasons = "the file's access conditions or size forbid it" }
    return Finding(
      .memoryWriteRefused, visit: scene.visit, step: scene.step, half: .answer,
      places: Places(place), message: message, notes: isPlain ? [] : [reasons])
  }
}
