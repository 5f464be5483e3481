import Bytes
import TraceFormat

/// Makes right again what is computed from a frame's bytes, once some of them were replaced.
///
/// What was wrong stays wrong in the same way: a CRC that noise changed differs from the right one in
/// the same bits, so it says nothing of the bytes that were there.
enum FrameMending {
  /// Mends `new`, which was `old`. `isDamaged`: its CRC was wrong; `hidesCheck`: its last two bytes
  /// were replaced as a part of a value.
  static func mend(
    _ new: inout [UInt8], from old: [UInt8], _ frame: Frame, isDamaged: Bool, hidesCheck: Bool
  ) {
    switch frame.link {
    case .iso14443, .nfcA, .nfcB, .nfcF, .nfcV:
      if let check = AirCheck(of: old, on: frame.link) {
        check.write(to: &new)
      } else if isDamaged, !hidesCheck, !frame.flags.lacksCRC, old.count > 2 {
        let check = AirCheck(usualOn: frame.link)
        let (before, now) = (check.bytes(for: old), check.bytes(for: new))
        new[new.count - 2] = old[old.count - 2] ^ before.0 ^ now.0
        new[new.count - 1] = old[old.count - 1] ^ before.1 ^ now.1
      } else if isDamaged, let check = AirCheck(of: new, on: frame.link) {
        check.spoil(&new)
      }
    case .pn532, .ccid, .usb, .apdu: HostMending.mend(&new, from: old)
    case .gsmtap: DatagramMending.mend(&new, from: old)
    case .nci, .llcp, .atr, .other: break
    }
  }

  /// How many bytes in front of a frame's own check there are.
  static func contentCount(_ bytes: [UInt8], _ frame: Frame) -> Int {
    AirCheck(of: bytes, on: frame.link) == nil ? bytes.count : bytes.count - 2
  }

  /// The parity bits that bytes are sent with: odd ones (ISO/IEC 14443-3).
  static func parity(of bytes: [UInt8]) -> [UInt8] {
    var parity = [UInt8](repeating: 0, count: (bytes.count + 7) / 8)
    for (index, byte) in bytes.enumerated() where byte.nonzeroBitCount % 2 == 0 {
      parity[index / 8] |= 0x80 >> UInt8(index % 8)
    }
    return parity
  }

  /// A frame's parity bits, each changed where its byte's parity changed.
  static func mend(parity: inout [UInt8], _ new: [UInt8], from old: [UInt8]) {
    for index in old.indices where index / 8 < parity.count {
      if (old[index] ^ new[index]).nonzeroBitCount % 2 != 0 {
        parity[index / 8] ^= 0x80 >> UInt8(index % 8)
      }
    }
  }
}

/// The CRC at the end of a frame on air.
enum AirCheck {
  case a, b, f
  /// PicoPass has a preset of its own, and leaves out a command's first byte.
  case picoPass, picoPassCommand

  /// The one that a frame's last two bytes are, among those that its link can have.
  init?(of bytes: [UInt8], on link: Link) {
    guard bytes.count > 2 else { return nil }
    let candidates: [AirCheck] =
      switch link {
      case .nfcA: [.a]
      case .nfcB: [.b]
      case .nfcV: [.b, .picoPass, .picoPassCommand]
      case .nfcF: [.f]
      case .iso14443: [.a, .b, .f]
      default: []
      }
    for check in candidates
    where check.bytes(for: bytes) == (bytes[bytes.count - 2], bytes[bytes.count - 1]) {
      self = check
      return
    }
    return nil
  }

  /// The one that a link has where nothing else tells.
  init(usualOn link: Link) {
    switch link {
    case .nfcB, .nfcV: self = .b
    case .nfcF: self = .f
    default: self = .a
    }
  }

  /// The check over all of a frame but its last two bytes, in the order in which it is sent.
  func bytes(for frame: [UInt8]) -> (UInt8, UInt8) {
    let body = frame.span.extracting(0..<frame.count - 2)
    let sent =
      switch self {
      case .a: Checksum.crcA(body).byteSwapped
      case .b: Checksum.crcB(body).byteSwapped
      case .f: Checksum.crcF(body)
      case .picoPass: Checksum.reflected(body, preset: 0xE012).byteSwapped
      case .picoPassCommand:
        Checksum.reflected(body.extracting(min(1, body.count)..<body.count), preset: 0xE012)
          .byteSwapped
      }
    return (UInt8(sent >> 8), UInt8(sent & 0xFF))
  }

  func write(to frame: inout [UInt8]) {
    let check = bytes(for: frame)
    frame[frame.count - 2] = check.0
    frame[frame.count - 1] = check.1
  }

  /// Makes a check wrong that chance made right.
  func spoil(_ frame: inout [UInt8]) { frame[frame.count - 1] ^= 1 }
}

/// UDP's checksum, where a datagram has one: it changes as the sum of its words does.
enum DatagramMending {
  static func mend(_ new: inout [UInt8], from old: [UInt8]) {
    for start in 0..<max(0, min(old.count - 8, 152)) {
      let isPort = old[start] == 0x12 && old[start + 1] == 0x79
      let isOther = old[start + 2] == 0x12 && old[start + 3] == 0x79
      let length = Int(old[start + 4]) << 8 | Int(old[start + 5])
      guard isPort || isOther, length == old.count - start else { continue }
      let check = UInt32(old[start + 6]) << 8 | UInt32(old[start + 7])
      guard check != 0 else { return }
      let sum =
        ~check & 0xFFFF &+ total(new, from: start + 8) &+ ~total(old, from: start + 8) & 0xFFFF
      let folded = ~fold(sum) & 0xFFFF
      new[start + 6] = UInt8(folded >> 8)
      new[start + 7] = UInt8(folded & 0xFF)
      return
    }
  }

  private static func total(_ bytes: [UInt8], from start: Int) -> UInt32 {
    var sum: UInt32 = 0
    for index in start..<bytes.count {
      sum = fold(
        sum &+ ((index - start) % 2 == 0 ? UInt32(bytes[index]) << 8 : UInt32(bytes[index])))
    }
    return sum
  }

  private static func fold(_ sum: UInt32) -> UInt32 {
    var sum = sum
    while sum > 0xFFFF { sum = sum >> 16 &+ sum & 0xFFFF }
    return sum
  }
}
