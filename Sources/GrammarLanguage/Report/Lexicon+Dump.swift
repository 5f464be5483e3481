package import Bytes

/// Grammars as JSON: every statement with all its words, so that nothing but comments is lost.
extension Lexicon {
  /// Writes a grammar as one JSON object on lines of its own, a statement of the top level a line;
  /// false for a grammar that there is not.
  ///
  /// A statement is `{"words":[…],"citation":"…","body":[…]}`. A bare word is a string; one that was in
  /// quotation marks is `{"text":"…"}`. `citation` and `body` are there where the statement has them.
  package func append(dumpOf name: String, to buffer: inout ByteBuffer) -> Bool {
    let files = files(of: name) + extensions(of: name)
    guard !files.isEmpty else { return false }
    buffer.append("{")
    JSONText.append("grammar", name, isFirst: true, to: &buffer)
    JSONText.append(name: "files", to: &buffer)
    JSONText.append(files, to: &buffer) { file, buffer in
      buffer.append("\n{")
      JSONText.append("file", file.file, isFirst: true, to: &buffer)
      JSONText.append(name: "statements", to: &buffer)
      var tree = StatementTree()
      // A file that could not be read did not become a grammar.
      try? tree.append(file.bytes, named: file.file)
      let statements = Array(tree.top(ofFile: 0))
      JSONText.append(statements, to: &buffer) { statement, buffer in
        buffer.append("\n")
        Self.append(statement, of: tree, to: &buffer)
      }
      buffer.append("}")
    }
    buffer.append("}\n")
    return true
  }

  private static func append(
    _ index: Int, of tree: StatementTree, to buffer: inout ByteBuffer
  ) {
    let statement = tree.statements[index]
    buffer.append("{")
    JSONText.append(name: "words", isFirst: true, to: &buffer)
    JSONText.append(Array(tree.words[statement.words]), to: &buffer) { word, buffer in
      if word.isString { buffer.append("{\"text\":") }
      JSONText.append(tree.string(word.place), to: &buffer)
      if word.isString { buffer.append("}") }
    }
    if let citation = statement.citation {
      JSONText.append("citation", tree.string(citation), to: &buffer)
    }
    if statement.hasBody {
      JSONText.append(name: "body", to: &buffer)
      JSONText.append(Array(tree.body(of: index)), to: &buffer) { line, buffer in
        append(line, of: tree, to: &buffer)
      }
    }
    buffer.append("}")
  }
}
