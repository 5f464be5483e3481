internal import Bytes

/// Labels: implied ones, declared ones, and the attributes that all of them may have.
extension GrammarCompiler {
  /// Puts the labels that every grammar has in front, their words behind the grammar's text.
  mutating func addImpliedLabels() {
    for implied in ImpliedLabel.allCases {
      let name = append(implied.name)
      let title = append(implied.title)
      tables.labels.append(Label(name: name, title: title))
    }
  }

  private mutating func append(_ words: StaticString) -> Phrase {
    let start = tables.text.count
    tables.text.append(contentsOf: words.description.utf8)
    return Phrase(Extent(start..<tables.text.count))
  }

  /// Adds a label that cites what its statement, or the one around it, cites.
  mutating func addLabel(_ label: Label, _ reader: StatementReader) throws(GrammarError) -> UInt16 {
    var label = label
    if label.citation.isEmpty { label.citation = citation }
    label.source = source(of: label.citation, file: tree.statements[reader.index].file)
    guard tables.labels.count < 30_000 else { throw reader.error("a grammar has 30000 labels") }
    tables.labels.append(label)
    return UInt16(tables.labels.count - 1)
  }

  /// `label NAME "words" [ENUM] [as FORMAT] [attributes]`
  mutating func compileLabel(_ reader: inout StatementReader) throws(GrammarError) {
    let name = try reader.phrase("a name")
    var label = Label(name: name, title: try reader.string("the label's words"))
    while let word = reader.peek {
      if try readAttribute(&reader, into: &label.attributes) { continue }
      if word == "as" {
        _ = reader.skip("as")
        let format = try reader.word("a format")
        guard let format = ValueFormat(word: format) else {
          throw reader.error("no format is called '\(format)'")
        }
        label.format = format
      } else if let values = enums[word] {
        _ = reader.skip(word)
        label.values = values.set
      } else {
        throw reader.unknown
      }
    }
    try reader.finishWithoutBody()
    let text = tree.string(name.place)
    guard try isNewName(text, of: "label", reader) else { return }
    if let implied = ImpliedLabel.allCases.first(where: { $0.name.description == text }) {
      label.citation = citation
      label.source = source(of: citation, file: tree.statements[reader.index].file)
      tables.labels[Int(implied.rawValue)] = label
      return
    }
    let index = try addLabel(label, reader)
    tables.declaredLabels.append(GrammarTables.Named(name: name, value: index))
  }

  /// Reads `varies`, `nonce` or `secret KIND`, if one of them is next.
  func readAttribute(_ reader: inout StatementReader, into attributes: inout Attributes)
    throws(GrammarError) -> Bool
  {
    if reader.skip("varies") {
      attributes.varies = true
      return true
    }
    if reader.skip("nonce") {
      attributes.varies = true
      attributes.isNonce = true
      return true
    }
    guard reader.skip("secret") else { return false }
    let word = try reader.word("a kind of secret")
    guard let kind = SecretKind(word: word) else {
      let known = SecretKind.allCases.map(\.word).joined(separator: " ")
      throw reader.error("no secret is called '\(word)' (\(known))")
    }
    attributes.secret = kind
    return true
  }
}
