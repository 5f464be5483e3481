/// One element of a tag-length-value run, as the walker met it.
package struct TLVElement: Equatable, Sendable {
  /// The tag's bytes as one number: `9F37h`.
  package let tag: UInt32
  /// Tag and length.
  package let header: Range<Int>
  package let value: Range<Int>
  /// How many elements it lies in.
  package let depth: Int
  /// The element directly around it, 0 at the top.
  package let parent: UInt32
  /// Whether its tag says that elements are inside (BER only).
  package let isConstructed: Bool

  /// Tag, length and value.
  package var range: Range<Int> { header.lowerBound..<value.upperBound }
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
  package enum Kind: Equatable, Sendable {
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
