package import Bytes

/// What `grammar list` says of one grammar.
package struct GrammarSummary: Equatable, Sendable {
  package let name: String
  package let over: String
  /// Its files, those of users that add to it last.
  package let files: [String]
  /// Whether a user gave any of it.
  package let isUsers: Bool
  package let messages: Int
  package let instructions: Int
  package let statuses: Int
  package let tags: Int
  package let applications: Int
  package let products: Int
  package let labels: Int
}

extension Lexicon {
  /// Every grammar, read for this.
  package var summaries: [GrammarSummary] {
    names.compactMap { name in
      guard let grammar = grammar(name) else { return nil }
      let tables = grammar.tables
      let all = files(of: name) + extensions(of: name)
      return GrammarSummary(
        name: name, over: grammar.over, files: all.map(\.file),
        isUsers: all.contains(where: \.isUsers), messages: tables.messageKeys.count,
        instructions: tables.instructions.count, statuses: tables.statuses.count,
        tags: tables.tags.count, applications: tables.applications.count,
        products: tables.products.count, labels: grammar.labelCount)
    }
  }
}

extension GrammarSummary {
  /// Writes one line: `felica  over nfc-f  43 messages  FeliCa.grammar`.
  package func append(textTo buffer: inout ByteBuffer) {
    pad(name, to: 14, &buffer)
    pad("over \(over)", to: 16, &buffer)
    let counts = [
      (messages, "message"), (instructions, "instruction"), (statuses, "status"), (tags, "tag"),
      (applications, "application"), (products, "product"),
    ]
    let words = counts.filter { $0.0 > 0 }.map { count, noun in
      count == 1 ? "1 \(noun)" : "\(count) \(noun)\(noun.hasSuffix("s") ? "es" : "s")"
    }
    buffer.append((words.isEmpty ? ["\(labels) labels"] : words).joined(separator: ", "))
    buffer.append("; ")
    buffer.append(files.joined(separator: ", "))
    if isUsers { buffer.append(" (yours)") }
    buffer.append("\n")
  }

  private func pad(_ text: String, to width: Int, _ buffer: inout ByteBuffer) {
    buffer.append(text)
    buffer.append(repeating: UInt8(ascii: " "), count: max(1, width - text.utf8.count))
  }

  /// Writes one JSON object and a line feed.
  package func append(jsonTo buffer: inout ByteBuffer) {
    buffer.append("{\"type\":\"grammar\"")
    JSONText.append("name", name, to: &buffer)
    JSONText.append("over", over, to: &buffer)
    JSONText.append(name: "files", to: &buffer)
    JSONText.append(files, to: &buffer) { file, buffer in JSONText.append(file, to: &buffer) }
    JSONText.append(name: "yours", to: &buffer)
    buffer.append(isUsers ? "true" : "false")
    JSONText.append("messages", messages, to: &buffer)
    JSONText.append("instructions", instructions, to: &buffer)
    JSONText.append("statuses", statuses, to: &buffer)
    JSONText.append("tags", tags, to: &buffer)
    JSONText.append("applications", applications, to: &buffer)
    JSONText.append("products", products, to: &buffer)
    JSONText.append("labels", labels, to: &buffer)
    buffer.append("}\n")
  }
}
