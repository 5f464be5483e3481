/// One tag of a dictionary.
struct TagRow: Equatable, Sendable {
  /// Which dictionary: 0 is the grammar's own BER one, the others are `tlv` statements.
  var dictionary: UInt16
  var tag: UInt32
  /// The template that it has to stand in directly, nil for any.
  var parent: UInt32?
  var scope: Scope
  /// Among the grammar's own labels.
  var label: UInt16
  /// How many bytes the value has to have.
  var lengths: ClosedRange<UInt32>
  var content: Content.Kind
  /// As its label's: lists are read into their entries.
  var format: ValueFormat = .hex

  /// What rows are sorted and found by.
  var key: UInt64 { UInt64(dictionary) << 32 | UInt64(tag) }
}

/// A dictionary of tags: how its elements are written, and its name.
struct TagDictionary: Equatable, Sendable {
  let name: Phrase
  let shape: TLVShape
}
