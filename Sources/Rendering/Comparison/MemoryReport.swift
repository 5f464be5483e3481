package import Analysis
package import TraceFormat

/// Writes down what comparing tags' memories finds, of one pair or several.
package protocol MemoryReport: ~Copyable {
  /// What differs between two sides' memories, and what it amounts to.
  mutating func write(_ differences: [MemoryDifference], _ name: String, old: String, new: String)
  /// A capture is on one side only.
  mutating func single(_ name: String, onlyIn folder: String, isOld: Bool)
  /// The pair of this name could not be compared.
  mutating func fail(_ name: String, _ reason: String)
  /// All pairs were told.
  mutating func finish()
  /// Hands over what was written since the last time.
  mutating func flush(_ write: (Span<UInt8>) throws(TraceError) -> Void) throws(TraceError)
  /// Whether anything was masked.
  var hasMasked: Bool { get }
}
