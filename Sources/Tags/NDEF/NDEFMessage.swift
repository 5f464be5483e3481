/// An NDEF message: its records, and what is wrong with how they were written down.
package struct NDEFMessage: Equatable, Sendable {
  package var records: [NDEFRecord]
  /// Breaches of the rules for messages and records, in the order of the bytes. What is wrong inside
  /// a payload is the content's to say.
  package var problems: [NDEFProblem] = []
  /// How many bytes it has, from the first record to the end of the last.
  package var length = 0
  /// How many records were read and not kept.
  package var leftOut = 0

  package init(_ records: [NDEFRecord] = []) {
    self.records = records
  }

  /// The most records that are kept of one message.
  package static let recordLimit = 1_024
  /// The most problems that are kept of one message.
  package static let problemLimit = 256
}
