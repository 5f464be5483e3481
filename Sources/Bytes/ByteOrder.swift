/// The order in which a file's writer laid down the bytes of its numbers.
package enum ByteOrder: Equatable, Sendable {
  /// Most significant byte first.
  case big
  /// Least significant byte first.
  case little
}

extension ByteOrder {
  /// The number in the two bytes at an offset. The caller has checked that they are there.
  @inlinable package func number16(_ bytes: Span<UInt8>, at offset: Int) -> UInt16 {
    let number = UInt16(bytes[offset]) | UInt16(bytes[offset + 1]) << 8
    return self == .little ? number : number.byteSwapped
  }

  /// The number in the four bytes at an offset. The caller has checked that they are there.
  @inlinable package func number32(_ bytes: Span<UInt8>, at offset: Int) -> UInt32 {
    let number =
      UInt32(bytes[offset]) | UInt32(bytes[offset + 1]) << 8
      | UInt32(bytes[offset + 2]) << 16 | UInt32(bytes[offset + 3]) << 24
    return self == .little ? number : number.byteSwapped
  }

  /// The number in the eight bytes at an offset. The caller has checked that they are there.
  @inlinable package func number64(_ bytes: Span<UInt8>, at offset: Int) -> UInt64 {
    let first = UInt64(number32(bytes, at: offset))
    let second = UInt64(number32(bytes, at: offset + 4))
    return self == .little ? second << 32 | first : first << 32 | second
  }
}

extension ByteBuffer {
  /// Appends a number in its full width.
  @inlinable package mutating func append(
    _ number: some FixedWidthInteger & UnsignedInteger, _ order: ByteOrder
  ) {
    let width = number.bitWidth
    room(width / 8)
    for shift in stride(from: 0, to: width, by: 8) {
      let places = order == .little ? shift : width - 8 - shift
      append(UInt8(truncatingIfNeeded: number >> places))
    }
  }
}
