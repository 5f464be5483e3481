/// A card that was selected.
struct FoundCard: Equatable {
  let technology: CardReader.Technology
  /// Type A: what it can do.
  let sak: UInt8
  /// UID, IDm or PUPI.
  let id: [UInt8]

  /// Whether it is that card, at whatever bit rate it was found.
  func isSame(as other: FoundCard) -> Bool {
    technology.type == other.technology.type && id == other.id
  }

  /// How its NDEF message is read.
  enum Kind: Equatable {
    case type2
    case type3
    case type4
    /// Nothing that is read without a key.
    case other
  }

  var kind: Kind {
    switch technology.type {
    case CardReader.Technology.typeA.type:
      // ISO/IEC 14443-3, 6.5.3.4: bit 6 of SAK says ISO/IEC 14443-4. MIFARE Classic has bit 4.
      if sak & 0x20 != 0 { return .type4 }
      return sak & 0x08 == 0 ? .type2 : .other
    case CardReader.Technology.typeB.type: return .type4
    case CardReader.Technology.felica212.type: return .type3
    default: return .other
    }
  }
}
