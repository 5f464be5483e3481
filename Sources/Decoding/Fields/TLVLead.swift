/// The tag that bytes would begin with if they were BER-TLV.
package struct TLVLead: Equatable, Sendable {
  /// The tag as the number it prints (`6F`, `9F36`), as far as it is there; 0 for no bytes.
  package var tag: UInt32 = 0
  /// How many bytes it has.
  package var count = 0
  /// Whether its last byte is there.
  package var isWhole = false
  /// Whether the tag says that its value is made of elements.
  package var isConstructed = false

  /// Reads at most four bytes of tag at `offset`, none at or behind `end`.
  package init(_ bytes: Span<UInt8>, at offset: Int, end: Int) {
    guard offset < end else { return }
    let first = bytes[offset]
    tag = UInt32(first)
    count = 1
    isConstructed = first & 0x20 != 0
    isWhole = first & 0x1F != 0x1F
    while !isWhole, count < 4, offset + count < end {
      let byte = bytes[offset + count]
      tag = tag << 8 | UInt32(byte)
      count += 1
      isWhole = byte & 0x80 == 0
    }
  }
}
