/// A command, a response, an answer or a struct: a run of fields with a name.
struct Message: Equatable, Sendable {
  /// Among the grammar's own labels.
  var label: UInt16
  /// Rows of `fields`.
  var fields: Rows
  /// Whether the fields begin at byte 0 (a head runs over the code) or behind the code.
  var startsAtZero: Bool
  /// How many of the fields are the head's.
  var headCount: UInt16 = 0
  /// For a frame that has only so many bits.
  var bits: UInt8 = 0
  /// The answers that a command describes, rows of `messages`, each of another number of bits.
  var answers: Rows = .none
  /// How many slots its fields take.
  var slotCount = 0
  /// Whether it can be read alone: a struct that names fields of the message around it cannot.
  var standsAlone = true
}

/// Which message a code leads to.
struct MessageKey: Equatable, Sendable {
  var isResponse: Bool
  var scope: Scope
  var bits: UInt8
  var low: UInt32
  var high: UInt32
  /// For patterns; all ones for values and ranges.
  var mask: UInt32
  var message: UInt16

  /// Whether a code is this one.
  func matches(_ code: UInt32) -> Bool {
    mask == .max ? low <= code && code <= high : code & mask == low
  }
}

/// Where in a message its code is.
package enum CodePlace: Equatable, Sendable {
  /// These bytes, most significant first; 1 to 4 of them.
  case bytes(Range<Int>)
  /// The INS of an APDU.
  case instruction
  /// The AID that SELECT carries.
  case application
  /// There is none: only structs, tags and labels.
  case none
}

/// What is selected: facts may hold under one application, class or system only.
package struct Scope: Equatable, Hashable, Sendable {
  let index: UInt16

  /// Nothing in particular is selected.
  package static let root = Scope(index: 0)
}

/// What a scope is under.
struct ScopeRow: Equatable, Sendable {
  let kind: Kind
  /// The next one to look into; the root's is itself.
  let parent: Scope

  /// Which thing has to be selected.
  enum Kind: Equatable, Sendable {
    case root
    /// Any of these AIDs, which are rows of `scopeAIDs`.
    case application(Rows)
    /// Any of these system codes, rows of `ranges`.
    case system(Rows)
  }
}
