/// The tag that bytes would begin with if they were BER-TLV.
package struct TLVLead: Equatable, Sendable {
  /// The tag as the number it prints (`6F`, `9F36`), as far as it is there; 0 for no bytes.
  package var tag: UInt32 = 0
  /// How many bytes it has.
  package var count = 0
  /// Whether its last byte is there.
  package var isWhole = false

  /// Reads at most four bytes of tag at `offset`, none at or behind `end`.
  package init(_ bytes: Span<UInt8>, at offset: Int, end: Int) {
    var at = offset
    while at < end, at - offset < 4 {
      tag = tag << 8 | UInt32(bytes[at])
      at += 1
      isWhole = at - offset == 1 ? bytes[at - 1] & 0x1F != 0x1F : bytes[at - 1] & 0x80 == 0
      if isWhole { break }
    }
    count = at - offset
  }

  /// Whether the tag says that its value is made of elements.
  package var isConstructed: Bool {
    count > 0 && tag >> UInt32(8 * (count - 1)) & 0x20 != 0
  }
}
