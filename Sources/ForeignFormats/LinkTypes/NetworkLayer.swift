import Bytes
import TraceFormat

/// What a network packet begins with; of interest is a GSMTAP message in it alone, which SIM and
/// card tools send to UDP port 4729.
enum NetworkLayer: Equatable, Sendable {
  case ethernet
  case loopback
  case linuxCooked
  case linuxCooked2
  case internet
}

extension NetworkLayer {
  /// Keeps the packet whole, as GSMTAP if it is that.
  func read(_ packet: Packet, in window: Span<UInt8>, into frame: inout Frame) -> PacketPrefix {
    var cursor = ByteCursor(window.extracting(packet.range))
    let isGSMTAP = (try? isGSMTAP(&cursor)) ?? false
    return frame.takeWhole(packet, as: isGSMTAP ? .gsmtap : .other)
  }

  private func isGSMTAP(_ cursor: inout ByteCursor) throws(Truncated) -> Bool {
    try skipLinkHeader(&cursor)
    guard try skipInternetHeader(&cursor) else { return false }
    let source = try cursor.readNumber(2)
    let destination = try cursor.readNumber(2)
    guard source == Self.gsmtapPort || destination == Self.gsmtapPort else { return false }
    // UDP length and checksum; then GSMTAP's version and the length of its header in words.
    try cursor.skip(4)
    let version = try cursor.readByte()
    let words = try cursor.readByte()
    return version == 2 && words >= 4
  }

  private func skipLinkHeader(_ cursor: inout ByteCursor) throws(Truncated) {
    switch self {
    case .ethernet:
      try cursor.skip(12)
      // A VLAN tag is four bytes before the type.
      while true {
        let type = try cursor.readNumber(2)
        guard type == 0x8100 || type == 0x88A8 else { break }
        try cursor.skip(2)
      }
    case .loopback: try cursor.skip(4)
    case .linuxCooked: try cursor.skip(16)
    case .linuxCooked2: try cursor.skip(20)
    case .internet: break
    }
  }

  /// Moves to the UDP header; false if there is none here.
  private func skipInternetHeader(_ cursor: inout ByteCursor) throws(Truncated) -> Bool {
    let first = try cursor.readByte()
    switch first >> 4 {
    case 4:
      let header = Int(first & 0x0F) * 4
      guard header >= 20 else { return false }
      try cursor.skip(5)
      let fragment = try cursor.readNumber(2) & 0x1FFF
      try cursor.skip(1)
      let transport = try cursor.readByte()
      try cursor.skip(header - 10)
      return fragment == 0 && transport == Self.udp
    case 6:
      try cursor.skip(5)
      let transport = try cursor.readByte()
      try cursor.skip(33)
      return transport == Self.udp
    default: return false
    }
  }

  private static let udp: UInt8 = 17
  private static let gsmtapPort: UInt64 = 4729
}
