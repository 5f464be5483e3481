package import Bytes

/// Paths: names joined by `.`, items by index, elements by tag (`6F.A5.9F38[2]`).
extension Lexicon {
  /// Writes a node's path. The message itself has none.
  package func append(
    pathOf node: Int, in tree: FieldTree, to buffer: inout ByteBuffer
  ) {
    guard let parent = tree.parent(of: node) else { return }
    if tree.nodes[parent].depth > 0 || tree.parent(of: parent) != nil {
      append(pathOf: parent, in: tree, to: &buffer)
      if tree.nodes[node].item == FieldNode.noItem { buffer.append(UInt8(ascii: ".")) }
    }
    append(componentOf: node, in: tree, to: &buffer)
  }

  /// Writes what a node adds to the path of the one around it: a name, a tag or `[index]`.
  package func append(
    componentOf node: Int, in tree: FieldTree, to buffer: inout ByteBuffer
  ) {
    let value = tree.nodes[node]
    guard value.item == FieldNode.noItem else {
      buffer.append(UInt8(ascii: "["))
      buffer.append(decimal: Int(value.item))
      buffer.append(UInt8(ascii: "]"))
      return
    }
    guard value.kind == .element else {
      append(nameOf: value.label, to: &buffer)
      return
    }
    Self.append(tag: value.number, to: &buffer)
    if value.detail > 0 {
      buffer.append(UInt8(ascii: "["))
      buffer.append(decimal: Int(value.detail))
      buffer.append(UInt8(ascii: "]"))
    }
  }

  /// Writes a tag in as many bytes as it has.
  package static func append(tag: UInt64, to buffer: inout ByteBuffer) {
    var shift: UInt64 = 24
    while shift > 0, tag >> shift == 0 { shift -= 8 }
    while true {
      buffer.append(hex: UInt8(truncatingIfNeeded: tag >> shift))
      if shift == 0 { return }
      shift -= 8
    }
  }
}
