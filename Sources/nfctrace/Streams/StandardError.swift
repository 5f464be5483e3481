import Bytes
import TraceFormat

/// Everything that is no result: errors, notes, progress.
enum StandardError {
  /// Writes a line that says who speaks.
  static func say(_ message: String) { write("nfctrace: \(message)\n") }

  /// Writes the text as it is. Nobody is left to be told if that fails.
  static func write(_ text: String) {
    var file = Descriptor.standardError
    try? file.write(Array(text.utf8).span)
  }
}
