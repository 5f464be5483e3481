/// What was read from one message: nodes in the order of its bytes, and what did not fit.
///
/// Clear it and use it again: once it has grown, reading allocates nothing.
package struct FieldTree: Equatable, Sendable {
  package var nodes: [FieldNode] = []
  package var problems: [FieldProblem] = []

  /// The most nodes that one message makes.
  package static let nodeLimit = 16_384
  /// How deep structs and elements are followed.
  package static let depthLimit = 24

  package init() {}

  /// Forgets everything and keeps the room.
  package mutating func clear() {
    nodes.removeAll(keepingCapacity: true)
    problems.removeAll(keepingCapacity: true)
  }

  /// The nearest node before one that is less deep: the node it is in.
  package func parent(of node: Int) -> Int? {
    guard node < nodes.count else { return nil }
    var index = node
    while index > 0 {
      index -= 1
      if nodes[index].depth < nodes[node].depth { return index }
    }
    return nil
  }

  /// The index behind the last node inside a node.
  package func end(of node: Int) -> Int {
    var index = node + 1
    while index < nodes.count, nodes[index].depth > nodes[node].depth { index += 1 }
    return index
  }
}
