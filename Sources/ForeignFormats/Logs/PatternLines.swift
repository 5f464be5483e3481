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
  /// The first line that is not empty.
  private var first: [UInt8]?
  private var hasMatched = false

  init(_ pattern: LinePattern, link: Link, isStripped: Bool) {
    self.pattern = pattern
    self.link = link
    flags = isStripped ? .crcStripped : []
  }

  mutating func read(
    _ line: [UInt8], at position: Int64, to feed: inout FrameFeed, _ batch: inout FrameBatch
  ) {
    if first == nil, !line[...].trimmed.isEmpty { first = Array(line.prefix(Self.shown + 1)) }
    guard let groups = pattern.match(line), let hex = groups[.hex] else { return }
    hasMatched = true
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

  /// A pattern that fits nothing is a mistake, and the first line shows which.
  var failure: String? {
    if hasMatched { return nil }
    guard let first else { return "--pattern matches no line: there is none" }
    let rest = first.count > Self.shown ? "…" : ""
    return "--pattern matches no line; the first is \"\(first.prefix(Self.shown).text)\(rest)\""
  }

  /// How much of a line is shown.
  private static let shown = 100

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
