package import Analysis
import Bytes
package import TraceFormat

/// Writes down what comparing one pair of captures finds, or several pairs.
package protocol ComparisonReport: ~Copyable, ComparisonSink {
  /// Hands over what was written since the last time.
  mutating func flush(_ write: (Span<UInt8>) throws(TraceError) -> Void) throws(TraceError)
  /// Whether anything was masked.
  var hasMasked: Bool { get }
  /// The pair of this name follows, one of several.
  mutating func begin(_ name: String)
  /// A capture is on one side only; `where` is the folder that has it.
  mutating func single(_ name: String, onlyIn folder: String, isOld: Bool)
  /// The pair of this name could not be compared.
  mutating func fail(_ name: String, _ reason: String)
  /// All pairs were told.
  mutating func finish()
}

extension ByteBuffer {
  /// Hands over what is in it, and forgets it.
  mutating func flush(_ write: (Span<UInt8>) throws(TraceError) -> Void) throws(TraceError) {
    guard count > 0 else { return }
    try write(span)
    clear()
  }

  /// Appends what is in another: a span of it would keep the owner of both from being changed.
  mutating func append(all other: borrowing ByteBuffer) { append(other.span) }
}
