/// Eight places, b8 first, as the ISO tables print them.
///
/// `0` and `1` must match, `-` may be either: `"000---1-"` is the PCB of every I-block.
@usableFromInline package struct BitPattern: Equatable, Sendable, ExpressibleByStringLiteral {
  @usableFromInline package let mask: UInt8
  @usableFromInline package let bits: UInt8

  /// Reads the places; anything but eight of `0`, `1` and `-` is our own mistake.
  @inlinable package init(stringLiteral places: StaticString) {
    precondition(places.utf8CodeUnitCount == 8, "a bit pattern has eight places")
    var mask: UInt8 = 0
    var bits: UInt8 = 0
    for place in places.description.utf8 {
      mask = mask << 1 | (place == UInt8(ascii: "-") ? 0 : 1)
      bits = bits << 1 | (place == UInt8(ascii: "1") ? 1 : 0)
    }
    self.mask = mask
    self.bits = bits
  }

  /// Whether a byte has the pattern's bits in the places that must match.
  @inlinable package static func ~= (pattern: Self, byte: UInt8) -> Bool {
    byte & pattern.mask == pattern.bits
  }
}
