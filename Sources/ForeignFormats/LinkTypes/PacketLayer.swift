import Bytes
import TraceFormat

/// One packet of a capture as its record says, before anybody looked inside.
struct Packet {
  /// Where it lies in the window that is being read.
  let range: Range<Int>
  /// How many bytes it had on its link, by the record's word.
  let originalLength: UInt32
  /// Where its first byte lies in the batch, into which the window was copied.
  let stored: Int

  /// How many bytes the capture kept.
  var kept: Int { range.count }

  /// How many bytes it had; a record that says fewer than it kept is not believed.
  var whole: Int { max(kept, Int(originalLength)) }
}

/// What of a packet comes before its frame's bytes.
struct PacketPrefix: Equatable {
  /// How many bytes there are before the frame's own.
  let length: Int
  /// Whether writing the frame gives the same bytes again.
  let isRegular: Bool
}

/// How the packets of a link type become frames.
enum PacketLayer: Equatable, Sendable {
  /// Link type 264.
  case pseudoHeader
  /// Link type 252.
  case upperPDU
  /// Link type 147: FeliCa if it looks like it.
  case user0
  /// Link type 148: our own, if it has our mark.
  case user1
  /// A network packet, in which a GSMTAP message may be.
  case network(NetworkLayer)
  /// Kept whole.
  case whole(Link)
}

extension PacketLayer {
  /// What most of its frames are, as far as the link type alone tells.
  var link: Link {
    switch self {
    case .pseudoHeader: .iso14443
    case .whole(let link): link
    case .upperPDU, .user0, .user1, .network: .other
    }
  }

  /// Fills in what a packet says. Bytes that the packet lacks are added to the batch's.
  @inline(__always)
  func read(
    _ packet: Packet, in window: Span<UInt8>, into frame: inout Frame, _ bytes: inout [UInt8]
  ) -> PacketPrefix {
    switch self {
    case .pseudoHeader: PseudoHeader.read(packet, in: window, into: &frame)
    case .upperPDU: UpperPDU.read(packet, in: window, into: &frame, &bytes)
    case .user0: FeliCaPacket.readUser0(packet, in: window, into: &frame, &bytes)
    case .user1: User1Header.read(packet, in: window, into: &frame)
    case .network(let layer): layer.read(packet, in: window, into: &frame)
    case .whole(let link): frame.takeWhole(packet, as: link)
    }
  }
}

extension Frame {
  /// Says that the frame's bytes are the packet's behind its first `prefix` bytes.
  @inline(__always)
  mutating func take(_ packet: Packet, behind prefix: Int) {
    bytes = Extent(
      start: UInt32(packet.stored + prefix), length: UInt32(packet.kept - prefix))
    if packet.whole > packet.kept {
      flags.insert(.cut)
      originalLength = UInt32(packet.whole - prefix)
    }
  }

  /// Keeps a packet that no more is known of than its link.
  mutating func takeWhole(_ packet: Packet, as link: Link) -> PacketPrefix {
    self.link = link
    direction = .unknown
    take(packet, behind: 0)
    return PacketPrefix(length: 0, isRegular: true)
  }

  /// Keeps a packet that is no valid one of its link, header included.
  mutating func takeBad(_ packet: Packet, as link: Link) -> PacketPrefix {
    flags.insert(.badRecord)
    return takeWhole(packet, as: link)
  }
}
