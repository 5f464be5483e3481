import Bytes
import TraceFormat

/// The eight bytes that nfctrace puts before a frame in pcap link type 148 (USER1), where no link
/// type of the registry can say what the frame is: ISO/IEC 15693, APDUs, PN532, CCID, NCI.
///
///      0    1    2    3    4           5       6       7            8
///     +----+----+----+----+-----------+-------+-------+------------+----
///     | N    T  | 1  |link| direction | event | flags | bits       | bytes
///     +----+----+----+----+-----------+-------+-------+------------+----
///
/// The first two are `4E 54`, the third is the version. Link, direction and event are the numbers
/// of the trace format. Flags: 1 the CRC was taken off, 2 a parity bit is wrong, 16 the time is the
/// frame's end, 32 ciphertext. Bits: how many of the first byte's bits were on air in the high
/// half, of the last byte's in the low half; 0 means all 8.
enum User1Header {
  static let size = 8
  private static let mark: [UInt8] = [0x4E, 0x54, 1]
  private static let flags: FrameFlags = [.crcStripped, .parityBad, .stampedAtEnd, .encrypted]
}

extension User1Header {
  /// Reads a packet; one that is not ours is kept whole.
  static func read(
    _ packet: Packet, in window: Span<UInt8>, into frame: inout Frame
  ) -> PacketPrefix {
    let content = window.extracting(packet.range)
    guard content.count >= size, content[0] == mark[0], content[1] == mark[1],
      content[2] == mark[2], let link = Link(rawValue: content[3]),
      let direction = Direction(rawValue: content[4]),
      let event = FrameEvent(rawValue: content[5]),
      case let flags = FrameFlags(rawValue: UInt16(content[6])), flags.isSubset(of: Self.flags),
      content[7] & 0x88 == 0
    else { return frame.takeWhole(packet, as: .other) }
    frame.link = link
    frame.direction = direction
    frame.event = event
    frame.flags = flags
    frame.firstBits = content[7] >> 4
    frame.lastBits = content[7] & 0x0F
    frame.take(packet, behind: size)
    return PacketPrefix(length: size, isRegular: !isWrittenRaw(link))
  }

  /// Whether a frame of a link is written without this header where its source is of this link type:
  /// what is not ours is kept whole and has such a link.
  private static func isWrittenRaw(_ link: Link) -> Bool {
    switch link {
    case .usb, .llcp, .gsmtap, .other: true
    default: false
    }
  }

  /// Appends the header of a frame.
  static func write(_ frame: Frame, to packet: inout ByteBuffer) {
    packet.append(mark.span)
    packet.append(frame.link.rawValue)
    packet.append(frame.direction.rawValue)
    packet.append(frame.event.rawValue)
    packet.append(UInt8(truncatingIfNeeded: frame.flags.intersection(flags).rawValue))
    packet.append((frame.firstBits & 7) << 4 | (frame.lastBits & 7))
  }
}
