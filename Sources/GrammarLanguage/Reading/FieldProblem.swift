/// Something that does not fit while a message is read: what, where, and at which node.
package struct FieldProblem: Equatable, Sendable {
  package var kind: Kind
  /// The node it is about, an index into `FieldTree.nodes`.
  package var node: Int
  /// In the bytes that were read: the first missing byte, or the byte that is wrong.
  package var offset: Int
  /// The node whose number claims the length or count, where one does.
  package var claim: Int?

  /// What does not fit.
  package enum Kind: Equatable, Sendable {
    /// No message has this code.
    case unknown
    /// The bytes end before the field does.
    case truncated(needed: Int, available: Int)
    /// Bytes are left behind the last field.
    case trailing(count: Int)
    /// The value is not among those that the grammar allows.
    case unexpected
    /// A length or a count of less than nothing.
    case negative
    /// An element has another length than its tag allows.
    case length(allowed: ClosedRange<UInt32>)
    case element(TLVFault.Kind)
    case command(CommandAPDU.Fault)
    /// An answer without SW1-SW2.
    case noStatus(present: Int)
    /// More nodes than are kept for one message; the rest is left out.
    case tooMany(limit: Int)
  }
}

extension FieldProblem.Kind {
  /// The word that examples use: `= error WORD path at OFFSET`.
  package var word: String {
    switch self {
    case .unknown: "unknown"
    case .truncated: "truncated"
    case .trailing: "trailing"
    case .unexpected: "unexpected"
    case .negative: "negative"
    case .length: "length"
    case .element(let kind): kind.word
    case .command(let fault): fault.word
    case .noStatus: "no-status"
    case .tooMany: "too-many"
    }
  }
}

extension TLVFault.Kind {
  /// The word that examples use.
  package var word: String {
    switch self {
    case .truncatedTag: "truncated-tag"
    case .tagTooLong: "tag-too-long"
    case .noLength: "no-length"
    case .badLength: "bad-length"
    case .tooLong: "too-long"
    case .tooDeep: "too-deep"
    }
  }
}

extension CommandAPDU.Fault {
  /// The word that examples use.
  package var word: String {
    switch self {
    case .headerTooShort: "header-too-short"
    case .invalidClass: "invalid-class"
    case .lc: "lc"
    case .lcZeroExtended: "lc-zero"
    }
  }
}
