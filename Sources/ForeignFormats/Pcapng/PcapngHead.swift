import Bytes

/// What a pcapng block begins with: its type and its total length.
struct PcapngHead: Equatable {
  let type: UInt32
  /// The length of the block, from this head to the length behind its body.
  let total: Int
  /// The section's byte order, which a section block itself decides.
  let order: ByteOrder

  /// How many bytes must be there to read the head of any block.
  static let size = 16
  /// How many bytes the head of a block has that is no section's.
  static let shortSize = 8

  /// Why no block begins here.
  enum Fault: Error, Equatable {
    case noByteOrder(magic: UInt32)
    case version(UInt16, UInt16)
    case length(UInt32)

    /// In words.
    var words: String {
      switch self {
      case .noByteOrder(let magic): "byte-order magic \(Hex.text(magic, digits: 8)) is unknown"
      case .version(let major, let minor): "pcapng version \(major).\(minor), not 1.0"
      case .length(let length): "a block says that it is \(length) bytes long"
      }
    }
  }
}

extension PcapngHead {
  /// Reads the head at an offset in a section's byte order; nil where more bytes are needed.
  init?(_ bytes: Span<UInt8>, at offset: Int, in order: ByteOrder) throws(Fault) {
    guard bytes.count - offset >= Self.shortSize else { return nil }
    var order = order
    let type = order.number32(bytes, at: offset)
    if type == PcapngBlock.section.rawValue {
      guard bytes.count - offset >= Self.size else { return nil }
      order = try Self.order(bytes, at: offset + 8)
      let major = order.number16(bytes, at: offset + 12)
      if major != 1 { throw .version(major, order.number16(bytes, at: offset + 14)) }
    }
    let total = order.number32(bytes, at: offset + 4)
    let least = type == PcapngBlock.section.rawValue ? 28 : PcapngBlock.frameSize
    guard total >= least, total & 3 == 0 else { throw .length(total) }
    self.type = type
    self.total = Int(total)
    self.order = order
  }

  private static func order(_ bytes: Span<UInt8>, at offset: Int) throws(Fault) -> ByteOrder {
    let magic = ByteOrder.little.number32(bytes, at: offset)
    if magic == PcapngBlock.byteOrderMagic { return .little }
    if magic.byteSwapped == PcapngBlock.byteOrderMagic { return .big }
    throw .noByteOrder(magic: magic.byteSwapped)
  }
}
