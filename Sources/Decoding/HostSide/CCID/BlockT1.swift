import Bytes
import TraceFormat

/// A block of T=1 (ISO/IEC 7816-3), which readers carry that leave the protocol to the host.
///
///     NAD | PCB | LEN | INF | LRC      the exclusive or of all bytes is 0
struct BlockT1 {
  var kind: Kind
  /// INF.
  var content: Range<Int>

  /// What a block is for.
  enum Kind: Equatable {
    case information(isLast: Bool)
    case other
  }

  /// Reads a block; nil where length and check do not both fit, as those of an APDU do not.
  init?(_ bytes: Span<UInt8>) {
    guard bytes.count >= 4, bytes.count == 4 + Int(bytes[2]), bytes[0] & 0x88 == 0 else {
      return nil
    }
    var sum: UInt8 = 0
    for index in bytes.indices { sum ^= bytes[index] }
    guard sum == 0 else { return nil }
    content = 3..<bytes.count - 1
    kind = bytes[1] & 0x80 == 0 ? .information(isLast: bytes[1] & 0x20 == 0) : .other
  }
}

/// What came in several blocks of T=1, of either side.
struct BlocksT1: ~Copyable {
  private var sent: [UInt8] = []
  private var received: [UInt8] = []

  func isEmpty(_ direction: Direction) -> Bool {
    direction == .toCard ? sent.isEmpty : received.isEmpty
  }

  /// Keeps a block's INF, as long as there is room.
  mutating func keep(_ content: Span<UInt8>, _ direction: Direction) {
    let count = direction == .toCard ? sent.count : received.count
    guard count + content.count <= CCIDState.limit else { return }
    if direction == .toCard { sent.append(content) } else { received.append(content) }
  }

  /// Gives what was kept, and forgets it.
  mutating func take(_ direction: Direction) -> [UInt8] {
    var taken: [UInt8] = []
    if direction == .toCard { swap(&taken, &sent) } else { swap(&taken, &received) }
    return taken
  }
}
