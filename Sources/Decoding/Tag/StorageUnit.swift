import Bytes

/// What the number in a reader's own commands (`FF B0`, `FF D6`) counts.
enum StorageUnit: Equatable, Sendable {
  /// Pages of 4 bytes: MIFARE Ultralight.
  case pages
  /// Blocks of 16 bytes: MIFARE Classic.
  case blocks
  /// Those of some other card.
  case other

  /// Reads an ATR of PC/SC Part 3: `… A0 00 00 03 06 standard name(2) …`; nil for one of another kind.
  init?(reset: Span<UInt8>) {
    let mark: [UInt8] = [0xA0, 0x00, 0x00, 0x03, 0x06]
    guard reset.count >= 15 else { return nil }
    for index in 0..<5 where reset[7 + index] != mark[index] { return nil }
    switch (reset[13], reset[14]) {
    case (0x00, 0x01), (0x00, 0x02), (0x00, 0x26): self = .blocks
    case (0x00, 0x03), (0x00, 0x3A): self = .pages
    default: self = .other
    }
  }
}
