import Bytes

/// A card that a PN532 has activated.
struct PN532Target: Equatable {
  /// Tg, the number that the host names it by.
  var number: UInt8
  var kind: Kind
  /// BrTy of InListPassiveTarget: 0 Type A, 1 and 2 FeliCa, 3 Type B, 4 Jewel.
  var type: UInt8
  /// What InListPassiveTarget said of it, behind Tg.
  var data: [UInt8]
  var isSelected = true

  /// What InDataExchange carries to it.
  enum Kind: Equatable {
    /// APDUs, in blocks that the chip makes.
    case isoDEP
    /// Commands of Type 2 and MIFARE Classic, whose CRC the chip adds.
    case tag
    /// Commands with LEN in front.
    case felica
    /// NFC-DEP: LLCP.
    case peer
  }

  /// What a card is whose activation was not captured, by a command to it.
  static func kind(of command: Span<UInt8>) -> Kind {
    guard command.count > 0 else { return .isoDEP }
    switch (command[0], command.count) {
    case (0x30, 2), (0x3A, 3), (0xA2, 6), (0x1B, 5), (0x39, 2), (0x3C, 2), (0xA0, 18), (0x60, 1),
      (0x60, 8...), (0x61, 8...), (0xC0, 6), (0xC1, 6), (0xC2, 6), (0xB0, 2):
      return .tag
    case (0x01, 9), (0x1A, 9), (0x53, 9), (0x78, 9), (0x02, 16), (0x10, 16), (0x1B, 16), (0x54, 16):
      // Of Type 1, where the host makes the CRC itself.
      return endsInCRCB(command) ? .tag : .isoDEP
    default:
      return Int(command[0]) == command.count && command.count >= 6 && command[1] & 1 == 0
        ? .felica : .isoDEP
    }
  }

  private static func endsInCRCB(_ bytes: Span<UInt8>) -> Bool {
    let crc = Checksum.crcB(bytes.extracting(0..<bytes.count - 2))
    return bytes[bytes.count - 2] == UInt8(crc & 0xFF) && bytes[bytes.count - 1] == UInt8(crc >> 8)
  }
}
