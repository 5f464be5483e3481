import Bytes
import GrammarLanguage

/// EMV: values without tags, which a list that the card sent before names.
extension Dissector {
  /// Puts the values that a list asks for below the data of the command that brings them.
  func readListedData(
    _ command: Span<UInt8>, _ exchange: Exchange, _ visit: Int, _ perspective: Perspective,
    into tree: inout FieldTree
  ) {
    guard command.count > 5 else { return }
    switch command[1] {
    case 0xA8 where command[0] & 0x80 != 0:
      // The values stand in a command template, 83.
      guard let node = tree.nodes.lastIndex(where: { $0.kind == .element && $0.number == 0x83 })
      else { return }
      _ = insert(0x9F38, below: node, exchange, visit, perspective, into: &tree)
    case 0xAE where command[0] & 0x80 != 0:
      insert([0x8C, 0x8D], exchange, visit, perspective, into: &tree)
    case 0x88: insert([0x9F49], exchange, visit, perspective, into: &tree)
    case 0x2A where command[0] & 0x80 != 0:
      insert([0x9F69], exchange, visit, perspective, into: &tree)
    default: break
    }
  }

  /// Whether an exchange's fields depend on nothing but its own bytes, its status and the selected
  /// application: no list that was sent before has a say.
  package static func isSelfContained(_ exchange: Exchange, _ bytes: Span<UInt8>) -> Bool {
    guard case .iso7816 = exchange.form, exchange.command.count > 5 else { return true }
    switch bytes[Int(exchange.command.start) + 1] {
    case 0xA8, 0xAE, 0x88, 0x2A: return false
    default: return true
    }
  }

  /// Takes the first of several lists whose values are as long as the data.
  private func insert(
    _ lists: [UInt32], _ exchange: Exchange, _ visit: Int, _ perspective: Perspective,
    into tree: inout FieldTree
  ) {
    guard let data = CommandData.node(in: tree) else { return }
    for list in lists
    where insert(list, below: data, exchange, visit, perspective, into: &tree) { return }
  }

  private func insert(
    _ list: UInt32, below node: Int, _ exchange: Exchange, _ visit: Int,
    _ perspective: Perspective, into tree: inout FieldTree
  ) -> Bool {
    let values = tree.nodes[node].place.range
    let depth = Int(tree.nodes[node].depth) + 1
    let wanted = lists.withList(list, visit: visit, channel: exchange.channel) { bytes, range in
      guard DOLWalker.size(of: range, in: bytes).bytes == values.count else { return false }
      var walker = DOLValueWalker(list: range, values: values)
      var index = node + 1
      while let next = walker.next(list: bytes), tree.nodes.count < FieldTree.nodeLimit {
        var value = FieldNode(
          label: perspective.label(ofTag: next.entry.tag), kind: .element, depth: depth,
          place: Extent(next.value))
        value.number = UInt64(next.entry.tag)
        tree.insert(value, at: index)
        index += 1
      }
      return true
    }
    return wanted ?? false
  }

  /// EMV Book 3: response format 1 is a primitive template, 80, whose values stand in a fixed order.
  func readFormat1(
    _ answer: Span<UInt8>, ins: UInt8, _ perspective: Perspective,
    _ dissection: inout Dissection
  ) {
    let nodes = dissection.answer.tree.nodes
    guard nodes.count > 1, nodes[1].kind == .element, nodes[1].number == 0x80 else { return }
    let value = nodes[1].place.range
    // Tags and lengths; 0 for what is left.
    let parts: [(UInt32, Int)]
    switch ins {
    case 0xA8 where value.count >= 6 && value.count % 4 == 2: parts = [(0x82, 2), (0x94, 0)]
    case 0xAE where value.count >= 11:
      parts = [(0x9F27, 1), (0x9F36, 2), (0x9F26, 8), (0x9F10, 0)]
    default: return
    }
    var at = value.lowerBound
    for (index, part) in parts.enumerated() where at < value.upperBound {
      let end = part.1 == 0 ? value.upperBound : at + part.1
      var node = FieldNode(
        label: perspective.label(ofTag: part.0, in: 0x77), kind: .element,
        depth: Int(nodes[1].depth) + 1, place: Extent(at..<end))
      node.number = UInt64(part.0)
      dissection.answer.tree.insert(node, at: 2 + index)
      at = end
    }
  }
}

/// Finds the data field of a command that was read as an APDU.
private enum CommandData {
  /// The node of the data, where it is read as bytes: the first run of bytes behind Lc.
  static func node(in tree: FieldTree) -> Int? {
    tree.nodes.firstIndex { $0.kind == .bytes && $0.depth == 1 }
  }
}

extension FieldTree {
  /// Puts a node between others; what is known of later ones moves with them.
  fileprivate mutating func insert(_ node: FieldNode, at index: Int) {
    nodes.insert(node, at: index)
    for problem in problems.indices where problems[problem].node >= index {
      problems[problem].node += 1
    }
  }
}
