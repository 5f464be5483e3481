/// A command of a trace and what the card answered.
package struct RecordedExchange: Equatable, Sendable {
  package var command: [UInt8]
  /// Where in the command stand bytes that may be anything: what the grammars say `varies`.
  package var varying: [Range<Int>] = []
  /// Nil where the card was silent.
  package var answer: [UInt8]?

  package init(command: [UInt8], varying: [Range<Int>] = [], answer: [UInt8]?) {
    self.command = command
    self.varying = varying
    self.answer = answer
  }

  /// Whether a command is this one, whatever stands in what varies.
  func matches(_ other: [UInt8]) -> Bool {
    guard other.count == command.count else { return false }
    if varying.isEmpty { return other == command }
    var at = 0
    for range in varying {
      guard range.lowerBound >= at, range.upperBound <= command.count else { return false }
      guard other[at..<range.lowerBound] == command[at..<range.lowerBound] else { return false }
      at = range.upperBound
    }
    return other[at...] == command[at...]
  }
}
