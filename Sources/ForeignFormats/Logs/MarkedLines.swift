import Bytes
import TraceFormat

/// A log, or pasted lines, that say which way each run of bytes went.
///
/// A status word in a line of its own belongs to the answer before it, and what a line announces
/// (`Outgoing APDU (13 bytes):`) stands in the lines behind it. Of a command that was wrapped for a
/// secure channel, the log of GPShell names both forms: the one that was sent counts.
struct MarkedLines: LogLines {
  private let link: Link
  private let letters: LetterMarks
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
    /// What ends the bytes.
    var trailer: [UInt8] = []
    /// Whether the next line may say that something else was sent.
    var isPlain = false

    /// How many bytes are still to come.
    var missing: Int? {
      guard let announced else { return nil }
      return announced == 0 ? Int.max : announced - bytes.count
    }
  }

  init(link: Link, isStripped: Bool, letters: LetterMarks) {
    self.link = link
    self.letters = letters
    flags = isStripped ? .crcStripped : []
  }

  mutating func read(
    _ line: [UInt8], at position: Int64, to feed: inout FrameFeed, _ batch: inout FrameBatch
  ) {
    if goesOn(with: line) { return }
    guard let found = MarkedLine(line, letters: letters) else { return }
    let start = line[...].trimmed
    if start.starts(with: "Unwrapped ".utf8) { return }
    if start.starts(with: "Wrapped ".utf8), open?.isPlain == true { open = nil }
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
    open = Open(
      frame: frame, bytes: found.bytes, announced: found.announced, trailer: found.trailer)
    open?.isPlain = line[...].trimmed.starts(with: "Command -->".utf8)
    // Nothing can be added to a command whose bytes stand beside it.
    if direction != .fromCard, found.announced == nil, open?.isPlain != true {
      close(&feed, &batch)
    }
  }

  /// Takes a line of bytes alone into a frame that announced them.
  private mutating func goesOn(with line: [UInt8]) -> Bool {
    guard var open, let missing = open.missing, missing > 0 else { return false }
    let bytes = HexDump.bytes(line, after: open.bytes.count).prefix(missing)
    if bytes.isEmpty {
      // What was announced without a number ends where something else is said.
      if open.announced == 0, !open.bytes.isEmpty, !line[...].trimmed.isEmpty {
        self.open?.announced = open.bytes.count
      }
      return false
    }
    guard open.bytes.count + bytes.count <= Self.longest else { return false }
    // Held once, so that appending copies nothing.
    self.open = nil
    open.bytes += bytes
    self.open = open
    return true
  }

  /// The longest frame that is put together from several lines.
  private static let longest = 1 << 17

  private mutating func close(_ feed: inout FrameFeed, _ batch: inout FrameBatch) {
    if let open, !open.bytes.isEmpty || !open.trailer.isEmpty {
      feed.add(open.frame, open.bytes + open.trailer, to: &batch)
    }
    open = nil
  }
}
