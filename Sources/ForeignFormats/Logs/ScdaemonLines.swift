import Bytes
import TraceFormat

/// What GnuPG's smart card daemon logs with `debug cardio`.
///
///     DBG:   PCSC_data: 00 CA 00 4F 00
///     DBG:  response: sw=9000  datalen=4
///     DBG:      dump: D2 76 00 01
///
/// The status word comes before the data that it ends.
struct ScdaemonLines: LogLines {
  private var clock = LineClock()
  private var open: (frame: Frame, status: [UInt8], missing: Int, data: [UInt8])?

  /// What a line shows.
  enum Line: Equatable {
    case command([UInt8])
    case answer(status: [UInt8], count: Int)
    case data([UInt8])

    /// Reads a line; nil for another.
    init?(_ line: [UInt8]) {
      let line = line[...]
      guard let start = line.firstPlace(of: "DBG:") else { return nil }
      let text = line[(start + 4)...].trimmed
      if let rest = Self.rest(of: text, behind: "PCSC_data:"), let bytes = HexRun.bytes(rest) {
        self = .command(bytes)
      } else if let rest = Self.rest(of: text, behind: "response: sw="),
        let status = HexRun.bytes(rest.prefix(4)), status.count == 2
      {
        let place = rest.firstPlace(of: "datalen=").map { $0 + 8 } ?? rest.endIndex
        let digits = rest[place...].prefix { (0x30...0x39).contains($0) }
        self = .answer(status: status, count: digits.count <= 6 ? Int(digits.text) ?? 0 : 0)
      } else if let rest = Self.rest(of: text, behind: "dump:"), let bytes = HexRun.bytes(rest) {
        self = .data(bytes)
      } else {
        return nil
      }
    }

    private static func rest(of text: ArraySlice<UInt8>, behind word: String) -> ArraySlice<UInt8>?
    {
      text.starts(with: word.utf8) ? text.dropFirst(word.utf8.count).trimmed : nil
    }
  }

  mutating func read(
    _ line: [UInt8], at position: Int64, to feed: inout FrameFeed, _ batch: inout FrameBatch
  ) {
    guard let found = Line(line) else { return }
    switch found {
    case .data(let bytes):
      guard let answer = open else { return }
      open?.data += bytes.prefix(max(0, answer.missing - answer.data.count))
      if answer.data.count + bytes.count >= answer.missing { finish(to: &feed, &batch) }
    case .command(let bytes):
      finish(to: &feed, &batch)
      feed.add(frame(line, .toCard, &feed), bytes, to: &batch)
    case .answer(let status, let count):
      finish(to: &feed, &batch)
      open = (frame(line, .fromCard, &feed), status, count, [])
      if count == 0 { finish(to: &feed, &batch) }
    }
  }

  mutating func finish(to feed: inout FrameFeed, _ batch: inout FrameBatch) {
    guard let answer = open else { return }
    open = nil
    feed.add(answer.frame, answer.data + answer.status, to: &batch)
  }

  private mutating func frame(
    _ line: [UInt8], _ direction: Direction, _ feed: inout FrameFeed
  ) -> Frame {
    clock.take(line[...])
    feed.begin(isDated: clock.isDated)
    return Frame(number: 0, time: clock.time, link: .apdu, direction: direction)
  }
}
