/// How long a frame lasts on air, from its length: for sources that stamp starts only.
///
/// One elementary time unit is 128/fc at 106 kbit/s, with fc = 13.56 MHz (ISO/IEC 14443-3).
enum AirTime {
  /// Type A: start of communication and, for each byte, eight bits and parity.
  /// A short frame (7 bits) lasts eight units. `divisor` is 1, 2, 4 or 8 (PPS).
  static func typeA(bytes: Int, isShort: Bool, divisor: UInt8) -> Int64 {
    nanoseconds(units: isShort ? 8 : 1 + 9 * Int64(bytes), divisor: divisor)
  }

  /// Type B: SOF and EOF take about 22 units, a byte takes ten.
  static func typeB(bytes: Int, divisor: UInt8) -> Int64 {
    nanoseconds(units: 22 + 10 * Int64(bytes), divisor: divisor)
  }

  /// FeliCa: preamble and sync are eight bytes; `bytes` counts from LEN to CRC. At 212 kbit/s a
  /// bit lasts 64/fc.
  static func felica(bytes: Int, bitRate: UInt32) -> Int64 {
    let bits = (8 + Int64(bytes)) * 8
    return bitRate > 300_000
      ? (bits * 32_000_000 + 6_780) / 13_560 : (bits * 64_000_000 + 6_780) / 13_560
  }

  /// ISO/IEC 15693: a byte takes 4096/fc, one pulse out of four positions to the card, at the high
  /// data rate from it, at the low one four times that; SOF and EOF come to 1536/fc and 4096/fc.
  static func vicinity(bytes: Int, isFromCard: Bool, isSlow: Bool) -> Int64 {
    let periods = 4_096 * Int64(bytes) + (isFromCard ? 4_096 : 1_536)
    return (periods * (isFromCard && isSlow ? 4_000_000 : 1_000_000) + 6_780) / 13_560
  }

  private static func nanoseconds(units: Int64, divisor: UInt8) -> Int64 {
    let divided = 13_560 * Int64(max(1, divisor))
    return (units * 128_000_000 + divided / 2) / divided
  }

  /// The frame waiting time for an FWI: 256 × 16 / fc × 2^FWI (ISO/IEC 14443-4), in nanoseconds.
  static func frameWaitingTime(_ index: UInt8) -> Int64 {
    (4_096_000_000 * (Int64(1) << Int64(min(index, 14))) + 6_780) / 13_560
  }
}
