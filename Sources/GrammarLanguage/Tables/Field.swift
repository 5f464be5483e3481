/// How one field is read. Messages are runs of these in one flat array; a struct's fields stand
/// right behind the field that uses it.
struct Field: Equatable, Sendable {
  /// Among the grammar's own labels. The letters of the pattern have the labels behind it.
  var label: UInt16
  var kind: Kind
  /// How many times it stands there; nil for once, without an index.
  var count: Count?
  /// How many of the fields behind this one are inside it.
  var bodyCount: UInt16 = 0
  var conditions: Rows = .none
  /// Ranges of which one must hold the value; none for any value.
  var allowed: Rows = .none
  /// The letters of its pattern, rows of `fieldLetters`.
  var letters: Rows = .none
  /// Pattern places that are 0 or 1.
  var constantMask: UInt64 = 0
  var constantBits: UInt64 = 0
  /// Where its number is kept for later fields.
  var slot: UInt8?
  /// The slots of the fields inside it, one bit each: forgotten when an item begins.
  var innerSlots: UInt16 = 0

  /// What bytes it takes.
  enum Kind: Equatable, Sendable {
    /// 1 to 8 bytes as one number.
    case number(width: UInt8, isLittle: Bool)
    case bytes(Count)
    /// Bytes that are a struct of their own: the body reads these and no more.
    case bounded(Count)
    /// Bytes that are elements; nil for the grammar's own BER dictionary.
    case elements(Count, dictionary: UInt16?)
    /// A struct: its fields follow.
    case group
  }
}

/// A letter of a field's pattern.
struct FieldLetter: Equatable, Sendable {
  let letter: Letter
  /// Where its number is kept for later fields.
  var slot: UInt8?
}

/// How many bytes or items.
enum Count: Equatable, Sendable {
  case fixed(UInt32)
  case number(Reference, plus: Int8)
  /// What is left; as a number of items: until nothing is left.
  case rest
  /// How many whole runs of that many bytes are left.
  case restDivided(UInt32)
}

/// A number that was read earlier, or that somebody else knows.
enum Reference: Equatable, Sendable {
  /// In the same message.
  case slot(UInt8)
  /// In the command that this message answers.
  case command(UInt8)
  /// Supplied by the layer.
  case state(UInt8)
}

/// When a field is there.
struct Condition: Equatable, Sendable {
  let reference: Reference
  let isNegated: Bool
  /// Rows of `ranges`.
  let ranges: Rows
}
