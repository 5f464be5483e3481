import Bytes
import GrammarLanguage

/// What all fields of a label have in common, as JSON: copied out of the grammars when the label is
/// first met, because asking them costs several times as much as writing the field.
struct FieldWords: ~Copyable {
  private let lexicon: Lexicon
  private var entries: [Entry]
  private var text = ByteBuffer(capacity: 4096)

  /// One label's words. The extents are for `append`.
  struct Entry {
    fileprivate(set) var isSecret = false
    /// The component in a path.
    fileprivate(set) var name = Extent.none
    /// The quotation mark behind the path, and the key `name` with the title.
    fileprivate(set) var title = Extent.none
    fileprivate var isKnown = false
    fileprivate var meaning = Meaning.none
  }

  /// How the meaning of a value is found.
  enum Meaning {
    case none
    /// From the value alone.
    case computed
    /// Among the rows of a grammar, which is worth remembering.
    case lookedUp
  }

  init(_ lexicon: Lexicon) {
    self.lexicon = lexicon
    entries = [Entry](repeating: Entry(), count: lexicon.labelCount)
  }

  /// A label's words; none for one that does not exist.
  mutating func entry(of label: UInt16) -> Entry {
    let index = Int(label)
    if index < entries.count, entries[index].isKnown { return entries[index] }
    return learn(label)
  }

  /// Appends words of an entry.
  func append(_ words: Extent, to out: inout ByteBuffer) {
    out.append(text.span.extracting(words.range))
  }

  /// Copies a label's words.
  private mutating func learn(_ index: UInt16) -> Entry {
    var entry = Entry(isKnown: true)
    if let (_, label) = lexicon.label(index) {
      if let secret = label.attributes.secret, secret != .id { entry.isSecret = true }
      entry.meaning = Meaning(of: label)
    }
    var title = ByteBuffer(capacity: 64)
    lexicon.append(titleOf: index, to: &title)
    let start = text.count
    lexicon.append(nameOf: index, to: &text)
    entry.name = Extent(start..<text.count)
    text.append("\",\"name\":")
    text.json(text: title.span)
    entry.title = Extent(entry.name.range.upperBound..<text.count)
    if Int(index) < entries.count { entries[Int(index)] = entry }
    return entry
  }
}

extension FieldWords.Entry {
  /// How the meaning of a node's value is found.
  func meaning(of kind: FieldNode.Kind) -> FieldWords.Meaning {
    switch kind {
    case .message, .group, .list: .none
    case .status, .entry: .lookedUp
    case .number, .bits, .bytes, .element: meaning
    }
  }
}

extension FieldWords.Meaning {
  fileprivate init(of label: Label) {
    if label.values != nil {
      self = .lookedUp
      return
    }
    switch label.format {
    case .aid, .system, .service, .status: self = .lookedUp
    case .decimal, .signed, .bcd, .compressed, .ascii, .utf8, .reversed, .date: self = .computed
    case .hex, .tlv, .dol, .afl, .tagList: self = .none
    }
  }
}
