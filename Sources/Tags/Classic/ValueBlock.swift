/// A block of MIFARE Classic that holds a number for INCREMENT and DECREMENT.
///
///     value (4) | complement (4) | value (4) | address | complement | address | complement
package struct ValueBlock: Equatable, Sendable {
  package let block: Int
  package let value: Int32
  /// What the block says of where it belongs, which the card leaves to the reader.
  package let address: UInt8
  /// The first number that is not what the others make it; nil where all agree.
  package let fault: Fault?

  /// Which of its bytes, and what they should be, least significant byte first.
  package struct Fault: Equatable, Sendable {
    package let range: Range<Int>
    package let found: UInt32
    package let expected: UInt32
  }

  /// Reads a block; nil for one that is no value block, nor one that was damaged. So much of it must
  /// agree that nothing else can be meant: the number three times, or its address four times beside
  /// two of the three.
  package init?(_ bytes: [UInt8], block: Int) {
    guard bytes.count == 16 else { return nil }
    let first = Self.number(bytes[0..<4])
    let complement = Self.number(bytes[4..<8])
    let again = Self.number(bytes[8..<12])
    let isAddressed =
      bytes[12] == bytes[14] && bytes[13] == bytes[15] && bytes[12] == ~bytes[13]
    self.block = block
    address = bytes[12]
    switch (complement == ~first, again == first, again == ~complement) {
    case (true, true, _):
      value = Int32(bitPattern: first)
      fault =
        isAddressed
        ? nil
        : Fault(
          range: 12..<16, found: Self.number(bytes[12..<16]),
          expected: Self.number([bytes[12], ~bytes[12], bytes[12], ~bytes[12]]))
    case (false, true, _) where isAddressed:
      value = Int32(bitPattern: first)
      fault = Fault(range: 4..<8, found: complement, expected: ~first)
    case (true, false, _) where isAddressed:
      value = Int32(bitPattern: first)
      fault = Fault(range: 8..<12, found: again, expected: first)
    case (_, _, true) where isAddressed:
      value = Int32(bitPattern: again)
      fault = Fault(range: 0..<4, found: first, expected: again)
    default: return nil
    }
  }

  private static func number(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var number: UInt32 = 0
    for (place, byte) in bytes.enumerated() { number |= UInt32(byte) << UInt32(8 * place) }
    return number
  }
}
