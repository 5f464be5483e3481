/// A place in a run of bytes that only moves forward.
///
/// A cursor cannot outlive the bytes it reads, so a decoder holds one without copying.
@usableFromInline package struct ByteCursor: ~Escapable {
  @usableFromInline package let bytes: Span<UInt8>

  /// The offset of the next byte, counted from the start of the bytes.
  @usableFromInline package private(set) var offset: Int

  @inlinable @_lifetime(copy bytes)
  package init(_ bytes: Span<UInt8>) {
    self.bytes = bytes
    self.offset = 0
  }

  /// The number of bytes left to read.
  @inlinable package var remaining: Int { bytes.count - offset }

  /// Whether every byte was read.
  @inlinable package var isAtEnd: Bool { offset == bytes.count }

  /// Reads the next byte.
  @inlinable @_lifetime(self: copy self)
  package mutating func readByte() throws(Truncated) -> UInt8 {
    try need(1)
    let byte = bytes[offset]
    offset += 1
    return byte
  }

  /// Reads an unsigned number of `width` (1 to 8) bytes, most significant first.
  @inlinable @_lifetime(self: copy self)
  package mutating func readNumber(_ width: Int) throws(Truncated) -> UInt64 {
    try need(width)
    var value: UInt64 = 0
    for index in offset..<offset + width { value = value << 8 | UInt64(bytes[index]) }
    offset += width
    return value
  }

  /// Reads an unsigned number of `width` (1 to 8) bytes, least significant first.
  @inlinable @_lifetime(self: copy self)
  package mutating func readLittleNumber(_ width: Int) throws(Truncated) -> UInt64 {
    try need(width)
    var value: UInt64 = 0
    var index = offset + width
    while index > offset {
      index -= 1
      value = value << 8 | UInt64(bytes[index])
    }
    offset += width
    return value
  }

  /// Reads the next `count` bytes without copying them.
  @inlinable @_lifetime(copy self)
  package mutating func read(_ count: Int) throws(Truncated) -> Span<UInt8> {
    try need(count)
    let start = offset
    offset += count
    return bytes.extracting(start..<start + count)
  }

  /// Moves over `count` bytes.
  @inlinable @_lifetime(self: copy self)
  package mutating func skip(_ count: Int) throws(Truncated) {
    try need(count)
    offset += count
  }

  /// The next byte, which stays unread, or nil at the end.
  @inlinable package var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  @inlinable package func need(_ count: Int) throws(Truncated) {
    guard count >= 0, count <= remaining else {
      throw Truncated(offset: offset, needed: count, available: remaining)
    }
  }
}
