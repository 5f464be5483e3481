import Bytes
import TraceFormat

/// What the lines of one program's log say.
protocol LogLines {
  /// Takes a line, and adds the frames that it completes.
  mutating func read(
    _ line: [UInt8], at position: Int64, to feed: inout FrameFeed, _ batch: inout FrameBatch)

  /// The log is at its end: adds what waited for another line.
  mutating func finish(to feed: inout FrameFeed, _ batch: inout FrameBatch)

  /// Why lines that are all read are no log of this kind; nil where they are one.
  var failure: String? { get }
}

extension LogLines {
  mutating func finish(to feed: inout FrameFeed, _ batch: inout FrameBatch) {}
  var failure: String? { nil }
}

/// A log in which each frame is a line, or a few.
final class LogReader<Lines: LogLines>: FrameReader {
  var description: TraceDescription { feed.description }
  var damage: [TraceDamage] { feed.log.entries }

  private let name: String
  private var text: TextLines
  private var lines: Lines
  private var feed: FrameFeed
  private var isAtEnd = false

  init(_ source: any ByteSource, _ feed: FrameFeed, _ lines: Lines) {
    name = source.name
    text = TextLines(source)
    self.feed = feed
    self.lines = lines
  }

  func read(into batch: inout FrameBatch) throws(TraceError) -> Bool {
    batch.clear()
    feed.release(into: &batch)
    while !isAtEnd, !feed.isHolding, !batch.isFull {
      let position = text.position
      if let (line, isTooLong) = text.next() {
        if isTooLong {
          feed.note("a line is longer than 1 MiB; it is stepped over", at: position)
        } else {
          lines.read(line, at: position, to: &feed, &batch)
        }
        continue
      }
      if !batch.frames.isEmpty { return true }
      if try !text.refill() {
        isAtEnd = true
        if let line = text.last() { lines.read(line, at: position, to: &feed, &batch) }
        lines.finish(to: &feed, &batch)
        if let failure = lines.failure { throw TraceError("\(name): \(failure)") }
      }
    }
    return !batch.frames.isEmpty
  }
}
