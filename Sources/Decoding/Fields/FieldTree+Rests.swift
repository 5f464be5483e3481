import Bytes
import GrammarLanguage

extension FieldTree {
  /// Takes out fields of all the bytes that are left where none are: they say nothing.
  mutating func dropEmptyRests() {
    guard problems.isEmpty, nodes.contains(where: \.isEmptyRest) else { return }
    nodes.removeAll(where: \.isEmptyRest)
  }
}

extension FieldNode {
  /// Whether it is a run of no bytes that nothing is wrong with.
  fileprivate var isEmptyRest: Bool {
    kind == .bytes && place.isEmpty && flags.isEmpty && item == FieldNode.noItem
  }
}
