package import Bytes
package import Decoding

/// Something in which two steps differ.
package struct FieldDifference: Equatable, Sendable {
  /// The field, as `--ignore` names it.
  package let path: String
  package let subject: Subject
  /// Whether it may differ and does not count.
  package var varies = false
  /// A nonce that is the same although it must not be.
  package var isRepeatedNonce = false

  /// What differs.
  package enum Subject: Equatable, Sendable {
    /// Fields of a half, by their places among its nodes; nil on the side that has none.
    case field(Side, old: Int?, new: Int?)
    /// Bytes of a half that no field tells apart.
    case bytes(Side, old: Range<Int>, new: Range<Int>)
    /// How the exchange ended.
    case outcome(old: Exchange.Outcome, new: Exchange.Outcome)
    /// One command of several that were joined, counted from 0; nil where a side has fewer.
    case part(Int, old: Extent?, new: Extent?)
    /// The status of one answer of several that were joined.
    case partAnswer(Int, old: Extent?, new: Extent?)
    /// How often something of the transport happened.
    case transport(TransportKind, old: Int, new: Int)
    /// Nanoseconds from the first frame to the last.
    case latency(old: Int64, new: Int64)
  }

  init(_ path: String, _ subject: Subject) {
    self.path = path
    self.subject = subject
  }
}
