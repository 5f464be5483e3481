import Bytes

/// A packet block's own words, of any of the three kinds.
struct PcapngPacket {
  /// The number of its interface in the section.
  let interface: Int
  /// What the interface's clock counted; a simple packet block has no time.
  let time: UInt64?
  /// How many bytes it says that the capture kept.
  let claimed: Int
  let originalLength: UInt32
  /// Where its bytes lie in the window.
  let range: Range<Int>

  /// Reads the body of a packet block, which has the fixed part of its kind at least. `limit` is
  /// how much the interface of simple packets keeps, 0 for all.
  init(
    _ kind: PcapngBlock, _ window: Span<UInt8>, _ body: Range<Int>, _ order: ByteOrder,
    limit: UInt32
  ) {
    let start = body.lowerBound
    let data = start + kind.fixedSize
    let room = body.upperBound - data
    if kind == .simplePacket {
      interface = 0
      time = nil
      originalLength = order.number32(window, at: start)
      claimed = min(Int(originalLength), limit == 0 ? .max : Int(limit))
    } else {
      interface =
        kind == .enhancedPacket
        ? Int(order.number32(window, at: start)) : Int(order.number16(window, at: start))
      time =
        UInt64(order.number32(window, at: start + 4)) << 32
        | UInt64(order.number32(window, at: start + 8))
      claimed = Int(order.number32(window, at: start + 12))
      originalLength = order.number32(window, at: start + 16)
    }
    range = data..<data + min(claimed, room)
  }
}
