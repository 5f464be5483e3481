import Bytes
import TraceFormat

/// The 24 bytes that open a pcap file (draft-ietf-opsawg-pcap).
///
///      0       4         6         8      12     16        20
///     +-------+---------+---------+------+------+---------+-----------+
///     | magic | major 2 | minor 4 | zone | 0    | snaplen | link type |
///     +-------+---------+---------+------+------+---------+-----------+
struct PcapHeader: Equatable {
  static let size = 24

  let order: ByteOrder
  /// Whether the records' times are nanoseconds behind the second, not microseconds.
  let isNanoseconds: Bool
  let linkType: LinkType

  /// How many units of time a second has.
  var unitsPerSecond: UInt32 { isNanoseconds ? 1_000_000_000 : 1_000_000 }

  init(linkType: LinkType) {
    order = .little
    isNanoseconds = true
    self.linkType = linkType
  }
}

extension PcapHeader {
  /// The four bytes that open a pcap file, in either order.
  enum Magic: UInt32, CaseIterable {
    case microseconds = 0xA1B2_C3D4
    case nanoseconds = 0xA1B2_3C4D
    /// A variant with longer record headers, from Linux tools of the 1990s.
    case modified = 0xA1B2_CD34

    /// Which of them the bytes begin with, and in which order.
    static func starting(_ bytes: Span<UInt8>) -> (magic: Magic, order: ByteOrder)? {
      guard bytes.count >= 4 else { return nil }
      for order in [ByteOrder.little, .big] {
        let number = order.number32(bytes, at: 0)
        if let magic = Self(rawValue: number) { return (magic, order) }
      }
      return nil
    }
  }

  /// Reads the header, or says in one line why this is none.
  init(_ bytes: Span<UInt8>, of name: String) throws(TraceError) {
    guard let (magic, order) = Magic.starting(bytes), magic != .modified else {
      throw TraceError("\(name): no pcap header at byte 0", offset: 0)
    }
    guard bytes.count >= Self.size else {
      throw TraceError(
        "\(name): the pcap header ends after \(bytes.count) of \(Self.size) bytes",
        offset: Int64(bytes.count))
    }
    let major = order.number16(bytes, at: 4)
    let minor = order.number16(bytes, at: 6)
    guard major == 2, minor >= 4 else {
      throw TraceError("\(name): pcap version \(major).\(minor) at byte 4, not 2.4", offset: 4)
    }
    self.order = order
    isNanoseconds = magic == .nanoseconds
    // The six high bits tell of a frame check sequence behind the packets.
    linkType = LinkType(order.number32(bytes, at: 20) & 0x03FF_FFFF)
  }

  /// Appends the header as a file of ours has it.
  func write(to output: inout ByteBuffer) {
    let magic = isNanoseconds ? Magic.nanoseconds : .microseconds
    output.append(magic.rawValue, order)
    output.append(UInt16(2), order)
    output.append(UInt16(4), order)
    output.append(UInt64(0), order)
    output.append(UInt32(262_144), order)
    output.append(linkType.number, order)
  }
}
