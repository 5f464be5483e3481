import Bytes
import TraceFormat

/// A log, or pasted lines, that say which way each run of bytes went.
///
/// A status word in a line of its own belongs to the answer before it, and what a line announces
/// (`Outgoing APDU (13 bytes):`) stands in the lines behind it.
struct MarkedLines: LogLines {
  private let link: Link
  private let flags: FrameFlags
  private var clock = LineClock()
  /// The frame that the next lines may add to.
  private var open: Open?

  /// A frame that may not be complete.
  private struct Open {
    var frame: Frame
    var bytes: [UInt8] = []
    /// How many bytes are announced; 0 where that is not said; nil where the bytes stood beside.
    var announced: Int?

    /// How many bytes are still to come.
    var missing: Int? {
      guard let announced else { return nil }
      return announced == 0 ? Int.max : announced - bytes.count
    }
  }

  init(link: Link, isStripped: Bool) {
    self.link = link
    flags = isStripped ? .crcStripped : []
  }

  mutating func read(
    _ line: [UInt8], at position: Int64, to feed: inout FrameFeed, _ batch: inout FrameBatch
  ) {
    if goesOn(with: line) { return }
    guard let found = MarkedLine(line) else { return }
    if found.isStatus {
      // An answer's own line has no status word then.
      if open?.frame.direction == .fromCard, open?.announced == nil, found.bytes.count == 2 {
        open?.bytes += found.bytes
      } else if found.bytes.count == 2 {
        begin(line, .fromCard, found, &feed, &batch)
      } else {
        return
      }
      close(&feed, &batch)
      return
    }
    begin(line, found.direction ?? .unknown, found, &feed, &batch)
  }

  mutating func finish(to feed: inout FrameFeed, _ batch: inout FrameBatch) {
    close(&feed, &batch)
  }

  private mutating func begin(
    _ line: [UInt8], _ direction: Direction, _ found: MarkedLine, _ feed: inout FrameFeed,
    _ batch: inout FrameBatch
  ) {
    close(&feed, &batch)
    clock.take(line[...])
    feed.begin(isDated: clock.isDated)
    var frame = Frame(number: 0, time: clock.time, link: link, direction: direction)
    frame.flags = flags
    open = Open(frame: frame, bytes: found.bytes, announced: found.announced)
    // Nothing can be added to a command whose bytes stand beside it.
    if direction != .fromCard, found.announced == nil { close(&feed, &batch) }
  }

  /// Takes a line of bytes alone into a frame that announced them.
  private mutating func goesOn(with line: [UInt8]) -> Bool {
    guard let missing = open?.missing, missing > 0 else { return false }
    let bytes = HexRun.prefix(line[...]).bytes.prefix(missing)
    guard !bytes.isEmpty, (open?.bytes.count ?? 0) + bytes.count <= Self.longest else {
      return false
    }
    open?.bytes += bytes
    return true
  }

  /// The longest frame that is put together from several lines.
  private static let longest = 1 << 17

  private mutating func close(_ feed: inout FrameFeed, _ batch: inout FrameBatch) {
    if let open, !open.bytes.isEmpty { feed.add(open.frame, open.bytes, to: &batch) }
    open = nil
  }
}
