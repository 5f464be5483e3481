import Bytes
import TraceFormat

/// The log of a ChameleonMini, as `chamlog.py` or its app for phones lists it.
///
///     12749 ms <+12749 ms>:CODEC RX SNI READER   (1   bytes) [26      ]
///     000009 -- LOG_INFO_CODEC_TX_DATA           [2   bytes] (+0      ms) [04 00] {}
///
/// What it received while it played a card came from a reader, and what it sent is the card's.
struct ChameleonLines: LogLines {
  private var time: Int64 = 0

  /// What a line shows.
  struct Line: Equatable {
    let direction: Direction
    let bytes: [UInt8]
    /// Milliseconds since the log began, and since the line before.
    let stamp: (total: Int64?, elapsed: Int64?)

    static func == (one: Line, other: Line) -> Bool {
      one.direction == other.direction && one.bytes == other.bytes
    }

    /// Reads a line; nil for what is none of a codec's.
    init?(_ line: [UInt8]) {
      let line = line[...]
      let names = ["CODEC RX", "CODEC TX", "CODEC_RX", "CODEC_TX"]
      guard let place = names.lazy.compactMap({ line.firstPlace(of: $0) }).first else { return nil }
      let rest = line[(place + 8)...]
      let isReceived = line[place + 6] == UInt8(ascii: "R")
      let isCards =
        rest.firstPlace(of: "SNI CARD") != nil || rest.firstPlace(of: "SNI_CARD") != nil
      direction = isReceived && !isCards ? .toCard : .fromCard
      // The bytes are in the last brackets; a `!` marks one whose parity is wrong.
      guard let close = rest.lastIndex(of: UInt8(ascii: "]")),
        let open = rest[..<close].lastIndex(of: UInt8(ascii: "[")),
        let bytes = HexRun.bytes(rest[(open + 1)..<close].trimmed)
      else { return nil }
      self.bytes = bytes
      stamp = (
        Self.milliseconds(line[..<place].trimmed), Self.milliseconds(after: "(+", in: rest)
      )
    }

    private static func milliseconds(_ text: ArraySlice<UInt8>) -> Int64? {
      let digits = text.prefix { (0x30...0x39).contains($0) }
      guard (1...12).contains(digits.count), text[digits.endIndex...].starts(with: " ms".utf8)
      else { return nil }
      return Int64(digits.text)
    }

    private static func milliseconds(after mark: String, in text: ArraySlice<UInt8>) -> Int64? {
      guard let place = text.firstPlace(of: mark) else { return nil }
      let digits = text[(place + mark.utf8.count)...].prefix { (0x30...0x39).contains($0) }
      return (1...12).contains(digits.count) ? Int64(digits.text) : nil
    }
  }

  mutating func read(
    _ line: [UInt8], at position: Int64, to feed: inout FrameFeed, _ batch: inout FrameBatch
  ) {
    guard let found = Line(line) else { return }
    if let total = found.stamp.total {
      time = total * 1_000_000
    } else if let elapsed = found.stamp.elapsed {
      let (sum, overflow) = time.addingReportingOverflow(elapsed * 1_000_000)
      time = overflow ? time : sum
    }
    let isShort = found.bytes.count == 1 && found.direction == .toCard
    var frame = Frame(number: 0, time: time, link: .iso14443, direction: found.direction)
    if isShort { frame.lastBits = 7 }
    feed.add(frame, found.bytes, to: &batch)
  }
}
