package import Bytes

/// One thing that was read: a message, a field, an item of a list, an element.
///
/// Nodes are a flat list in the order of the bytes; a node is inside the nearest one before it that
/// is less deep.
package struct FieldNode: Equatable, Sendable {
  /// In the index space of all grammars (`Lexicon.label(_:)`).
  package var label: UInt16
  package var kind: Kind
  /// 0 for the message itself.
  package var depth: UInt8
  /// How many bytes of tag and length stand in front of an element's value.
  package var lead: UInt8 = 0
  package var flags: Flags = []
  /// Its index among the items of the list around it; `FieldNode.noItem` outside lists.
  package var item: UInt16 = FieldNode.noItem
  /// The bytes of its value, in the bytes that were read.
  package var place: Extent
  /// For a status word its row in the grammar, from 1, 0 where nobody knows it; for an element how
  /// many of the same tag stand before it in the same element.
  package var detail: UInt32 = 0
  /// A number's value, an element's tag, a letter's bits, a status word.
  package var number: UInt64 = 0

  package init(label: UInt16, kind: Kind, depth: Int, place: Extent) {
    self.label = label
    self.kind = kind
    self.depth = UInt8(clamping: depth)
    self.place = place
  }

  /// `item` of a node that is no item.
  @inlinable package static var noItem: UInt16 { .max }

  /// What kind of thing it is.
  package enum Kind: UInt8, Equatable, Sendable {
    /// The whole message.
    case message
    /// A struct's fields are inside.
    case group
    /// Items are inside.
    case list
    /// `number` is the value of 1 to 8 bytes.
    case number
    /// `number` is what one letter of a pattern collected.
    case bits
    case bytes
    /// An element: `number` is its tag, elements or fields may be inside.
    case element
    /// One entry of a DOL, a tag list or an AFL: `number` is the tag, or the entry's four bytes.
    case entry
    /// SW1-SW2; `number` is the status word.
    case status
  }

  /// What is odd about it.
  package struct Flags: OptionSet, Equatable, Sendable {
    package let rawValue: UInt8
    @inlinable package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// The grammar allows other values.
    @inlinable package static var unexpected: Self { Self(rawValue: 1) }
    /// The bytes ended before it did.
    @inlinable package static var incomplete: Self { Self(rawValue: 2) }
    /// Bytes that could not be read because the command or a state is not known.
    @inlinable package static var unknownShape: Self { Self(rawValue: 4) }
  }
}
