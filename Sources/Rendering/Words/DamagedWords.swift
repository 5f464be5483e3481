import Bytes
import Decoding
import TraceFormat

/// The words of frames that nobody could use: `bad CRC, 6 bytes: 0A 00 50 00 57 CD`.
extension Composer {
  mutating func compose(_ damaged: Damaged, in story: borrowing Story, into row: inout Row) {
    let start = words.count
    let isCard = damaged.direction == .fromCard
    let side = isCard ? Side.answer : .command
    words.append(isCard ? "< " : "> ")
    let bytes = story.bytes.span.extracting(damaged.bytes.range)
    mask.find(inLoose: bytes, side: side)
    switch damaged.reason {
    case .badCRC: append(damaged: "bad CRC", bytes, of: side)
    case .cut: append(damaged: "cut off", bytes, of: side)
    case .unknown: append(damaged: "not understood", bytes, of: side)
    case .empty: words.append("empty frame")
    }
    if damaged.count > 1 {
      words.append(" ×")
      words.append(decimal: damaged.count)
    }
    let extent = Extent(start..<words.count)
    if isCard { row.card = extent } else { row.reader = extent }
  }

  /// What is wrong, how many bytes there are and, where there is room, which.
  mutating func append(damaged what: StaticString, _ bytes: Span<UInt8>, of side: Side) {
    words.append(what)
    words.append(", ")
    words.append(count: bytes.count, "byte", "bytes")
    guard isLong, bytes.count > 0 else { return }
    words.append(Mark.droppable)
    if let byte = Self.only(byteOf: bytes) {
      words.append(": all ")
      words.append(hex: byte)
    } else {
      words.append(": ")
      words.append(hex: bytes, 0..<bytes.count, of: side, mask: &mask, sign: "·", gap: true)
    }
    words.append(Mark.droppableEnd)
  }

  /// The byte that all of several bytes are.
  private static func only(byteOf bytes: Span<UInt8>) -> UInt8? {
    guard bytes.count > 3 else { return nil }
    for index in bytes.indices where bytes[index] != bytes[0] { return nil }
    return bytes[0]
  }
}
