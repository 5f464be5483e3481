import Bytes
import Rendering
import TraceFormat

/// Everything that is no result: errors, notes, progress.
enum StandardError {
  /// Writes a line that says who speaks. Names of files are in it, and nobody vouches for those:
  /// what could move the cursor is written out.
  static func say(_ message: String) {
    var line = ByteBuffer(capacity: 128)
    for (index, part) in message.split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated()
    {
      if index > 0 { line.append("\n") }
      CardText.append(String(part), to: &line)
    }
    var text: [UInt8] = []
    text.append(line.span)
    write("nfctrace: \(String(decoding: text, as: UTF8.self))\n")
  }

  /// Writes the text as it is. Nobody is left to be told if that fails.
  static func write(_ text: String) {
    var file = Descriptor.standardError
    try? file.write(Array(text.utf8).span)
  }
}
