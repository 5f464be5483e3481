import Bytes

/// Unsigned numbers in as few bytes as they need: seven bits a byte, least significant first, and
/// bit 7 set in every byte but the last.
enum Varint {
  static func append(_ number: UInt64, to buffer: inout ByteBuffer) {
    var rest = number
    while rest >= 0x80 {
      buffer.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    buffer.append(UInt8(rest))
  }

  static func append(
    _ number: some FixedWidthInteger & UnsignedInteger, to buffer: inout ByteBuffer
  ) {
    append(UInt64(number), to: &buffer)
  }

  /// Reads a number of at most 64 bits.
  static func read(_ cursor: inout ByteCursor) throws(ContentError) -> UInt64 {
    let start = cursor.offset
    var number: UInt64 = 0
    for place in 0..<10 {
      let byte: UInt8
      do { byte = try cursor.readByte() } catch { throw .truncated(error) }
      let bits = UInt64(byte & 0x7F)
      guard place < 9 || bits < 2 else { throw .numberTooLarge(offset: start) }
      number |= bits << UInt64(7 * place)
      if byte < 0x80 { return number }
    }
    throw .numberTooLarge(offset: start)
  }

  /// Reads a number that has to fit another type.
  static func read<Number: FixedWidthInteger>(
    _ type: Number.Type, _ cursor: inout ByteCursor
  ) throws(ContentError) -> Number {
    let start = cursor.offset
    guard let number = Number(exactly: try read(&cursor)) else {
      throw .numberTooLarge(offset: start)
    }
    return number
  }

  /// Small numbers of either sign as small unsigned ones: 0, -1, 1, -2, …
  static func folded(_ number: Int64) -> UInt64 { UInt64(bitPattern: number << 1 ^ number >> 63) }

  static func unfolded(_ number: UInt64) -> Int64 {
    Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
  }
}
