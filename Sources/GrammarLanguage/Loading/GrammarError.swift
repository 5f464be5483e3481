/// A grammar that cannot be loaded: where and why.
package struct GrammarError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file's name as its giver called it.
  package let file: String
  /// Counted from 1.
  package let line: Int
  /// Counted from 1, in bytes.
  package let column: Int
  package let message: String

  /// `file:line:column: message`, as compilers print it.
  package var description: String { "\(file):\(line):\(column): \(message)" }
}
