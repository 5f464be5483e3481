import Bytes
import Decoding
import GrammarLanguage

/// Writes the fields of one half of a step as JSON: path, name, bytes, value, meaning and what is
/// inside.
struct FieldWriter: ~Copyable {
  private let lexicon: Lexicon
  /// A text before it is escaped.
  private var text = ByteBuffer(capacity: 256)

  init(_ lexicon: Lexicon) { self.lexicon = lexicon }

  /// Appends the items of a list: everything inside the half's message. `bytes` are the half's.
  mutating func append(
    _ tree: FieldTree, _ bytes: Span<UInt8>, of side: Side, mask: inout Mask,
    isFirst: inout Bool, to object: inout ByteBuffer
  ) {
    guard !tree.nodes.isEmpty else { return }
    append(
      childrenOf: 0, in: tree, bytes, of: side, mask: &mask, isFirst: &isFirst, to: &object)
  }

  private mutating func append(
    childrenOf parent: Int, in tree: FieldTree, _ bytes: Span<UInt8>, of side: Side,
    mask: inout Mask, isFirst: inout Bool, to object: inout ByteBuffer
  ) {
    let end = tree.end(of: parent)
    var index = parent + 1
    while index < end {
      if !isFirst { object.append(",") }
      isFirst = false
      append(index, in: tree, bytes, of: side, mask: &mask, to: &object)
      index = tree.end(of: index)
    }
  }

  private mutating func append(
    _ index: Int, in tree: FieldTree, _ bytes: Span<UInt8>, of side: Side, mask: inout Mask,
    to object: inout ByteBuffer
  ) {
    let node = tree.nodes[index]
    object.append("{\"path\":\"")
    lexicon.append(pathOf: index, in: tree, to: &object)
    object.append("\"")
    text.clear()
    lexicon.append(titleOf: node.label, to: &text)
    object.json(key: "name")
    object.json(text: text.span)
    let isSecret = mask.hides(node, of: side, lexicon)
    if node.place.range.upperBound <= bytes.count {
      append(hexOf: node.place.range, bytes, of: side, isSecret: isSecret, &mask, to: &object)
      if !isSecret { append(valueOf: node, bytes, to: &object) }
    }
    if tree.end(of: index) > index + 1 {
      object.json(key: "children")
      object.append("[")
      var isFirst = true
      append(
        childrenOf: index, in: tree, bytes, of: side, mask: &mask, isFirst: &isFirst, to: &object)
      object.append("]")
    }
    object.append("}")
  }

  private func append(
    hexOf range: Range<Int>, _ bytes: Span<UInt8>, of side: Side, isSecret: Bool,
    _ mask: inout Mask, to object: inout ByteBuffer
  ) {
    object.json(key: "bytes")
    object.append("\"")
    if isSecret, !mask.touches(range, of: side) {
      object.append(repeating: UInt8(ascii: "X"), count: 2 * range.count)
      mask.noteHidden()
    } else {
      object.append(hex: bytes, range, of: side, mask: &mask, sign: "X")
    }
    object.append("\"")
  }

  private mutating func append(
    valueOf node: FieldNode, _ bytes: Span<UInt8>, to object: inout ByteBuffer
  ) {
    if node.kind == .number || node.kind == .bits { object.json("value", number: node.number) }
    text.clear()
    guard lexicon.append(meaningOf: node, in: bytes, to: &text), text.count > 0 else { return }
    object.json(key: "meaning")
    object.json(text: text.span)
  }
}
