/// A PIN as ISO 9564 puts it into eight bytes, format 2: 2, the number of digits, the digits, F.
package enum PINBlock {
  /// How many digits a run of bytes has if it is such a block, nil otherwise.
  package static func digits(in bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
    guard range.count == 8, range.upperBound <= bytes.count, bytes[range.lowerBound] >> 4 == 2
    else { return nil }
    let count = Int(bytes[range.lowerBound] & 15)
    guard (4...12).contains(count) else { return nil }
    for place in 2..<16 {
      let nibble = CardNumber.nibble(bytes, range.lowerBound, place)
      guard place < 2 + count ? nibble < 10 : nibble == 15 else { return nil }
    }
    return count
  }
}
