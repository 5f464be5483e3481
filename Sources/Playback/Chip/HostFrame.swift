/// What passes between a PN532 and its host (NXP PN532 User Manual, 6.2.1).
package enum HostFrame: Equatable {
  /// A frame with data, from TFI on.
  case data([UInt8])
  case acknowledge, negativeAcknowledge

  /// The bytes of an answer: TFI D5h, then these. Long ones go into extended frames.
  package static func answer(_ bytes: [UInt8]) -> [UInt8] {
    let count = bytes.count
    var frame: [UInt8] = [0x00, 0x00, 0xFF]
    if count <= 0xFF {
      frame += [UInt8(count), 0 &- UInt8(count)]
    } else {
      let high = UInt8(count >> 8 & 0xFF)
      let low = UInt8(count & 0xFF)
      frame += [0xFF, 0xFF, high, low, 0 &- high &- low]
    }
    frame += bytes
    frame += [0 &- bytes.reduce(0, &+), 0x00]
    return frame
  }

  /// The six bytes of an acknowledge.
  package static let acknowledgeBytes: [UInt8] = [0x00, 0x00, 0xFF, 0x00, 0xFF, 0x00]
  /// The chip does not know the command, or its parameters.
  package static let errorBytes: [UInt8] = [0x00, 0x00, 0xFF, 0x01, 0xFF, 0x7F, 0x81, 0x00]
}

/// Finds frames in what a host sends, whatever stands between them: preambles of any length, the
/// bytes that wake the chip, frames that are damaged.
package struct HostFrameFinder {
  private var bytes: [UInt8] = []
  private var start = 0

  /// Nothing has come yet.
  package init() {}

  /// Takes what arrived.
  package mutating func append(_ more: [UInt8]) {
    if start > 0 {
      bytes.removeFirst(start)
      start = 0
    }
    bytes += more
  }

  /// The next frame, or nil until more arrives.
  package mutating func next() -> HostFrame? {
    while let code = startCode() {
      let head = code + 2
      guard bytes.count - head >= 2 else { return nil }
      let length = bytes[head]
      let check = bytes[head + 1]
      switch (length, check) {
      case (0x00, 0xFF):
        start = head + 2
        return .acknowledge
      case (0xFF, 0x00):
        start = head + 2
        return .negativeAcknowledge
      case (0xFF, 0xFF):
        guard bytes.count - head >= 5 else { return nil }
        let count = Int(bytes[head + 2]) << 8 | Int(bytes[head + 3])
        guard bytes[head + 2] &+ bytes[head + 3] &+ bytes[head + 4] == 0 else { break }
        guard let found = take(count, at: head + 5) else { return nil }
        if let data = found.data { return .data(data) }
        continue
      default:
        guard length &+ check == 0 else { break }
        guard let found = take(Int(length), at: head + 2) else { return nil }
        if let data = found.data { return .data(data) }
        continue
      }
      start = code + 1
    }
    return nil
  }

  /// Where the next start code 00 FF stands; what lies before it is forgotten.
  private mutating func startCode() -> Int? {
    var at = start
    while at + 1 < bytes.count {
      if bytes[at] == 0x00, bytes[at + 1] == 0xFF {
        start = at
        return at
      }
      at += 1
    }
    start = max(start, bytes.count - 1)
    return nil
  }

  /// What a frame brought: nothing where it is damaged.
  private struct Found {
    let data: [UInt8]?
  }

  /// Moves over a frame; nil where it has not all come.
  private mutating func take(_ count: Int, at place: Int) -> Found? {
    guard count > 0, count <= Self.longest else {
      start = place
      return Found(data: nil)
    }
    guard bytes.count - place > count else { return nil }
    let data = Array(bytes[place..<place + count])
    let isRight = data.reduce(bytes[place + count], &+) == 0
    start = isRight ? place + count + 1 : place
    return Found(data: isRight ? data : nil)
  }

  /// The longest frame that the chip takes, TFI and command code included.
  private static let longest = 265
}
