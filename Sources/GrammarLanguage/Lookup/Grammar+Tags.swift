/// Tags by number, for whoever names one outside a run of elements: a list of tags, GET DATA.
extension Grammar {
  /// The label of a tag of the grammar's own BER dictionary that holds in any template, in the index
  /// space of all grammars; nil for one that is not in it.
  package func label(ofTag tag: UInt32, scope: Scope = .root) -> UInt16? {
    guard !tables.tags.isEmpty else { return nil }
    return self.tag(tag, in: 0, parent: 0, scope: scope).map { labelBase + $0.label }
  }
}
