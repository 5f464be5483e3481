import Bytes
import TraceFormat

/// Frames that the fuzzer's bytes describe, so that it need not guess a file's header or a CRC.
///
/// A record is a control byte and what it asks for:
///
///     bits 1-2   0 to the card, 1 from the card, 2 unknown, 3 an event
///     bits 3-4   1 with CRC_A, 2 with CRC_B, 3 with LEN and CRC_F
///     bit 5      inside an I-block, whose number alternates
///     bit 6      attributes: a byte that says which, and they
///     bit 7      a pause: a byte that says how long
///     bit 8      none of these: a whole activation, told by bits 1-4
///
/// and then, but for activations, a length and as many bytes: FFh is followed by a length of two.
struct Conversation {
  private(set) var frames: [Seen] = []
  private(set) var description = TraceDescription(format: "pcap")
  private var time: Int64 = 1_700_000_000_000_000_000
  private var block: UInt8 = 1
  private var number = 0
  private var highest: UInt16 = 0

  /// Reads the description and all records.
  init(_ numbers: inout Numbers) {
    let kind = numbers.byte()
    let link = Link(rawValue: numbers.byte()) ?? .iso14443
    description.timeDigits = kind & 15 < 10 ? kind & 15 : 9
    description.timesAreWallClock = kind & 16 == 0
    if kind & 32 != 0 { description.format = "pcapng" }
    while !numbers.isEmpty { take(numbers.byte(), link, &numbers) }
    for source in 0...highest {
      description.sources.append(
        TraceDescription.Source(
          name: source == 0 ? "" : "reader \(source)", linkType: kind & 64 == 0 ? 264 : nil,
          link: link))
      description.sources[Int(source)].recordsField = kind & 128 != 0
    }
  }

  private mutating func take(_ control: UInt8, _ link: Link, _ numbers: inout Numbers) {
    if control & 0x80 != 0 { return activate(control, link) }
    let directions: [Direction] = [.toCard, .fromCard, .unknown, .none]
    var frame = Frame(
      number: 0, time: 0, link: link, direction: directions[Int(control & 3)])
    var parity: [UInt8] = []
    if control & 0x20 != 0 { parity = readAttributes(of: &frame, &numbers) }
    // Up to 146 years.
    pause(1 << (control & 0x40 != 0 ? Int64(numbers.byte() & 63) : 20))
    var length = Int(numbers.byte())
    if length == 255 { length = Int(numbers.number(2)) }
    var bytes = numbers.run(length)
    if frame.direction == .none {
      frame.event = FrameEvent(rawValue: UInt8(bytes.first ?? 1) % 7) ?? .comment
      bytes = Array(bytes.dropFirst())
    }
    if control & 0x10 != 0 {
      if frame.direction == .toCard { block ^= 1 }
      bytes.insert(0x02 | block, at: 0)
    }
    add(frame, Self.checked(bytes, control >> 2 & 3), parity)
  }

  private mutating func readAttributes(of frame: inout Frame, _ numbers: inout Numbers) -> [UInt8] {
    let which = numbers.byte()
    if which & 1 != 0 { frame.duration = Int64(numbers.number(3)) << 6 }
    if which & 2 != 0 { frame.link = Link(rawValue: numbers.byte()) ?? frame.link }
    if which & 4 != 0 {
      frame.source = UInt16(numbers.byte())
      highest = max(highest, frame.source)
    }
    if which & 8 != 0 { frame.flags = FrameFlags(rawValue: UInt16(numbers.byte())) }
    if which & 16 != 0 {
      let bits = numbers.byte()
      (frame.firstBits, frame.lastBits) = (bits >> 4 & 7, bits & 7)
    }
    if which & 32 != 0 { frame.originalLength = UInt32(numbers.number(2)) }
    if which & 64 != 0 {
      time = Int64(bitPattern: numbers.number(8))
      frame.bitRate = 212_000
    }
    return which & 128 != 0 ? numbers.run(Int(numbers.byte())) : []
  }

  /// Bytes with the check bytes that a right frame has.
  private static func checked(_ bytes: [UInt8], _ kind: UInt8) -> [UInt8] {
    switch kind {
    case 1:
      let crc = Checksum.crcA(bytes.span)
      return bytes + [UInt8(crc & 0xFF), UInt8(crc >> 8)]
    case 2:
      let crc = Checksum.crcB(bytes.span)
      return bytes + [UInt8(crc & 0xFF), UInt8(crc >> 8)]
    case 3:
      let counted = [UInt8(truncatingIfNeeded: bytes.count + 1)] + bytes
      let crc = Checksum.crcF(counted.span)
      return counted + [UInt8(crc >> 8), UInt8(crc & 0xFF)]
    default: return bytes
    }
  }

  private mutating func pause(_ length: Int64) {
    let (sum, overflow) = time.addingReportingOverflow(length)
    time = overflow ? .max : sum
  }

  private mutating func add(_ frame: Frame, _ bytes: [UInt8], _ parity: [UInt8] = []) {
    var frame = frame
    number += 1
    frame.number = number
    frame.time = time
    frames.append(Seen(frame, bytes, parity: parity))
  }

  /// Adds the frames that wake a card: Type A with ISO-DEP, a Type 2 tag, Type B, FeliCa.
  private mutating func activate(_ control: UInt8, _ link: Link) {
    var frame = Frame(number: 0, time: 0, link: link, direction: .none)
    if control & 4 != 0 {
      frame.event = control & 8 != 0 ? .fieldOff : .fieldOn
      add(frame, [])
      frame.event = .none
    }
    let all: [[(String, UInt8)]] = [
      [
        ("26", 0), ("4400", 0), ("9320", 0), ("8804A1B29F", 0), ("93708804A1B29F", 1), ("04", 1),
        ("9520", 0), ("C3D4E5F604", 0), ("9570C3D4E5F604", 1), ("20", 1), ("E080", 1),
        ("0578807002", 1),
      ],
      [
        ("52", 0), ("4400", 0), ("9320", 0), ("8804A1B29F", 0), ("93708804A1B29F", 1), ("04", 1),
        ("9520", 0), ("C3D4E5F604", 0), ("9570C3D4E5F604", 1), ("00", 1),
      ],
      [
        ("050000", 2), ("5001020304000000003381C1", 2), ("1D01020304000801", 2), ("00", 2),
      ],
      [("00FFFF0100", 3), ("0101120345678901230120220427674EFFFFFF", 3)],
    ]
    block = 1
    frame.direction = .toCard
    for (hex, check) in all[Int(control & 3)] {
      pause(1 << 20)
      add(frame, Self.checked(Hex.bytes(hex) ?? [], check))
      frame.direction = frame.direction == .toCard ? .fromCard : .toCard
    }
  }
}
