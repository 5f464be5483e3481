import Bytes

@testable import TraceFormat

/// Frames for tests: made by hand, or at random but the same each time.
struct Frames {
  var batch = FrameBatch()
  private var state: UInt64

  init(seed: UInt64 = 1) { state = seed }

  /// A number below `bound` (SplitMix64).
  mutating func random(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ mixed >> 31) % UInt64(bound))
  }

  mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(random(256)) } }

  /// The number of the next frame, if nothing is left out.
  var next: Int { (batch.frames.last?.number ?? 0) + 1 }

  /// Adds a frame, and says what it is made of.
  mutating func add(
    _ bytes: [UInt8], number: Int? = nil, time: Int64, link: Link = .iso14443,
    direction: Direction = .toCard, parity: [UInt8] = [], extra: [UInt8] = [],
    _ change: (inout Frame) -> Void = { _ in }
  ) {
    var frame = Frame(number: number ?? next, time: time, link: link, direction: direction)
    change(&frame)
    if !bytes.isEmpty { frame.bytes = batch.store(bytes.span) }
    if !parity.isEmpty { frame.parity = batch.store(parity.span) }
    if !extra.isEmpty { frame.extra = batch.store(extra.span) }
    batch.frames.append(frame)
  }

  /// Adds frames like those of a reader and a card: commands and answers with CRC_A.
  mutating func addTraffic(_ count: Int, from time: Int64 = 1_700_000_000_000_000_000) {
    var time = batch.frames.last?.time ?? time
    for index in 0..<count {
      time += Int64(300 + random(900)) * 1000
      let body = index % 2 == 0 ? [0x02, 0x00, 0xB0, 0x00, 0x00, 0x0F] : [0x02] + bytes(15)
      let crc = Checksum.crcA(body.span)
      add(
        body + [UInt8(crc & 0xFF), UInt8(crc >> 8)], time: time,
        direction: index % 2 == 0 ? .toCard : .fromCard)
    }
  }

  /// Adds a frame whose every field is anything at all.
  mutating func addAnything() {
    let links = Link.allCases
    let kinds: [FrameEvent] = [.none, .none, .none, .fieldOn, .fieldOff, .comment, .framesDropped]
    let directions: [Direction] = [.none, .toCard, .fromCard, .unknown]
    let times: [Int64] = [.min, .max, 0, -1, 1, 1000, 1_700_000_000_000_000_000]
    let time = random(3) == 0 ? times[random(times.count)] : Int64(random(1 << 40)) - 1 << 39
    var body = bytes([0, 1, 2, 3, 4, 9, 40, 300][random(8)])
    let link = links[random(links.count)]
    if random(2) == 0, body.count > 2 {
      if random(2) == 0 { body[0] = UInt8(truncatingIfNeeded: body.count) }
      let crcs = [Checksum.crcA(body.span), Checksum.crcB(body.span), Checksum.crcF(body.span)]
      let crc = crcs[random(3)]
      let little = [UInt8(crc & 0xFF), UInt8(crc >> 8)]
      body += random(2) == 0 ? little : little.reversed()
    }
    let parity = random(4) == 0 ? bytes(random(9)) : []
    let extra = random(5) == 0 ? bytes(random(30)) : []
    let number = next + (random(20) == 0 ? random(5) : 0)
    let event = kinds[random(kinds.count)]
    let direction = directions[random(4)]
    let flags = UInt16(random(3) == 0 ? random(1 << 16) : 0)
    let duration: Int64? = random(2) == 0 ? nil : random(9) == 0 ? .min : Int64(random(1_000_000))
    let rate = UInt32([0, 106_000, 212_000, 424_000, 848_000, Int(UInt32.max)][random(6)])
    let bits = (UInt8(random(3) == 0 ? random(256) : 0), UInt8(random(3) == 0 ? random(256) : 0))
    let source = UInt16([0, 0, 1, 2, 62, 63, 64, 65_535][random(8)])
    let original = UInt32(random(4) == 0 ? random(1 << 32) : 0)
    add(
      body, number: number, time: time, link: link, direction: direction, parity: parity,
      extra: extra
    ) {
      $0.event = event
      $0.flags = FrameFlags(rawValue: flags)
      $0.duration = duration
      $0.bitRate = rate
      $0.firstBits = bits.0
      $0.lastBits = bits.1
      $0.source = source
      $0.originalLength = original
    }
  }
}

/// A frame with its bytes, to be compared with another.
struct WholeFrame: Equatable {
  var frame: Frame
  var bytes: [UInt8]
  var parity: [UInt8]
  var extra: [UInt8]

  init(_ frame: Frame, in batch: FrameBatch) {
    bytes = batch.copy(of: frame.bytes)
    parity = batch.copy(of: frame.parity)
    extra = batch.copy(of: frame.extra)
    self.frame = frame
    self.frame.bytes = .none
    self.frame.parity = .none
    self.frame.extra = .none
  }
}

extension FrameBatch {
  var whole: [WholeFrame] { frames.map { WholeFrame($0, in: self) } }
}

extension FrameReader {
  /// Reads everything.
  mutating func all() throws -> [WholeFrame] {
    var batch = FrameBatch()
    var all: [WholeFrame] = []
    while try read(into: &batch) { all += batch.whole }
    return all
  }
}

extension TraceReader {
  /// Opens a trace that lies in memory, in pieces of so many bytes.
  convenience init(_ bytes: [UInt8], piece: Int = 1 << 16) throws {
    let pieces = stride(from: 0, to: bytes.count, by: piece).map {
      Array(bytes[$0..<min(bytes.count, $0 + piece)])
    }
    try self.init(InputFile(Pieces(pieces)))
  }

  /// Reads everything, in a place where a class is held by `let`.
  func frames() throws -> [WholeFrame] {
    var reader = self
    return try reader.all()
  }
}
