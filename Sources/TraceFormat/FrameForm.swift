import Bytes

/// All of a frame but its number, time, duration and bytes.
///
/// Captures have few forms: a hundred thousand frames of one reader have about thirty, so that
/// each frame's is one byte that the compressor finds in well-known company.
struct FrameForm: Hashable {
  var source: UInt16 = 0
  var link: Link = .iso14443
  var direction: Direction = .none
  var event: FrameEvent = .none
  var flags: UInt16 = 0
  var bitRate: UInt32 = 0
  var firstBits: UInt8 = 0
  var lastBits: UInt8 = 0
  var check: FrameCheck = .none
  var hasDuration = false
  /// Of the frame's bytes, its CRC included.
  var length: UInt32 = 0
  var originalLength: UInt32 = 0
  var parityLength: UInt32 = 0
  var extraLength: UInt32 = 0

  init(_ frame: Frame, check: FrameCheck) {
    source = frame.source
    link = frame.link
    direction = frame.direction
    event = frame.event
    flags = frame.flags.rawValue
    bitRate = frame.bitRate
    firstBits = frame.firstBits
    lastBits = frame.lastBits
    self.check = check
    hasDuration = frame.duration != nil
    length = frame.bytes.length
    originalLength = frame.originalLength
    parityLength = frame.parity.length
    extraLength = frame.extra.length
  }

  /// How many of the frame's bytes are stored: all but a CRC that can be computed again.
  var storedLength: Int { Int(length) - (check == .none ? 0 : 2) }

  /// A frame of this form, whose number, time, duration and places are not known yet.
  var frame: Frame {
    var frame = Frame(number: 0, time: 0, link: link, direction: direction)
    frame.bitRate = bitRate
    frame.source = source
    frame.event = event
    frame.flags = FrameFlags(rawValue: flags)
    frame.firstBits = firstBits
    frame.lastBits = lastBits
    frame.originalLength = originalLength
    frame.bytes.length = length
    frame.parity.length = parityLength
    frame.extra.length = extraLength
    return frame
  }
}

extension FrameForm {
  /// Appends the form as its fields, each a varint.
  func write(to buffer: inout ByteBuffer) {
    Varint.append(source, to: &buffer)
    Varint.append(link.rawValue, to: &buffer)
    Varint.append(direction.rawValue, to: &buffer)
    Varint.append(event.rawValue, to: &buffer)
    Varint.append(flags, to: &buffer)
    Varint.append(bitRate, to: &buffer)
    Varint.append(firstBits, to: &buffer)
    Varint.append(lastBits, to: &buffer)
    Varint.append(check.rawValue | (hasDuration ? 0x10 : 0), to: &buffer)
    Varint.append(length, to: &buffer)
    Varint.append(originalLength, to: &buffer)
    Varint.append(parityLength, to: &buffer)
    Varint.append(extraLength, to: &buffer)
  }

  /// Reads a form.
  init(from cursor: inout ByteCursor) throws(ContentError) {
    source = try Varint.read(UInt16.self, &cursor)
    link = try Self.known("link", Link.init, &cursor)
    direction = try Self.known("direction", Direction.init, &cursor)
    event = try Self.known("event", FrameEvent.init, &cursor)
    flags = try Varint.read(UInt16.self, &cursor)
    bitRate = try Varint.read(UInt32.self, &cursor)
    firstBits = try Varint.read(UInt8.self, &cursor)
    lastBits = try Varint.read(UInt8.self, &cursor)
    let kept = try Varint.read(UInt8.self, &cursor)
    guard let check = FrameCheck(rawValue: kept & ~0x10) else {
      throw .unknownValue(of: "check", UInt64(kept))
    }
    self.check = check
    hasDuration = kept & 0x10 != 0
    length = try Varint.read(UInt32.self, &cursor)
    guard check == .none || length >= 2 else { throw .noRoomForCheck(length: Int(length)) }
    originalLength = try Varint.read(UInt32.self, &cursor)
    parityLength = try Varint.read(UInt32.self, &cursor)
    extraLength = try Varint.read(UInt32.self, &cursor)
  }

  private static func known<Value>(
    _ field: String, _ make: (UInt8) -> Value?, _ cursor: inout ByteCursor
  ) throws(ContentError) -> Value {
    let number = try Varint.read(&cursor)
    guard let byte = UInt8(exactly: number), let value = make(byte) else {
      throw .unknownValue(of: field, number)
    }
    return value
  }
}
