import Bytes
import TraceFormat

/// The frames on air that follow from one captured frame of the host's side, until a track has read
/// them, and what else that frame says.
///
/// The room is used again for the next captured frame.
struct DerivedFrames: ~Copyable {
  private(set) var frames: [Frame] = []
  /// Where the bytes of each begin in the captured frame, -1 where they stand nowhere in it.
  private(set) var origins: [Int] = []
  private(set) var bytes = ByteBuffer(capacity: 1024)
  /// What the reader's chip says of the exchange that it was asked for.
  var status: ChipStatus?
  /// How the chip was activated as a target of NFC-DEP, if the frame says so.
  var peer: PeerActivation?
  /// Whether the chip left a command before this one unanswered that was for a card.
  var isReaderSilent = false
  /// What is wrong with the captured frame.
  var fault: HostFault?
  private var captured = Frame(number: 0, time: 0, link: .pn532, direction: .unknown)
  /// Where the bytes under work begin in the captured frame, nil where they were put together from
  /// several.
  var base: Int? = 0

  /// So many frames follow from a captured one at the most.
  static let limit = 4_096

  /// Forgets everything, and makes ready for the frames of another captured one.
  mutating func begin(_ frame: Frame) {
    frames.removeAll(keepingCapacity: true)
    origins.removeAll(keepingCapacity: true)
    bytes.clear()
    status = nil
    peer = nil
    isReaderSilent = false
    fault = nil
    base = 0
    captured = frame
  }

  /// Adds a frame with bytes of our own making and, if it has one, the CRC that it has on air.
  mutating func add(
    _ link: Link, _ direction: Direction, _ body: Span<UInt8>, crc: CRCKind? = nil,
    lastBits: UInt8 = 0
  ) {
    let start = bytes.count
    bytes.append(body)
    switch crc {
    case .a: append(little: Checksum.crcA(body))
    case .b: append(little: Checksum.crcB(body))
    case .f: append(little: Checksum.crcF(body).byteSwapped)
    // A chip that speaks for a card has none of its own.
    case .picoPass, .picoPassCommand, nil: break
    }
    add(link, direction, from: start, flags: [], lastBits: lastBits, origin: nil)
  }

  /// Adds a frame with bytes of the captured one, from an offset in the bytes under work on.
  mutating func add(
    _ link: Link, _ direction: Direction, captured body: Span<UInt8>, at offset: Int,
    lastBits: UInt8 = 0, flags: FrameFlags = []
  ) {
    let start = bytes.count
    bytes.append(body)
    add(
      link, direction, from: start, flags: flags, lastBits: lastBits,
      origin: base.map { $0 + offset })
  }

  /// Adds an event.
  mutating func add(_ event: FrameEvent) {
    add(.nfcA, .none, from: bytes.count, flags: [], event: event, origin: nil)
  }

  private mutating func add(
    _ link: Link, _ direction: Direction, from start: Int, flags: FrameFlags,
    lastBits: UInt8 = 0, event: FrameEvent = .none, origin: Int?
  ) {
    guard frames.count < Self.limit else { return }
    var frame = Frame(
      number: captured.number, time: captured.time, link: link, direction: direction)
    frame.source = captured.source
    frame.event = event
    frame.flags = flags
    frame.lastBits = lastBits
    frame.derived = UInt16(frames.count + 1)
    frame.bytes = Extent(start..<bytes.count)
    frames.append(frame)
    origins.append(origin ?? -1)
  }

  private mutating func append(little crc: UInt16) {
    bytes.append(UInt8(truncatingIfNeeded: crc))
    bytes.append(UInt8(truncatingIfNeeded: crc >> 8))
  }
}

/// What a reader's chip says became of an exchange.
struct ChipStatus: Equatable {
  /// The command's code, behind D4.
  var command: UInt8
  var status: UInt8
  /// Where the status stands in the captured frame.
  var offset: Int
}

/// What is wrong with a frame between a host and a reader.
struct HostFault: Equatable {
  var kind: Defect.Kind
  /// The bytes it is about, in the captured frame.
  var bytes: Range<Int>
}
