import Bytes

/// Numbers that are near each other in time: differences, in the largest decimal unit that fits
/// all, byte by byte: first the low byte of every number, then the next of every number.
///
/// Captures in microseconds become small numbers this way, and the compressor meets the bytes
/// that hardly change apart from those that are noise.
struct DeltaColumn: Equatable {
  /// The unit as a power of ten: 3 where all numbers are whole microseconds.
  let exponent: UInt8
  /// Whether numbers below zero occur; then all are folded.
  let isFolded: Bool
  /// How many numbers there are.
  let count: Int
  /// How many bytes each takes.
  let width: Int

  static let units: [Int64] = [
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
  ]

  /// Appends numbers as a column.
  static func append(_ numbers: Span<Int64>, to buffer: inout ByteBuffer) {
    var exponent = units.count - 1
    var isFolded = false
    for index in numbers.indices {
      let number = numbers[index]
      while exponent > 0 && number % units[exponent] != 0 { exponent -= 1 }
      if number < 0 { isFolded = true }
    }
    let unit = units[exponent]
    var scaled: [UInt64] = []
    scaled.reserveCapacity(numbers.count)
    var seen: UInt64 = 0
    for index in numbers.indices {
      let number = exponent == 0 ? numbers[index] : numbers[index] / unit
      let value = isFolded ? Varint.folded(number) : UInt64(number)
      seen |= value
      scaled.append(value)
    }
    buffer.append(UInt8(exponent) | (isFolded ? 0x80 : 0))
    appendPlanes(scaled.span, width: bytes(seen), to: &buffer)
  }

  /// Appends the low `width` bytes of numbers: the lowest of every number first.
  static func appendPlanes(_ numbers: Span<UInt64>, width: Int, to buffer: inout ByteBuffer) {
    for plane in 0..<width {
      let shift = UInt64(8 * plane)
      for index in numbers.indices {
        buffer.append(UInt8(truncatingIfNeeded: numbers[index] >> shift))
      }
    }
  }

  /// How many bytes a number needs; 0 for 0.
  static func bytes(_ number: UInt64) -> Int { (71 - number.leadingZeroBitCount) / 8 }
}

extension DeltaColumn {
  /// Reads how a column holds its `count` numbers, and checks that it has them all.
  init(_ column: Span<UInt8>, count: Int, name: String) throws(ContentError) {
    guard column.count > 0 else { throw .columnLength(name, is: 0, needed: 1 + count) }
    let head = column[0]
    guard head & 0x7F < Self.units.count else { throw .unknownTimeUnit(head) }
    exponent = head & 0x7F
    isFolded = head & 0x80 != 0
    self.count = count
    width = count == 0 ? 0 : (column.count - 1) / count
    guard width <= 8, column.count - 1 == width * count else {
      throw .columnLength(name, is: column.count, needed: 1 + min(8, width + 1) * count)
    }
  }

  /// One of the numbers. What does not fit 64 bits wraps: the times of a forged block are
  /// whatever they are.
  @inline(__always)
  func number(_ index: Int, in column: Span<UInt8>) -> Int64 {
    var value: UInt64 = 0
    var at = 1 + index
    var shift: UInt64 = 0
    for _ in 0..<width {
      value |= UInt64(column[at]) << shift
      at += count
      shift += 8
    }
    let number = isFolded ? Varint.unfolded(value) : Int64(bitPattern: value)
    return number &* Self.units[Int(exponent)]
  }
}
