import TraceFormat

/// A number of the registry of pcap link types: what the packets of a file or interface begin with.
struct LinkType: Hashable, Sendable {
  let number: UInt32

  init(_ number: UInt32) { self.number = number }

  /// A frame of ISO/IEC 14443 behind four bytes that say what it is.
  static let iso14443 = LinkType(264)
  /// A packet behind the name of the Wireshark dissector that reads it.
  static let upperPDU = LinkType(252)
  /// Whatever its writer meant by it: FeliCa here, and NFCGate's initial data.
  static let user0 = LinkType(147)
  /// Whatever its writer meant by it; ours is in `User1Header`.
  static let user1 = LinkType(148)
  /// An LLCP PDU behind two bytes.
  static let llcp = LinkType(245)
  static let ethernet = LinkType(1)
}

extension LinkType {
  /// How its packets are read.
  var layer: PacketLayer {
    switch number {
    case Self.iso14443.number: .pseudoHeader
    case Self.upperPDU.number: .upperPDU
    case Self.user0.number: .user0
    case Self.user1.number: .user1
    case Self.llcp.number: .whole(.llcp)
    // Linux usbmon without and with its long header, USBPcap, macOS.
    case 189, 220, 249, 266: .whole(.usb)
    case 1: .network(.ethernet)
    case 0, 108: .network(.loopback)
    case 113: .network(.linuxCooked)
    case 276: .network(.linuxCooked2)
    // 12 and 14 are what raw IP is called in files of some systems.
    case 12, 14, 101, 228, 229: .network(.internet)
    default: .whole(.other)
    }
  }
}
