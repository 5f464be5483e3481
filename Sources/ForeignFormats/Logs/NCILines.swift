import Bytes
import TraceFormat

/// The log of an Android phone, or of the NCI library for Linux: what passes between the host and
/// its NFC controller.
///
///     05-12 10:20:30.123  1234  5678 D NxpNciX : len =   4 > 20000101
///     05-12 10:20:30.125  1234  5680 D NxpNciR : len =   6 > 400003001001
///
/// Also what Android's decoder of its NFC snoop log lists, whose numbers are microseconds since the line
/// before:
///
///     8112, false, 20000101
///     7109, true, 400003001001
///
/// To the card means to the controller.
struct NCILines: LogLines {
  private var clock = LineClock()
  private var snooped: Int64 = 0

  /// A packet that a line shows.
  struct Line: Equatable {
    let direction: Direction
    let bytes: [UInt8]
    /// Microseconds since the line before, in a list of the snoop log.
    var elapsed: Int64?

    /// Reads a line; nil for another.
    init?(_ line: [UInt8]) {
      let line = line[...]
      if let found = Self.snooped(line) {
        self = found
        return
      }
      let place: Int
      if let found = Self.place(of: ["NciX", "NCIX", "nciX"], in: line) {
        (place, direction) = (found, .toCard)
      } else if let found = Self.place(of: ["NciR", "NCIR", "nciR"], in: line) {
        (place, direction) = (found, .fromCard)
      } else if line.firstPlace(of: "NxpTml") != nil || line.firstPlace(of: "NfcNci") != nil {
        guard let found = Self.marked(line) else { return nil }
        self = found
        return
      } else {
        return nil
      }
      // Behind the name comes a process, a length, and at last the packet.
      let rest = line[place...]
      let start = rest.lastIndex { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: ":") }
      guard let start, let bytes = HexRun.bytes(rest[(start + 1)...]), bytes.count >= 3 else {
        return nil
      }
      self.bytes = bytes
    }

    private static func snooped(_ line: ArraySlice<UInt8>) -> Line? {
      let digits = line.prefix { (0x30...0x39).contains($0) }
      guard (1...12).contains(digits.count) else { return nil }
      let rest = line[digits.endIndex...]
      let words: [(String, Direction)] = [(", false, ", .toCard), (", true, ", .fromCard)]
      for (word, direction) in words where rest.starts(with: word.utf8) {
        guard let bytes = HexRun.bytes(rest.dropFirst(word.utf8.count).trimmed), bytes.count >= 3
        else { return nil }
        var line = Line(direction, bytes)
        line.elapsed = Int64(digits.text)
        return line
      }
      return nil
    }

    private init(_ direction: Direction, _ bytes: [UInt8]) {
      self.direction = direction
      self.bytes = bytes
    }

    /// A line that says in words which way its packet went.
    private static func marked(_ line: ArraySlice<UInt8>) -> Line? {
      guard let found = MarkedLine(Array(line)), let direction = found.direction,
        found.bytes.count >= 3, Int(found.bytes[2]) == found.bytes.count - 3
      else { return nil }
      return Line(direction, found.bytes)
    }

    private static func place(of names: [String], in line: ArraySlice<UInt8>) -> Int? {
      for name in names {
        if let place = line.firstPlace(of: name) { return place + name.utf8.count }
      }
      return nil
    }
  }

  mutating func read(
    _ line: [UInt8], at position: Int64, to feed: inout FrameFeed, _ batch: inout FrameBatch
  ) {
    guard let found = Line(line) else { return }
    if let elapsed = found.elapsed {
      let (sum, overflow) = snooped.addingReportingOverflow(elapsed * 1000)
      snooped = overflow ? snooped : sum
    } else {
      clock.take(line[...])
    }
    feed.begin(isDated: clock.isDated)
    let time = found.elapsed == nil ? clock.time : snooped
    let frame = Frame(number: 0, time: time, link: .nci, direction: found.direction)
    feed.add(frame, found.bytes, to: &batch)
  }
}
