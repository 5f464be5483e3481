package import Bytes

/// What `grammar check` prints of one file.
extension GrammarCheck {
  /// Writes a line for each error, `file:line:column: error: message`, or one that says that all is
  /// well.
  package func append(textTo buffer: inout ByteBuffer) {
    for error in errors {
      buffer.append("\(error.file):\(error.line):\(error.column): error: \(error.message)\n")
    }
    guard errors.isEmpty, let name else { return }
    buffer.append(
      "\(file): \(name): \(examples) example\(examples == 1 ? "" : "s") hold\(examples == 1 ? "s" : "")\n"
    )
  }

  /// Writes one JSON object and a line feed.
  package func append(jsonTo buffer: inout ByteBuffer) {
    buffer.append("{\"type\":\"grammar-check\"")
    JSONText.append("file", file, to: &buffer)
    if let name { JSONText.append("name", name, to: &buffer) }
    JSONText.append("examples", examples, to: &buffer)
    JSONText.append(name: "errors", to: &buffer)
    JSONText.append(errors, to: &buffer) { error, buffer in
      buffer.append("{")
      JSONText.append("file", error.file, isFirst: true, to: &buffer)
      JSONText.append("line", error.line, to: &buffer)
      JSONText.append("column", error.column, to: &buffer)
      JSONText.append("message", error.message, to: &buffer)
      buffer.append("}")
    }
    buffer.append("}\n")
  }
}
