import Bytes

/// One record of a Proxmark3 trace; nothing stands before the first or between two.
///
///      0       4          6                     8
///     +-------+----------+---------------------+-------+--------+
///     | start | duration | from card, length   | bytes | parity |
///     +-------+----------+---------------------+-------+--------+
///
/// All numbers are little endian. The length's highest bit says that the card sent the frame. There
/// is a bit of parity for each byte, the first in the highest bit; an empty frame has a byte of it
/// all the same.
struct ProxmarkRecord: Equatable {
  static let headerSize = 8
  private static let fromCard: UInt16 = 0x8000

  /// When the frame began, in periods of the carrier; it starts again from 0 after 316.7 s.
  let start: UInt32
  /// How long it lasted, in a unit that depends on the technology. 0 and the largest number mean
  /// that it was longer than this field holds.
  let duration: UInt16
  let isFromCard: Bool
  /// Where in the window its bytes and its parity bits lie.
  let bytes: Range<Int>
  let parity: Range<Int>

  /// Reads the record at an index; nil where the window ends before it does.
  init?(_ window: Span<UInt8>, at index: Int) {
    guard window.count - index >= Self.headerSize else { return nil }
    let word = ByteOrder.little.number16(window, at: index + 6)
    let length = Int(word & ~Self.fromCard)
    let first = index + Self.headerSize
    let end = first + length + Self.parityLength(of: length)
    guard end <= window.count else { return nil }
    start = ByteOrder.little.number32(window, at: index)
    duration = ByteOrder.little.number16(window, at: index + 4)
    isFromCard = word & Self.fromCard != 0
    bytes = first..<first + length
    parity = first + length..<end
  }

  /// How many bytes of parity bits a frame has.
  static func parityLength(of length: Int) -> Int { max(1, (length + 7) / 8) }

  /// The longest frame.
  static let longest = 0x7FFF

  /// Appends a record's header.
  static func writeHeader(
    start: UInt32, duration: UInt16, isFromCard: Bool, length: Int, to output: inout ByteBuffer
  ) {
    output.append(start, .little)
    output.append(duration, .little)
    output.append(UInt16(truncatingIfNeeded: length) | (isFromCard ? fromCard : 0), .little)
  }
}
