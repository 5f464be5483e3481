/// Where a run of bytes lies in a larger store: 8 bytes, no reference.
@usableFromInline package struct Extent: Equatable, Hashable, Sendable {
  /// The offset of the first byte.
  @usableFromInline package var start: UInt32
  /// The number of bytes.
  @usableFromInline package var length: UInt32

  /// No bytes at all.
  @inlinable package static var none: Extent { Extent(start: 0, length: 0) }

  @inlinable package init(start: UInt32, length: UInt32) {
    self.start = start
    self.length = length
  }

  /// The same run as a range. Both numbers must fit 32 bits.
  @inlinable package init(_ range: Range<Int>) {
    start = UInt32(range.lowerBound)
    length = UInt32(range.count)
  }

  @inlinable package var range: Range<Int> { Int(start)..<Int(start) + Int(length) }
  @inlinable package var count: Int { Int(length) }
  @inlinable package var isEmpty: Bool { length == 0 }
}
