import Bytes
import TraceFormat

/// One record of a pcap file on its way out.
enum PcapRecord {
  /// Appends a record as its file had it. `head` is the record's header and what came before the
  /// frame's bytes; the last of these are the rest of the packet. False, with nothing appended, if
  /// the two do not fit together.
  static func writeAgain(
    _ bytes: Span<UInt8>, behind head: Span<UInt8>, _ order: ByteOrder,
    to output: inout ByteBuffer
  ) -> Bool {
    guard head.count >= PcapRecords.headerSize else { return false }
    let kept = Int(order.number32(head, at: 8))
    let count = kept - (head.count - PcapRecords.headerSize)
    guard count >= 0, count <= bytes.count else { return false }
    output.append(head)
    output.append(bytes.extracting(last: count))
    return true
  }

  /// A time in a file's units, and whether it is exactly that.
  static func time(
    _ nanoseconds: Int64, _ header: PcapHeader
  ) -> (time: (seconds: UInt32, fraction: UInt32), isExact: Bool) {
    let unit: Int64 = header.isNanoseconds ? 1 : 1000
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    guard nanoseconds >= 0, let seconds = UInt32(exactly: seconds) else {
      return (nanoseconds < 0 ? (0, 0) : (.max, header.unitsPerSecond - 1), false)
    }
    return ((seconds, UInt32(rest / unit)), rest % unit == 0)
  }
}
