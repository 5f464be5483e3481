/// Pages of a Type 2 tag that were read before in the same visit, and which frame brought them first.
struct PageReads {
  private var visit = 0
  private var known: [Pages] = []

  /// What one READ brought.
  private struct Pages: Equatable {
    let first: UInt8
    let high: UInt64
    let low: UInt64
    let frame: Int
  }

  /// How many reads of a visit are remembered; a tag of 256 pages is read in 64.
  private static let limit = 64

  /// The frame that brought the same 16 bytes of the same pages before; otherwise this one is
  /// remembered.
  mutating func earlier(_ first: UInt8, _ bytes: Span<UInt8>, frame: Int, visit: Int) -> Int? {
    guard bytes.count == 16 else { return nil }
    if visit != self.visit {
      self.visit = visit
      known.removeAll(keepingCapacity: true)
    }
    var (high, low): (UInt64, UInt64) = (0, 0)
    for index in 0..<8 {
      high = high << 8 | UInt64(bytes[index])
      low = low << 8 | UInt64(bytes[index + 8])
    }
    for pages in known where pages.first == first && pages.high == high && pages.low == low {
      return pages.frame
    }
    if known.count < Self.limit {
      known.append(Pages(first: first, high: high, low: low, frame: frame))
    }
    return nil
  }
}
