import Bytes
import Decoding
import GrammarLanguage

/// Writes the fields of one half of a step as JSON: path, name, bytes, value, meaning and what is
/// inside.
struct FieldWriter: ~Copyable {
  private let lexicon: Lexicon
  private var words: FieldWords
  private var memory = FieldMemory()
  /// A text before it is escaped.
  private var text = ByteBuffer(capacity: 256)

  init(_ lexicon: Lexicon) {
    self.lexicon = lexicon
    words = FieldWords(lexicon)
  }

  /// Appends the items of a list: everything inside the half's message. `bytes` are the half's.
  mutating func append(
    _ tree: FieldTree, _ bytes: Span<UInt8>, of side: Side, mask: inout Mask,
    isFirst: inout Bool, to out: inout ByteBuffer
  ) {
    let nodes = tree.nodes.span
    guard !nodes.isEmpty else { return }
    _ = append(
      nodes, from: 1, insideOf: nodes[0].depth, path: nil, bytes, of: side, mask: &mask,
      isFirst: &isFirst, to: &out)
  }

  /// Appends nodes as long as they are deeper than the one they are in, whose path is written at
  /// `path`. Gives the first that is not.
  private mutating func append(
    _ nodes: Span<FieldNode>, from start: Int, insideOf depth: UInt8, path: Range<Int>?,
    _ bytes: Span<UInt8>, of side: Side, mask: inout Mask, isFirst: inout Bool,
    to out: inout ByteBuffer
  ) -> Int {
    var index = start
    while index < nodes.count, nodes[index].depth > depth {
      let node = nodes[index]
      if !isFirst { out.append(",") }
      isFirst = false
      let entry = words.entry(of: node.label)
      out.append("{\"path\":\"")
      let start = out.count
      append(pathOf: node, entry, below: path, to: &out)
      let path = start..<out.count
      words.append(entry.title, to: &out)
      append(contentOf: node, entry, bytes, of: side, mask: &mask, to: &out)
      index += 1
      if index < nodes.count, nodes[index].depth > node.depth {
        out.append(",\"children\":[")
        var isFirst = true
        index = append(
          nodes, from: index, insideOf: node.depth, path: path, bytes, of: side, mask: &mask,
          isFirst: &isFirst, to: &out)
        out.append("]")
      }
      out.append("}")
    }
    return index
  }

  /// Appends the path of the node around, which was written before, and what a node adds to it.
  private func append(
    pathOf node: FieldNode, _ entry: FieldWords.Entry, below path: Range<Int>?,
    to out: inout ByteBuffer
  ) {
    let isItem = node.item != FieldNode.noItem
    if let path {
      out.append(copyOf: path)
      if !isItem { out.append(".") }
    }
    if isItem {
      out.append("[")
      out.append(decimal: UInt(node.item))
      out.append("]")
    } else if case .element = node.kind {
      Lexicon.append(tag: node.number, to: &out)
      if node.detail > 0 {
        out.append("[")
        out.append(decimal: UInt(node.detail))
        out.append("]")
      }
    } else {
      words.append(entry.name, to: &out)
    }
  }

  private mutating func append(
    contentOf node: FieldNode, _ entry: FieldWords.Entry, _ bytes: Span<UInt8>, of side: Side,
    mask: inout Mask, to out: inout ByteBuffer
  ) {
    let range = node.place.range
    guard range.upperBound <= bytes.count else { return }
    out.append(",\"bytes\":\"")
    if mask.touches(range, of: side) {
      out.append(hex: bytes, range, of: side, mask: &mask, sign: "X")
      out.append(UInt8(ascii: "\""))
    } else if entry.isSecret, mask.isActive {
      out.append(repeating: UInt8(ascii: "X"), count: 2 * range.count)
      mask.noteHidden()
      out.append(UInt8(ascii: "\""))
    } else {
      append(valueOf: node, entry.meaning(of: node.kind), bytes.extracting(range), bytes, to: &out)
    }
  }

  private mutating func append(
    valueOf node: FieldNode, _ meaning: FieldWords.Meaning, _ value: Span<UInt8>,
    _ bytes: Span<UInt8>, to out: inout ByteBuffer
  ) {
    switch meaning {
    case .none: Self.append(valueOf: node, value, to: &out)
    case .computed:
      Self.append(valueOf: node, value, to: &out)
      append(meaningOf: node, bytes, to: &out)
    case .lookedUp:
      let key = FieldMemory.Key(node, value)
      if let key, memory.append(key, to: &out) { return }
      let start = out.count
      Self.append(valueOf: node, value, to: &out)
      append(meaningOf: node, bytes, to: &out)
      if let key { memory.keep(out.span.extracting(start..<out.count), of: key) }
    }
  }

  private static func append(
    valueOf node: FieldNode, _ value: Span<UInt8>, to out: inout ByteBuffer
  ) {
    out.append(hex: value)
    out.append(UInt8(ascii: "\""))
    switch node.kind {
    case .number, .bits:
      out.append(",\"value\":")
      out.append(decimal: UInt(node.number))
    default: break
    }
  }

  private mutating func append(
    meaningOf node: FieldNode, _ bytes: Span<UInt8>, to out: inout ByteBuffer
  ) {
    text.clear()
    guard lexicon.append(meaningOf: node, in: bytes, to: &text), text.count > 0 else { return }
    out.append(",\"meaning\":")
    out.json(text: text.span)
  }
}
