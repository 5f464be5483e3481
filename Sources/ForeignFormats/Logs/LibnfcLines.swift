import Bytes
import TraceFormat

/// The debug log of libnfc: `LIBNFC_LOG_LEVEL=3`, or 3072 for what passes the bus alone.
///
///     debug   libnfc.bus.uart     TX: 00 00 ff 02 fe d4 02 2a 00
///     debug   libnfc.bus.uart     RX: 00 00 ff 00 ff 00
///
/// A reply on a serial line comes in pieces. The frames are those of the PN532, with everything
/// around them; what passes an ACR122 is CCID.
struct LibnfcLines: LogLines {
  private var clock = LineClock()
  private var answer = PN532Assembly()

  /// What a line shows: the bus or driver, the direction, and the bytes.
  struct Line: Equatable {
    let category: String
    let direction: Direction
    let bytes: [UInt8]

    /// Reads a line; nil for what shows no bytes.
    init?(_ line: [UInt8]) {
      guard let place = line[...].firstPlace(of: "libnfc.") else { return nil }
      let rest = line[place...]
      let name = rest.prefix { $0 != 0x20 && $0 != 0x09 }
      let text = rest[name.endIndex...].trimmed
      switch text.prefix(3).text {
      case "TX:": direction = .toCard
      case "RX:": direction = .fromCard
      default: return nil
      }
      guard let bytes = HexRun.bytes(text.dropFirst(3)) else { return nil }
      category = name.text
      self.bytes = bytes
    }
  }

  mutating func read(
    _ line: [UInt8], at position: Int64, to feed: inout FrameFeed, _ batch: inout FrameBatch
  ) {
    guard let found = Line(line) else { return }
    clock.take(line[...])
    feed.begin(isDated: clock.isDated)
    if let bytes = Self.message(found) {
      add(bytes, .ccid, found.direction, &feed, &batch)
      return
    }
    if found.direction == .toCard {
      close(&feed, &batch)
      var command = PN532Assembly()
      // Wake-ups and a bus's own bytes stand before the start code, or alone.
      guard PN532Assembly.start(of: found.bytes) != nil else { return }
      for frame in command.take(found.bytes) { add(frame, .pn532, .toCard, &feed, &batch) }
      if let rest = command.abandon() { add(rest, .pn532, .toCard, &feed, &batch) }
      return
    }
    // What SPI says of its readiness is a byte alone.
    if !answer.isOpen, found.bytes.count == 1 { return }
    for frame in answer.take(found.bytes) { add(frame, .pn532, .fromCard, &feed, &batch) }
  }

  mutating func finish(to feed: inout FrameFeed, _ batch: inout FrameBatch) {
    close(&feed, &batch)
  }

  /// Ends an answer that was not completed.
  private mutating func close(_ feed: inout FrameFeed, _ batch: inout FrameBatch) {
    if let rest = answer.abandon() { add(rest, .pn532, .fromCard, &feed, &batch) }
  }

  /// The CCID message that an ACR122's driver shows; on a serial line it stands between 02h and a
  /// check byte and 03h.
  private static func message(_ line: Line) -> [UInt8]? {
    guard line.category.contains("acr122") else { return nil }
    let bytes = line.bytes
    if bytes.count >= 13, bytes.first == 0x02, bytes.last == 0x03 {
      return Array(bytes[1..<bytes.count - 2])
    }
    return bytes.count >= 10 ? bytes : nil
  }

  private func add(
    _ bytes: [UInt8], _ link: Link, _ direction: Direction, _ feed: inout FrameFeed,
    _ batch: inout FrameBatch
  ) {
    var frame = Frame(number: 0, time: clock.time, link: link, direction: direction)
    // A line is written when all of it has passed.
    if direction == .fromCard { frame.flags = .stampedAtEnd }
    feed.add(frame, bytes, to: &batch)
  }
}
