/// Bits in the order in which NFC-A sends them: of each byte the lowest first.
///
/// Anticollision may ask at any bit: the reader sends what it knows of a UID, and each card whose UID
/// begins so sends the rest.
struct BitRun: Equatable {
  private var bits: [Bool]

  /// The bits of whole bytes; of the last one only so many.
  init(_ bytes: some Collection<UInt8>, _ lastBits: Int = 8) {
    bits = bytes.flatMap { byte in (0..<8).map { byte >> $0 & 1 == 1 } }
    if !bytes.isEmpty { bits.removeLast(8 - min(8, max(1, lastBits))) }
  }

  /// What follows a beginning; nil if these bits do not begin so, or nothing follows.
  func rest(behind beginning: BitRun) -> BitRun? {
    guard beginning.bits.count < bits.count, bits.starts(with: beginning.bits) else { return nil }
    var rest = self
    rest.bits.removeFirst(beginning.bits.count)
    return rest
  }

  /// How many bits of the last byte are in use.
  var lastBits: Int { bits.isEmpty ? 8 : (bits.count - 1) % 8 + 1 }

  /// The bits as bytes, the last one filled up with zeros.
  var bytes: [UInt8] {
    stride(from: 0, to: bits.count, by: 8).map { start in
      (start..<min(start + 8, bits.count)).reduce(0) { byte, index in
        bits[index] ? byte | 1 << UInt8(index - start) : byte
      }
    }
  }

  /// Whether NVB says how much of a request was sent: whole bytes, and bits of one more.
  static func isCount(_ count: UInt8, of request: [UInt8], lastBits: Int) -> Bool {
    let whole = lastBits == 8 ? request.count : request.count - 1
    return Int(count >> 4) == whole && Int(count & 15) == lastBits % 8
  }
}
