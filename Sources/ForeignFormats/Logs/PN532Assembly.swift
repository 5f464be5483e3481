import Bytes

/// Puts the frames of a PN532 together from the pieces in which a log shows them.
///
///     00 00 FF LEN LCS D5 … DCS 00     LEN + LCS is 0 modulo 256
///     00 00 FF FF FF LENM LENL LCS …   more than 255 bytes
///     00 00 FF 00 FF 00                ACK; 00 00 FF FF 00 00 is NACK
struct PN532Assembly: Equatable {
  private var pending: [UInt8] = []

  /// Whether a frame is begun and not complete.
  var isOpen: Bool { !pending.isEmpty }

  /// Takes a piece; gives the frames that are complete with it. What cannot become one is given as
  /// it is.
  mutating func take(_ piece: [UInt8]) -> [[UInt8]] {
    pending += piece
    var frames: [[UInt8]] = []
    while !pending.isEmpty {
      guard let start = Self.start(of: pending) else {
        // A start code may be cut between two pieces.
        if pending.count < 3, pending.allSatisfy({ $0 == 0 }) { break }
        frames.append(pending)
        pending = []
        break
      }
      pending.removeFirst(start)
      guard let length = Self.length(of: pending), pending.count >= length else {
        if pending.count > Self.longest {
          frames.append(pending)
          pending = []
        }
        break
      }
      frames.append(Array(pending[..<length]))
      pending.removeFirst(length)
    }
    return frames
  }

  /// Gives what was begun and will not be completed; nil if nothing was.
  mutating func abandon() -> [UInt8]? {
    guard isOpen else { return nil }
    defer { pending = [] }
    return pending
  }

  /// The longest frame, with every byte around its 265 of data.
  private static let longest = 65_535 + 16

  /// Where the preamble of the first start code lies: one zero of it is kept, if there is one.
  static func start(of bytes: [UInt8]) -> Int? {
    guard bytes.count >= 2 else { return nil }
    for index in 0..<bytes.count - 1 where bytes[index] == 0 && bytes[index + 1] == 0xFF {
      return index > 0 && bytes[index - 1] == 0 ? index - 1 : index
    }
    return nil
  }

  /// How long the frame is that begins with a preamble; nil where that is not there yet. One whose
  /// length is contradicted ends where its bytes do.
  static func length(of bytes: [UInt8]) -> Int? {
    guard let code = bytes.firstIndex(of: 0xFF) else { return nil }
    let at = code + 1
    guard bytes.count >= at + 2 else { return nil }
    let (length, check) = (bytes[at], bytes[at + 1])
    switch (length, check) {
    case (0x00, 0xFF), (0xFF, 0x00): return at + 3
    case (0xFF, 0xFF):
      guard bytes.count >= at + 5 else { return nil }
      return at + 5 + (Int(bytes[at + 2]) << 8 | Int(bytes[at + 3])) + 2
    default:
      guard length &+ check == 0 else { return bytes.count }
      return at + 2 + Int(length) + 2
    }
  }
}
