/// One element of a tag-length-value run, as the walker met it: 24 bytes, so that it travels in
/// registers.
@usableFromInline package struct TLVElement: Equatable, Sendable {
  /// The tag's bytes as one number: `9F37h`.
  @usableFromInline package let tag: UInt32
  /// The element directly around it, 0 at the top.
  @usableFromInline package let parent: UInt32
  /// Where the tag begins, where the value begins, and where it ends.
  @usableFromInline let start: UInt32
  @usableFromInline let valueStart: UInt32
  @usableFromInline let end: UInt32
  @usableFromInline let level: UInt8
  /// Whether its tag says that elements are inside (BER only).
  @usableFromInline package let isConstructed: Bool

  @inlinable init(
    tag: UInt32, parent: UInt32, start: Int, value: Range<Int>, depth: Int, isConstructed: Bool
  ) {
    self.tag = tag
    self.parent = parent
    self.start = UInt32(truncatingIfNeeded: start)
    valueStart = UInt32(truncatingIfNeeded: value.lowerBound)
    end = UInt32(truncatingIfNeeded: value.upperBound)
    level = UInt8(truncatingIfNeeded: depth)
    self.isConstructed = isConstructed
  }

  /// Tag and length.
  @inlinable package var header: Range<Int> { Int(start)..<Int(valueStart) }
  @inlinable package var value: Range<Int> { Int(valueStart)..<Int(end) }
  /// How many elements it lies in.
  @inlinable package var depth: Int { Int(level) }

  /// Tag, length and value.
  @inlinable package var range: Range<Int> { Int(start)..<Int(end) }
}

/// Why a run of elements cannot be read on, and where.
package struct TLVFault: Error, Equatable, Sendable {
  package let kind: Kind
  /// The first missing byte, or the byte that is wrong: for `tooLong` the length field.
  package let offset: Int
  /// The element's tag as far as it was read, and where it begins.
  package let tag: UInt32
  package let start: Int
  /// How many elements it lies in.
  package let depth: Int
  /// The element around it (tag 0 at the top), the bytes of its value.
  package let parent: UInt32
  package let parentValue: Range<Int>

  /// What is wrong.
  package enum Kind: Error, Equatable, Sendable {
    /// The run ends inside a tag.
    case truncatedTag
    /// A tag of more than four bytes.
    case tagTooLong
    /// The run ends where the length has to be, or inside it.
    case noLength
    /// A length byte that is not allowed: 80 (indefinite) or 85 and above.
    case badLength(UInt8)
    /// The length claims more bytes than are left in the element around it.
    case tooLong(claimed: Int, present: Int)
    /// More elements in each other than the walker follows.
    case tooDeep(limit: Int)
  }
}
