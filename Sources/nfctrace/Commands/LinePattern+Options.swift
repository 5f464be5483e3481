import ForeignFormats

extension LinePattern {
  /// The option that says how to read a log that nobody has heard of.
  static let option = Option(
    .pattern, takes: .text("REGEX"),
    "read a log whose lines this matches, with the groups (?<hex>), (?<dir>) and (?<time>)")

  /// The pattern that is asked for; nil where none is.
  static func asked(_ arguments: Arguments) throws(Failure) -> LinePattern? {
    guard let text = arguments.value(.pattern) else { return nil }
    do throws(Fault) {
      return try LinePattern(text)
    } catch {
      throw .usage(
        "--pattern: \(error.words), at character \(error.column)", command: arguments.command)
    }
  }
}
