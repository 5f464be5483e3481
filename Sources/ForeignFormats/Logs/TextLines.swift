import Bytes
import TraceFormat

/// The lines of a text, as they arrive. One line and one piece are in memory at a time.
struct TextLines: ~Copyable {
  private var window: InputWindow
  /// How much of the next line was searched for its end.
  private var searched = 0
  /// Whether the rest of a line is stepped over that was too long.
  private var isSkipping = false

  /// The longest line.
  static let longest = 1 << 20

  init(_ source: any ByteSource) { window = InputWindow(source) }

  /// The offset of the next line in the file.
  var position: Int64 { window.position }

  /// Reads more; false at the end of the input.
  mutating func refill() throws(TraceError) -> Bool { try window.refill() }

  /// The next line that has arrived whole, without its end and without colours; nil where there is
  /// none. `isTooLong` lines come empty.
  mutating func next() -> (line: [UInt8], isTooLong: Bool)? {
    let start = window.start
    var at = start + searched
    let end = window.bytes.count
    while at < end, window.bytes.span[at] != UInt8(ascii: "\n") { at += 1 }
    searched = at - start
    if at == end {
      guard searched > Self.longest else { return nil }
      window.advance(to: end)
      searched = 0
      let isFirst = !isSkipping
      isSkipping = true
      return isFirst ? ([], true) : nil
    }
    let line = isSkipping ? [] : Self.plain(window.copy(atMost: searched))
    isSkipping = false
    searched = 0
    window.advance(to: at + 1)
    return (line, false)
  }

  /// What stands behind the last end of a line, at the end of the input.
  mutating func last() -> [UInt8]? {
    guard window.count > 0, !isSkipping else { return nil }
    let line = Self.plain(window.copy(atMost: window.count))
    window.advance(to: window.bytes.count)
    searched = 0
    return line
  }

  /// A line without a terminal's colours (`ESC [ … m`) and without a carriage return at its end.
  static func plain(_ line: [UInt8]) -> [UInt8] {
    var line = line
    while line.last == UInt8(ascii: "\r") { line.removeLast() }
    guard line.contains(0x1B) else { return line }
    var plain: [UInt8] = []
    var index = 0
    while index < line.count {
      if line[index] == 0x1B, index + 1 < line.count, line[index + 1] == UInt8(ascii: "[") {
        index += 2
        while index < line.count, !(0x40...0x7E).contains(line[index]) { index += 1 }
        index += 1
      } else {
        plain.append(line[index])
        index += 1
      }
    }
    return plain
  }
}
