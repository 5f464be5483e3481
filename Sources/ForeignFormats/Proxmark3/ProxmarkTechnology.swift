import Bytes
import TraceFormat

/// What a Proxmark3 trace was recorded from. The file does not say; its checksums do.
enum ProxmarkTechnology: Equatable, Sendable {
  /// ISO/IEC 14443, and FeliCa behind its sync code: each frame tells which.
  case iso14443(hasParity: Bool)
  case iso15693
  /// PicoPass, which is on air as ISO/IEC 15693 is, with checksums of its own.
  case iClass

  /// What its frames are.
  var link: Link {
    switch self {
    case .iso14443: .iso14443
    case .iso15693, .iClass: .nfcV
    }
  }
}

extension ProxmarkTechnology {
  /// FeliCa's sync code, which the firmware leaves before a frame.
  static let felicaSync: [UInt8] = [0xB2, 0x4D]

  /// Whether a frame begins with it.
  static func hasFelicaSync(_ bytes: Span<UInt8>) -> Bool {
    bytes.count > 2 && bytes[0] == felicaSync[0] && bytes[1] == felicaSync[1]
  }

  /// How long a frame was on air in periods of the carrier; nil where the record cannot be right.
  ///
  /// For ISO/IEC 15693 and PicoPass a duration was stored in units of 32 periods, by some firmware
  /// of 16, by old one in none of these. So it is believed where it comes near the frame's length at
  /// 26.48 kbit/s, the rate that the firmware knows: 4096 periods a byte, and SOF and EOF.
  func duration(_ stored: UInt16, bytes count: Int, isFromCard: Bool) -> Int64? {
    guard stored > 0, stored < .max || count == 0 else { return nil }
    let stored = Int64(stored)
    if case .iso14443 = self { return stored }
    let length = Self.lengthOnAir(bytes: count, isFromCard: isFromCard)
    for unit: Int64 in [32, 16] where abs(stored * unit - length) * 8 <= length {
      return stored * unit
    }
    return nil
  }

  /// How long a frame of ISO/IEC 15693 is on air at 26.48 kbit/s, in periods of the carrier.
  static func lengthOnAir(bytes count: Int, isFromCard: Bool) -> Int64 {
    // PicoPass answers the first command with SOF alone.
    if count == 0 { return 2048 }
    return 4096 * Int64(count) + (isFromCard ? 4096 : 1536)
  }

  /// How many bits of a frame of one byte were on air: 0 for all 8, and where it cannot be told.
  ///
  /// The record does not say. A bit takes 128 periods, and so does what begins the frame.
  func lastBits(_ stored: UInt16, bytes count: Int) -> UInt8 {
    guard case .iso14443 = self, count == 1, stored > 0, stored < 1088 else { return 0 }
    let bits = (Int(stored) + 64) / 128 - 1
    return (1...7).contains(bits) ? UInt8(bits) : 0
  }

  /// Whether a byte of a frame has another parity bit than the odd one of NFC-A.
  static func hasWrongParity(_ bytes: Span<UInt8>, _ parity: Span<UInt8>) -> Bool {
    for index in bytes.indices where bit(parity, index) != oddParity(of: bytes[index]) {
      return true
    }
    return false
  }

  /// Appends the odd parity bits of a frame.
  static func appendParity(of bytes: Span<UInt8>, to output: inout ByteBuffer) {
    for start in stride(from: 0, to: max(1, bytes.count), by: 8) {
      var byte: UInt8 = 0
      for index in start..<min(start + 8, bytes.count) {
        byte |= oddParity(of: bytes[index]) << UInt8(7 - (index - start))
      }
      output.append(byte)
    }
  }

  private static func bit(_ parity: Span<UInt8>, _ index: Int) -> UInt8 {
    parity[index / 8] >> UInt8(7 - index % 8) & 1
  }

  private static func oddParity(of byte: UInt8) -> UInt8 {
    UInt8(truncatingIfNeeded: byte.nonzeroBitCount & 1) ^ 1
  }
}
