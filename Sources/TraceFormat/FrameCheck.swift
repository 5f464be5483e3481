import Bytes

/// Which CRC a frame's last two bytes are, so that they need not be stored.
package enum FrameCheck: UInt8 {
  case none = 0
  case crcA = 1
  case crcB = 2
  case crcF = 3
}

extension FrameCheck {
  /// Finds the CRC that a frame's last two bytes are, among those that its link can have.
  package init(of bytes: Span<UInt8>, on link: Link) {
    self = .none
    guard bytes.count >= 3 else { return }
    let body = bytes.extracting(0..<bytes.count - 2)
    let first = bytes[bytes.count - 2]
    let second = bytes[bytes.count - 1]
    let little = UInt16(second) << 8 | UInt16(first)
    switch link {
    case .nfcA: if Checksum.crcA(body) == little { self = .crcA }
    case .nfcB, .nfcV: if Checksum.crcB(body) == little { self = .crcB }
    case .nfcF: if Checksum.crcF(body) == little.byteSwapped { self = .crcF }
    case .iso14443:
      if Checksum.crcA(body) == little {
        self = .crcA
      } else if Checksum.crcB(body) == little {
        self = .crcB
      } else if body[0] == body.count, Checksum.crcF(body) == little.byteSwapped {
        // CRC_F takes longest to compute, and its frames begin with their length.
        self = .crcF
      }
    default: break
    }
  }

  /// The two bytes that follow `body`, first in the high half; 0 where there is no CRC.
  @inline(__always)
  func bytes(after body: Span<UInt8>) -> UInt16 {
    switch self {
    case .none: 0
    case .crcA: Checksum.crcA(body).byteSwapped
    case .crcB: Checksum.crcB(body).byteSwapped
    case .crcF: Checksum.crcF(body)
    }
  }
}
