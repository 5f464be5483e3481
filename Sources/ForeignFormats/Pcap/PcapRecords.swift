import Bytes
import TraceFormat

/// The records of a pcap file, read from a window of it.
///
///      0         4          8      12         16
///     +---------+----------+------+----------+----
///     | seconds | fraction | kept | original | bytes
///     +---------+----------+------+----------+----
struct PcapRecords {
  static let headerSize = 16

  /// The longest record that is believed, eight times what tcpdump keeps of a packet. Nothing
  /// resynchronizes a pcap file, so a length beyond it ends the reading.
  static let longest = 2 * 1024 * 1024

  /// Why reading stopped in a window.
  enum Stop: Equatable {
    /// The rest is the beginning of a record.
    case needsMore
    /// The next record says that it has this many bytes.
    case isTooLong(UInt32)
  }

  /// How many records were read.
  private(set) var count = 0
  /// Whether the field was seen to go on or off.
  private(set) var hasFieldEvents = false
  /// Whether it is known what link the frames are of, if need be from the first of them.
  private var knowsLink: Bool

  private let order: ByteOrder
  private let unitsPerSecond: UInt32
  private let nanosecondsPerUnit: Int64
  private let layer: PacketLayer

  init(of header: PcapHeader) {
    order = header.order
    unitsPerSecond = header.unitsPerSecond
    nanosecondsPerUnit = header.isNanoseconds ? 1 : 1000
    layer = header.linkType.layer
    knowsLink = layer.link != .other
  }
}

extension PcapRecords {
  /// Adds every whole record from `start` on to the batch; gives the index behind the last one.
  ///
  /// The window is copied into the batch at once, headers and all, and the frames point into it.
  mutating func read(
    _ window: Span<UInt8>, from start: Int, into batch: inout FrameBatch
  ) -> (next: Int, stop: Stop) {
    var at = start
    // Where the window's first byte would lie in the batch, once it is there.
    var base: Int?
    while window.count - at >= Self.headerSize {
      let kept = order.number32(window, at: at + 8)
      if kept > UInt32(Self.longest) { return (at, .isTooLong(kept)) }
      let body = at + Self.headerSize
      let end = body + Int(kept)
      if end > window.count { break }

      let stored: Int
      if let base {
        stored = base
      } else {
        stored = batch.bytes.count - at
        base = stored
        batch.bytes.append(window.extracting(at..<window.count))
      }
      count += 1
      let fraction = order.number32(window, at: at + 4)
      let original = order.number32(window, at: at + 12)
      let seconds = Int64(order.number32(window, at: at))
      let time = seconds * 1_000_000_000 + Int64(fraction) * nanosecondsPerUnit
      var frame = Frame(number: count, time: time, link: .other, direction: .unknown)
      let packet = Packet(range: body..<end, originalLength: original, stored: stored + body)
      let prefix = layer.read(packet, in: window, into: &frame, &batch.bytes)

      if fraction >= unitsPerSecond || original < kept || !prefix.isRegular {
        frame.flags.insert(.oddRecord)
        frame.extra = Extent(
          start: UInt32(stored + at), length: UInt32(Self.headerSize + prefix.length))
      }
      if tells(frame) {
        guard batch.frames.isEmpty else {
          count -= 1
          return (at, .needsMore)
        }
        learn(from: frame)
      }
      batch.frames.append(frame)
      at = end
    }
    return (at, .needsMore)
  }

  /// Whether a frame tells something of the whole capture. It then begins a batch, so that what is
  /// known with a batch does not depend on the pieces in which the file came.
  private func tells(_ frame: Frame) -> Bool {
    switch frame.event {
    case .none: !knowsLink && frame.link != .other
    case .fieldOn, .fieldOff: !hasFieldEvents
    default: false
    }
  }

  private mutating func learn(from frame: Frame) {
    if frame.event == .none { knowsLink = true } else { hasFieldEvents = true }
  }
}
