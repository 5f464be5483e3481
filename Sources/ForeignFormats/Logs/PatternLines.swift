import Bytes
import TraceFormat

/// A log whose lines an expression of the user's takes apart.
///
/// `hex` is the bytes, `dir` an arrow or a word that says which way they went, `time` a time in one of
/// the shapes that logs have, or a number: seconds, or by its size milliseconds or less since 1970.
struct PatternLines: LogLines {
  private let pattern: LinePattern
  private let link: Link
  private let flags: FrameFlags
  private var clock = LineClock()
  private var time: Int64 = 0

  init(_ pattern: LinePattern, link: Link, isStripped: Bool) {
    self.pattern = pattern
    self.link = link
    flags = isStripped ? .crcStripped : []
  }

  mutating func read(
    _ line: [UInt8], at position: Int64, to feed: inout FrameFeed, _ batch: inout FrameBatch
  ) {
    guard let groups = pattern.match(line), let hex = groups[.hex] else { return }
    guard let bytes = HexRun.bytes(line[hex]) else {
      feed.note("the pattern finds \"\(line[hex].prefix(20).text)\", which is no hex", at: position)
      return
    }
    if let place = groups[.time] { take(line[place], &feed) }
    let direction = groups[.dir].flatMap { MarkedLine.direction(of: line[$0]) } ?? .unknown
    var frame = Frame(number: 0, time: time, link: link, direction: direction)
    frame.flags = flags
    feed.add(frame, bytes, to: &batch)
  }

  private mutating func take(_ text: ArraySlice<UInt8>, _ feed: inout FrameFeed) {
    let text = text.trimmed
    if clock.take(text) > text.startIndex {
      time = clock.time
      feed.begin(isDated: clock.isDated)
      return
    }
    guard let number = Int64(text.text), number >= 0 else { return }
    // 10^10 s after 1970 is the year 2286: larger numbers count something finer.
    let unit: Int64
    switch number {
    case ..<10_000_000_000: unit = 1_000_000_000
    case ..<10_000_000_000_000: unit = 1_000_000
    case ..<10_000_000_000_000_000: unit = 1000
    default: unit = 1
    }
    let (product, overflow) = number.multipliedReportingOverflow(by: unit)
    if overflow { return }
    time = product
    feed.begin(isDated: product >= TraceDescription.firstWallClock)
  }
}
