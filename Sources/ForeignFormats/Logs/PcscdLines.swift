import Bytes
import TraceFormat

/// What `pcscd --apdu` prints: microseconds since the line before, and the bytes.
///
///     00000012 APDU: 00 A4 04 00 07 D2 76 00 00 85 01 01 00
///     00043450 SW: 90 00
///
/// A driver that logs what passes USB shows the same commands as CCID messages. Whichever comes first
/// is read, and the other is not: each command would be there twice.
///
///     00000029 [139889894521656] -> 000000 62 00 00 00 00 00 0C 01 00 00
struct PcscdLines: LogLines {
  private var time: Int64 = 0
  /// What commands are read as, once one was met.
  private var link: Link?

  /// What a line shows.
  enum Line: Equatable {
    case command([UInt8])
    case answer([UInt8])
    case answerToReset([UInt8])
    /// What passed USB.
    case message([UInt8], Direction)
    /// Nothing but that time has passed.
    case other

    /// Reads a line without the number that it begins with.
    init(_ text: ArraySlice<UInt8>) {
      var text = text.trimmed
      // Newer versions name the thread.
      if text.first == UInt8(ascii: "["), let end = text.firstIndex(of: UInt8(ascii: "]")) {
        text = text[(end + 1)...].trimmed
      }
      if let bytes = Self.bytes("APDU:", text) {
        self = .command(bytes)
      } else if let bytes = Self.bytes("SW:", text) {
        self = .answer(bytes)
      } else if let place = text.firstPlace(of: "Card ATR:"),
        let bytes = HexRun.bytes(text[(place + 9)...])
      {
        self = .answerToReset(bytes)
      } else if let bytes = Self.message("->", text) {
        self = .message(bytes, .toCard)
      } else if let bytes = Self.message("<-", text) {
        self = .message(bytes, .fromCard)
      } else {
        self = .other
      }
    }

    /// The link of what it shows.
    var link: Link? {
      switch self {
      case .command, .answer: .apdu
      case .answerToReset: .atr
      case .message: .ccid
      case .other: nil
      }
    }

    /// The bytes behind an arrow and the reader's number, six digits.
    private static func message(_ arrow: String, _ text: ArraySlice<UInt8>) -> [UInt8]? {
      guard text.starts(with: arrow.utf8) else { return nil }
      let text = text.dropFirst(arrow.utf8.count).trimmed
      let number = text.prefix { Hex.value($0) != nil }
      guard number.count == 6 else { return nil }
      return HexRun.bytes(text[number.endIndex...])
    }

    private static func bytes(_ word: String, _ text: ArraySlice<UInt8>) -> [UInt8]? {
      guard text.starts(with: word.utf8) else { return nil }
      return HexRun.bytes(text.dropFirst(word.utf8.count))
    }
  }

  /// The microseconds that a line begins with, and the rest; nil where it does not.
  static func stamp(_ line: [UInt8]) -> (microseconds: Int64, rest: ArraySlice<UInt8>)? {
    let digits = line.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard (8...12).contains(digits.count), line.count > digits.count,
      line[digits.count] == 0x20, let number = Int64(digits.text)
    else { return nil }
    return (number, line[digits.count...])
  }

  mutating func read(
    _ line: [UInt8], at position: Int64, to feed: inout FrameFeed, _ batch: inout FrameBatch
  ) {
    guard let (microseconds, rest) = Self.stamp(line) else { return }
    let (sum, overflow) = time.addingReportingOverflow(microseconds * 1000)
    time = overflow ? time : sum
    switch Line(rest) {
    case .command(let bytes): add(bytes, .apdu, .toCard, &feed, &batch)
    case .answer(let bytes): add(bytes, .apdu, .fromCard, &feed, &batch)
    case .message(let bytes, let direction): add(bytes, .ccid, direction, &feed, &batch)
    case .answerToReset(let bytes):
      if link != .ccid { add(bytes, .atr, .fromCard, &feed, &batch) }
    case .other: break
    }
  }

  private mutating func add(
    _ bytes: [UInt8], _ link: Link, _ direction: Direction, _ feed: inout FrameFeed,
    _ batch: inout FrameBatch
  ) {
    if link != .atr, self.link == nil { self.link = link }
    guard link == .atr || link == self.link else { return }
    var frame = Frame(number: 0, time: time, link: link, direction: direction)
    if direction == .fromCard { frame.flags = .stampedAtEnd }
    feed.add(frame, bytes, to: &batch)
  }
}
