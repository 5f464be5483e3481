/// What one INS is called and what its parameters say.
struct InstructionRow: Equatable, Sendable {
  var ins: UInt8
  var scope: Scope
  /// Which classes it holds for.
  var classes: ClassPattern
  /// Among the grammar's own labels.
  var label: UInt16
  var p1: UInt16
  var p2: UInt16
  /// P1 and P2 as one number, where the instruction names them so.
  var both: UInt16?
  var data: Content?
  var reply: Content?
}

/// Bits of CLA that have to match.
struct ClassPattern: Equatable, Sendable {
  var mask: UInt8 = 0
  var bits: UInt8 = 0

  /// Whether a class byte is one of them.
  func matches(_ cla: UInt8) -> Bool { cla & mask == bits }
}

/// What one status word, or a pattern of them, says.
struct StatusRow: Equatable, Sendable {
  var scope: Scope
  /// SW1, or nil where the pattern leaves a bit of it open.
  var first: UInt8?
  var classes: ClassPattern
  /// The only instruction it holds for.
  var ins: UInt8?
  var mask: UInt16
  var bits: UInt16
  /// The last word of a range that begins at `bits`; the mask then fixes SW1 alone.
  var last: UInt16?
  var severity: Severity
  var meaning: Phrase
  /// Words for narrow columns; empty where the long ones serve.
  var short: Phrase
  var letters: Rows
  var citation: Phrase

  /// The order in which rows of one SW1 are tried, more particular ones first: those of a class, then
  /// those to an instruction, then values, ranges, patterns.
  var particularity: Int {
    classes.mask.nonzeroBitCount * 100 + (ins == nil ? 0 : 50) + mask.nonzeroBitCount
      + (last == nil ? 0 : 1)
  }

  /// Whether a status word is one of its own.
  func matches(_ word: UInt16) -> Bool {
    if let last { return bits <= word && word <= last }
    return word & mask == bits
  }

  /// What rows are sorted and found by: the scope, then SW1, open ones last.
  var key: UInt32 { Self.key(scope, first) }

  /// The key of a scope and an SW1.
  static func key(_ scope: Scope, _ first: UInt8?) -> UInt32 {
    UInt32(scope.index) << 9 | (first.map(UInt32.init) ?? 256)
  }
}
