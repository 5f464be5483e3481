import Bytes
import TraceFormat

/// Lines of hex and nothing else, of which every second is the answer to the one before.
///
///     00A4040007D276000085010100
///     9000
///
/// Nothing in them says so, so all of them have to fit: commands whose lengths are right and answers
/// with a status word, or frames with right CRCs.
struct BareLines: LogLines {
  private let link: Link
  private var clock = LineClock()
  private var wasCommand = false

  init(link: Link) { self.link = link }

  mutating func read(
    _ line: [UInt8], at position: Int64, to feed: inout FrameFeed, _ batch: inout FrameBatch
  ) {
    if Self.timeEnd(of: line) > 0 { clock.take(line[...]) }
    guard let bytes = Self.bytes(line) else {
      // Behind a reset, whatever was said before it, a command is next.
      if Self.isReset(line) { wasCommand = false }
      if !Self.isNothing(line) { feed.note("a line that is no bytes in hex", at: position) }
      return
    }
    feed.begin(isDated: clock.isDated)
    wasCommand = link == .iso14443 && Self.isReaders(bytes) ? true : !wasCommand
    let direction: Direction = wasCommand ? .toCard : .fromCard
    feed.add(
      Frame(number: 0, time: clock.time, link: link, direction: direction), bytes, to: &batch)
  }

  /// What lines are; nil where they are anything else. The last may be cut.
  static func link(of lines: [[UInt8]]) -> Link? {
    var frames: [[UInt8]] = []
    for line in lines where !isNothing(line) {
      guard let bytes = bytes(line) else { return nil }
      frames.append(bytes)
    }
    guard frames.count >= 2 else { return nil }
    if areExchanges(frames) { return .apdu }
    var checks = (right: 0, felica: 0)
    for frame in frames {
      switch FrameCheck(of: frame.span, on: .iso14443) {
      case .crcA, .crcB: checks.right += 1
      case .crcF: checks.felica += 1
      case .none: if frame.count > 5 || frame.count == 5 && !isPart(frame) { return nil }
      }
    }
    if checks.felica == frames.count { return .nfcF }
    return checks.right >= 1 && checks.felica == 0 ? .iso14443 : nil
  }

  /// The bytes of a line that holds nothing else, a time before them apart: `2018-06-21 01:29:25,6A 82`.
  private static func bytes(_ line: [UInt8]) -> [UInt8]? {
    HexRun.bytes(line[timeEnd(of: line)...].trimmed)
  }

  private static func timeEnd(of line: [UInt8]) -> Int {
    var clock = LineClock()
    let end = clock.take(line[...])
    return end < line.count
      && [UInt8(ascii: ","), UInt8(ascii: ";"), 0x20, 0x09].contains(line[end])
      ? end : 0
  }

  /// Whether a line is empty or a comment.
  private static func isNothing(_ line: [UInt8]) -> Bool {
    if isReset(line) { return true }
    let line = line[...].trimmed
    return line.isEmpty || line.first == UInt8(ascii: "#") || line.starts(with: "//".utf8)
  }

  /// Who writes times says in words where a card was reset.
  private static func isReset(_ line: [UInt8]) -> Bool {
    line[...].trimmed.suffix(5).elementsEqual("Reset".utf8)
  }

  private static func areExchanges(_ frames: [[UInt8]]) -> Bool {
    for (index, frame) in frames.enumerated() {
      if index.isMultiple(of: 2) {
        guard LinkGuess.isCommand(frame.span) else { return false }
      } else {
        guard frame.count >= 2, [6, 9].contains(frame[frame.count - 2] >> 4) else { return false }
      }
    }
    return true
  }

  /// A part of a UID and its check byte.
  private static func isPart(_ frame: [UInt8]) -> Bool {
    frame[0] ^ frame[1] ^ frame[2] ^ frame[3] == frame[4]
  }

  /// What only a reader says: REQA, WUPA, anticollision, SELECT, HLTA, RATS, REQB.
  private static func isReaders(_ frame: [UInt8]) -> Bool {
    switch (frame.first, frame.count) {
    case (0x26, 1), (0x52, 1), (0x93, 2), (0x95, 2), (0x97, 2), (0x93, 9), (0x95, 9), (0x97, 9):
      true
    case (0x50, 4): frame[1] == 0
    case (0xE0, 4): true
    case (0x05, 5): true
    default: false
    }
  }
}
