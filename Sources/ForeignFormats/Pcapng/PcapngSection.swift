import Bytes
import TraceFormat

/// One section of a pcapng file: its byte order, and the interfaces that its packets name by number.
struct PcapngSection {
  /// What packets of one interface are, and how its clock counts.
  struct Interface {
    /// Nil for one whose block could not be read.
    let linkType: LinkType?
    let layer: PacketLayer
    /// Whether it has a name, which its source keeps.
    let isNamed: Bool
    let resolution: TimestampResolution
    /// The longest packet that it kept; 0 means no limit.
    let snapLength: UInt32
    /// Which of the trace's sources it is.
    let source: UInt16
  }

  let order: ByteOrder
  private(set) var interfaces: [Interface] = []

  init(order: ByteOrder) { self.order = order }

  mutating func add(_ interface: Interface) {
    interfaces.append(interface)
    if interface.linkType == .iso14443 { hasISO14443 = true }
  }

  /// Whether one of the interfaces has link type 264.
  private(set) var hasISO14443 = false

  /// NFCGate writes two interfaces that have no name, one of link type 264 for what passes and one
  /// of 147 for what the tag said of itself first.
  var isOfNFCGate: Bool {
    interfaces.count == 2 && !interfaces.contains(where: \.isNamed) && hasISO14443
      && interfaces.contains { $0.linkType == .user0 }
  }

  /// The description of an interface that has the frames of another that its link type cannot tell.
  static func companion(of interface: Int) -> String { companionWords + String(interface) }

  /// The interface that a description of ours names, if there is one of that number.
  func interface(named description: String) -> Interface? {
    guard description.hasPrefix(Self.companionWords),
      let number = Int(description.dropFirst(Self.companionWords.count)),
      interfaces.indices.contains(number)
    else { return nil }
    return interfaces[number]
  }

  private static let companionWords = "more of interface "
}
