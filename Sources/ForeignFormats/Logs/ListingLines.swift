import Bytes
import TraceFormat

/// What a Proxmark3 client lists with `trace list`:
///
///           0 |       1056 | Rdr |26(7)                        |     | REQA
///        2228 |       4596 | Tag |04! 00                       |  !! |
///             |            |     |8A BC                        |     |
///
/// Marks for parity (`!`), bits (`(7)`) and the CRC (`[ ]`) are taken off the bytes. A frame goes on
/// in rows without a source.
struct ListingLines: LogLines {
  private var unit = Unit.ticks
  private var isRelative = false
  private var link: Link
  private var open: Open?
  private var end: Int64 = 0

  /// What times are in.
  private enum Unit { case ticks, microseconds }

  private struct Open {
    var frame: Frame
    var bytes: [UInt8]
  }

  /// A row of the listing.
  struct Row: Equatable {
    let start: ArraySlice<UInt8>
    let end: ArraySlice<UInt8>
    /// Nil where the row goes on with the frame before.
    let direction: Direction?
    var bytes: [UInt8] = []
    var lastBits: UInt8 = 0
    var isParityBad = false

    /// Reads a row; nil for what is none.
    init?(_ line: [UInt8]) {
      let columns = line.split(
        separator: UInt8(ascii: "|"), maxSplits: 5, omittingEmptySubsequences: false)
      guard columns.count >= 4 else { return nil }
      // The client puts `[=]` and the like before lines.
      var first = columns[0].trimmed
      if first.first == UInt8(ascii: "["), first.count >= 3 { first = first.dropFirst(3).trimmed }
      start = first
      end = columns[1].trimmed
      switch columns[2].trimmed.text {
      case "Rdr": direction = .toCard
      case "Tag": direction = .fromCard
      case "" where start.isEmpty && end.isEmpty: direction = nil
      default: return nil
      }
      guard direction == nil || Self.isNumber(start) && Self.isNumber(end) else { return nil }
      guard read(columns[3]) else { return nil }
    }

    private static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
      !text.isEmpty
        && text.allSatisfy {
          ($0 >= 0x30 && $0 <= 0x39) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
        }
    }

    private mutating func read(_ column: ArraySlice<UInt8>) -> Bool {
      var at = column.startIndex
      while at < column.endIndex {
        switch column[at] {
        case UInt8(ascii: "!"): isParityBad = true
        case UInt8(ascii: "("):
          guard at + 2 < column.endIndex, column[at + 2] == UInt8(ascii: ")"),
            let bits = Hex.value(column[at + 1]), bits < 8
          else { return false }
          lastBits = bits
          at += 2
        case 0x20, 0x09, UInt8(ascii: "["), UInt8(ascii: "]"): break
        default:
          guard let high = Hex.value(column[at]), at + 1 < column.endIndex,
            let low = Hex.value(column[at + 1])
          else { return false }
          bytes.append(high << 4 | low)
          at += 1
        }
        at += 1
      }
      return true
    }
  }

  init(link: Link) { self.link = link }

  /// What a listing's text says that its frames are; nil where it does not.
  static func link(in head: ArraySlice<UInt8>) -> Link? {
    if head.firstPlace(of: "ISO15693") != nil || head.firstPlace(of: "iCLASS -") != nil {
      return .nfcV
    }
    if head.firstPlace(of: "FeliCa -") != nil || head.firstPlace(of: "ISO18092") != nil {
      return .nfcF
    }
    return nil
  }

  mutating func read(
    _ line: [UInt8], at position: Int64, to feed: inout FrameFeed, _ batch: inout FrameBatch
  ) {
    guard let row = Row(line) else { return readWords(line) }
    guard let direction = row.direction else {
      if open != nil, !row.bytes.isEmpty, (open?.bytes.count ?? 0) < 1 << 16 {
        open?.bytes += row.bytes
        if row.isParityBad { open?.frame.flags.insert(.parityBad) }
      }
      return
    }
    close(&feed, &batch)
    guard let first = time(row.start), let second = time(row.end) else { return }
    let start = isRelative ? end + first : first
    let duration = isRelative ? second : second - first
    feed.begin(isDated: false)
    var frame = Frame(number: 0, time: start, link: link, direction: direction)
    if duration > 0 { frame.duration = duration }
    end = start + max(0, duration)
    frame.lastBits = row.lastBits
    if row.isParityBad { frame.flags = .parityBad }
    open = Open(frame: frame, bytes: row.bytes)
  }

  mutating func finish(to feed: inout FrameFeed, _ batch: inout FrameBatch) {
    close(&feed, &batch)
  }

  /// Learns from the lines around the table what its times are.
  private mutating func readWords(_ line: [UInt8]) {
    if line[...].firstPlace(of: "Duration") != nil, line[...].firstPlace(of: "Gap") != nil {
      isRelative = true
    }
    if line[...].firstPlace(of: "microseconds") != nil { unit = .microseconds }
  }

  private func time(_ text: ArraySlice<UInt8>) -> Int64? {
    switch unit {
    case .ticks:
      guard let ticks = Int64(text.text), abs(ticks) < 1 << 40 else { return nil }
      return CarrierTicks.nanoseconds(ticks)
    case .microseconds:
      guard let nanoseconds = DecimalSeconds.nanoseconds(Array(text).span),
        abs(nanoseconds) < 1 << 60
      else { return nil }
      return nanoseconds / 1_000_000
    }
  }

  private mutating func close(_ feed: inout FrameFeed, _ batch: inout FrameBatch) {
    guard var open else { return }
    self.open = nil
    if open.bytes.starts(with: ProxmarkTechnology.felicaSync), open.bytes.count > 2 {
      open.bytes.removeFirst(ProxmarkTechnology.felicaSync.count)
      open.frame.link = .nfcF
    }
    feed.add(open.frame, open.bytes, to: &batch)
  }
}
