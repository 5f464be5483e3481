/// The order in which a file's writer laid down the bytes of its numbers.
@usableFromInline package enum ByteOrder: Equatable, Sendable {
  /// Most significant byte first.
  case big
  /// Least significant byte first.
  case little
}

/// Numbers of a fixed place, each in one load: four byte reads cost four checks and three shifts.
/// The load checks that its bytes are there, and every pattern of bits is a number.
extension ByteOrder {
  /// The number in the two bytes at an offset. The caller has checked that they are there.
  @inlinable package func number16(_ bytes: Span<UInt8>, at offset: Int) -> UInt16 {
    let number = unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt16.self)
    return self == .little ? UInt16(littleEndian: number) : UInt16(bigEndian: number)
  }

  /// The number in the four bytes at an offset. The caller has checked that they are there.
  @inlinable package func number32(_ bytes: Span<UInt8>, at offset: Int) -> UInt32 {
    let number = unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self)
    return self == .little ? UInt32(littleEndian: number) : UInt32(bigEndian: number)
  }

  /// The number in the eight bytes at an offset. The caller has checked that they are there.
  @inlinable package func number64(_ bytes: Span<UInt8>, at offset: Int) -> UInt64 {
    let number = unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
    return self == .little ? UInt64(littleEndian: number) : UInt64(bigEndian: number)
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
