package import Bytes

/// Words of labels.
extension Lexicon {
  /// A label and the grammar that its phrases are in.
  package func label(_ index: UInt16) -> (grammar: Grammar, label: Label)? {
    guard let grammar = grammar(ofLabel: index) else { return nil }
    return (grammar, grammar.tables.labels[Int(index - grammar.labelBase)])
  }

  /// The attributes of a label; none for one that does not exist.
  package func attributes(of index: UInt16) -> Attributes {
    label(index)?.label.attributes ?? Attributes()
  }

  /// Writes a label's name, its component in a path.
  package func append(nameOf index: UInt16, to buffer: inout ByteBuffer) {
    guard let (grammar, label) = label(index) else { return }
    grammar.append(label.name, to: &buffer)
  }

  /// Writes a label's words for people; where it has none, its name with blanks for `_`. `isShort`
  /// prefers words for narrow columns.
  package func append(titleOf index: UInt16, isShort: Bool = false, to buffer: inout ByteBuffer) {
    guard let (grammar, label) = label(index) else { return }
    if isShort, !label.short.isEmpty { return grammar.append(label.short, to: &buffer) }
    guard label.title.isEmpty else { return grammar.append(label.title, to: &buffer) }
    for unit in grammar.tables.text[label.name.place.range] {
      buffer.append(unit == UInt8(ascii: "_") ? UInt8(ascii: " ") : unit)
    }
  }

  /// Writes what a label cites: the source's title, a comma and the place. Whether it cites any.
  package func append(citationOf index: UInt16, to buffer: inout ByteBuffer) -> Bool {
    guard let (grammar, label) = label(index), let source = label.source else { return false }
    grammar.append(citation: label.citation, source: source, to: &buffer)
    return true
  }

  /// A label's name. For cold paths.
  package func name(of index: UInt16) -> String {
    label(index).map { $0.grammar.string($0.label.name) } ?? ""
  }

  /// A label's words for people. For cold paths.
  package func title(of index: UInt16, isShort: Bool = false) -> String {
    var buffer = ByteBuffer(capacity: 64)
    append(titleOf: index, isShort: isShort, to: &buffer)
    var text: [UInt8] = []
    text.append(buffer.span)
    return String(decoding: text, as: UTF8.self)
  }
}

extension Grammar {
  /// Writes a citation with the title of its source in place of the key.
  func append(citation: Phrase, source: UInt16, to buffer: inout ByteBuffer) {
    append(tables.sources[Int(source)].title, to: &buffer)
    let key = tables.sources[Int(source)].key.place.count
    let rest = citation.place.range.dropFirst(key)
    guard let place = rest.first(where: { tables.text[$0] != UInt8(ascii: " ") }) else { return }
    buffer.append(", ")
    append(Phrase(Extent(place..<rest.upperBound)), to: &buffer)
  }

  /// A citation in words: the source's title, a comma and the place; nil where nothing is cited.
  package func words(ofCitation citation: Phrase) -> String? {
    guard !citation.isEmpty else { return nil }
    let text = string(citation)
    let key = text.prefix { $0 != " " }
    guard let source = tables.sources.first(where: { string($0.key) == key }) else { return nil }
    let place = text.dropFirst(key.count).drop { $0 == " " }
    return place.isEmpty ? string(source.title) : "\(string(source.title)), \(place)"
  }
}
