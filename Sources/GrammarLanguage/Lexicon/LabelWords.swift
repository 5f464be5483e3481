package import Bytes

/// The words of labels, copied out of the grammars as they are met: for whoever writes many, on one
/// thread. Asking the lexicon itself costs several times as much.
package struct LabelWords: Sendable {
  private let lexicon: Lexicon
  private var text: [UInt8] = []
  private var entries: [Entry]

  /// One label's words, in `text`.
  private struct Entry: Sendable {
    var isKnown = false
    var attributes = Attributes()
    var name = Extent.none
    var title = Extent.none
    var short = Extent.none
  }

  /// Knows no words yet.
  package init(_ lexicon: Lexicon) {
    self.lexicon = lexicon
    entries = [Entry](repeating: Entry(), count: lexicon.labelCount)
  }

  /// The attributes of a label; none for one that does not exist.
  package mutating func attributes(of label: UInt16) -> Attributes {
    guard meet(label) else { return Attributes() }
    return entries[Int(label)].attributes
  }

  /// Writes a label's name, its component in a path.
  package mutating func append(nameOf label: UInt16, to buffer: inout ByteBuffer) {
    guard meet(label) else { return }
    buffer.append(text.span.extracting(entries[Int(label)].name.range))
  }

  /// Writes a label's words for people, or the short ones.
  package mutating func append(
    titleOf label: UInt16, isShort: Bool = false, to buffer: inout ByteBuffer
  ) {
    guard meet(label) else { return }
    let entry = entries[Int(label)]
    buffer.append(text.span.extracting((isShort ? entry.short : entry.title).range))
  }

  /// Copies the words of a label's grammar when the first of them is asked for.
  private mutating func meet(_ label: UInt16) -> Bool {
    guard Int(label) < entries.count else { return false }
    if entries[Int(label)].isKnown { return true }
    guard let grammar = lexicon.grammar(ofLabel: label) else { return false }
    for (index, label) in grammar.tables.labels.enumerated() {
      let name = copy(label.name, of: grammar)
      let title = label.title.isEmpty ? spaced(name) : copy(label.title, of: grammar)
      let short = label.short.isEmpty ? title : copy(label.short, of: grammar)
      entries[Int(grammar.labelBase) + index] = Entry(
        isKnown: true, attributes: label.attributes, name: name, title: title, short: short)
    }
    return true
  }

  /// A name as a title: with blanks for `_`.
  private mutating func spaced(_ name: Extent) -> Extent {
    let words = text[name.range]
    guard words.contains(UInt8(ascii: "_")) else { return name }
    let start = text.count
    text.append(
      contentsOf: words.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: " ") : $0 })
    return Extent(start..<text.count)
  }

  private mutating func copy(_ phrase: Phrase, of grammar: Grammar) -> Extent {
    let start = text.count
    text.append(contentsOf: grammar.tables.text[phrase.place.range])
    return Extent(start..<text.count)
  }
}
