import Bytes

/// What the first records of a file show: whether it is a Proxmark3 trace, and of what.
///
/// The format has no magic number. Records that follow one another without a gap, and right
/// checksums in many of them, are what tells it.
struct ProxmarkSurvey: Equatable {
  private(set) var records = 0
  private(set) var rightCRCA = 0
  private(set) var rightCRCB = 0
  private(set) var rightPicoPass = 0
  private(set) var felica = 0
  private(set) var polls = 0
  /// Commands that have the shape of ISO/IEC 15693's, checksum included.
  private var vicinity = 0
  /// Polls of NFC-B.
  private var typeB = 0
  private var rightParity = 0
  private var wrongParity = 0
  /// Whether the records reach to the end of what was looked at, where one may be cut off.
  private var isWhole = false

  /// How much of a file is looked at.
  static let look = 16 * 1024

  /// Walks the records of a file's first bytes; `isAll`: there are no more.
  init(_ head: Span<UInt8>, isAll: Bool) {
    var at = 0
    while let record = ProxmarkRecord(head, at: at), record.bytes.count <= Self.longest {
      records += 1
      count(record, head.extracting(record.bytes), head.extracting(record.parity))
      at = record.parity.upperBound
    }
    let isPlausible =
      head.count - at < ProxmarkRecord.headerSize
      || ByteOrder.little.number16(head, at: at + 6) & 0x7FFF <= UInt16(Self.longest)
    isWhole = at == head.count || isPlausible && (!isAll || records > 1)
  }

  /// No reader and card agree on frames longer than 4 KiB, and a header and a CRC.
  private static let longest = 4096 + 16

  private mutating func count(
    _ record: ProxmarkRecord, _ bytes: Span<UInt8>, _ parity: Span<UInt8>
  ) {
    if bytes.count == 1 {
      switch bytes[0] {
      case 0x26, 0x52, 0x0A, 0x0C: if !record.isFromCard { polls += 1 }
      default: break
      }
    }
    if ProxmarkTechnology.hasFelicaSync(bytes) { felica += 1 }
    guard bytes.count >= 3 else { return }
    let body = bytes.extracting(0..<bytes.count - 2)
    let check = ByteOrder.little.number16(bytes, at: bytes.count - 2)
    if Checksum.crcA(body) == check {
      rightCRCA += 1
      if ProxmarkTechnology.hasWrongParity(bytes, parity) {
        wrongParity += 1
      } else {
        rightParity += 1
      }
    } else if Checksum.crcB(body) == check {
      rightCRCB += 1
      if !record.isFromCard { countCommand(body) }
    } else if Self.picoPass(body, record.isFromCard) == check {
      rightPicoPass += 1
    }
  }

  private mutating func countCommand(_ body: Span<UInt8>) {
    if body[0] == 0x05, body.count == 3 { typeB += 1 }
    guard body.count >= 2 else { return }
    switch (body[0], body[1]) {
    // The flags say the data rate, then either inventory with its slots or an address.
    case (0x06, 0x01), (0x26, 0x01), (0x36, 0x01), (0x16, 0x01): vicinity += 1
    case (0x02, 0x20...0x2D), (0x12, 0x20...0x2D), (0x22, 0x20...0x2D), (0x42, 0x20...0x2D),
      (0x62, 0x20...0x2D), (0x22, 0x02), (0x02, 0xA0...0xBF), (0x22, 0xA0...0xBF):
      vicinity += 1
    default: break
    }
  }

  /// PicoPass: CRC_B's polynomial from E012h, without complement; a command's first byte is left out.
  private static func picoPass(_ body: Span<UInt8>, _ isFromCard: Bool) -> UInt16 {
    Checksum.reflected(isFromCard ? body : body.extracting(1..<body.count), preset: 0xE012)
  }
}

extension ProxmarkSurvey {
  /// Whether more of the file may show that this is one.
  var isPossible: Bool { isWhole }

  /// Whether this is a Proxmark3 trace.
  var isTrace: Bool {
    let evidence = rightCRCA + rightCRCB + rightPicoPass + felica + polls
    guard evidence > 0 else { return false }
    return isWhole ? evidence * 8 >= records : records >= 8 && evidence * 2 >= records
  }

  /// What was recorded.
  var technology: ProxmarkTechnology {
    if rightPicoPass > 0, rightPicoPass >= max(rightCRCA, rightCRCB) { return .iClass }
    if vicinity > typeB, rightCRCB > rightCRCA { return .iso15693 }
    return .iso14443(hasParity: rightParity > wrongParity)
  }

  /// Why it was taken for one, in words.
  var reason: String {
    let sums: [(Int, String)] = [
      (rightCRCA, "CRC_A"), (rightCRCB, technology == .iso15693 ? "CRC of ISO 15693" : "CRC_B"),
      (rightPicoPass, "PicoPass CRC"),
    ]
    var found = sums.filter { $0.0 > 0 }.map { "\($0.0) with a right \($0.1)" }
    if felica > 0 { found.append("\(felica) with FeliCa's sync code") }
    if found.isEmpty { found.append("\(polls) of them polls") }
    let count = records == 1 ? "1 record fills" : "\(records) records follow one another and fill"
    return "it has no magic number; \(count) its beginning, \(found.joined(separator: ", "))"
  }
}
