/// What is known of an AID.
package struct ApplicationMeaning: Sendable {
  package let grammar: Grammar
  /// How many bytes of the AID name the application; 0 where only its provider is known.
  package let length: Int
  let application: UInt16?
  let owner: UInt16?

  private var row: ApplicationRow? { application.map { grammar.tables.applications[Int($0)] } }

  /// The application's name, where it is registered.
  package var name: Phrase? { row?.name }
  /// A shorter name; the name itself where there is none.
  package var shortName: Phrase? { row.map { $0.shortName.isEmpty ? $0.name : $0.shortName } }
  /// What it is called on a card whose product's family begins with certain words; nil where that
  /// makes no difference, or the family is not known.
  package func name(on family: String) -> Phrase? {
    guard let row, !row.family.isEmpty, family.hasPrefix(grammar.string(row.family)) else {
      return nil
    }
    return row.nameOnFamily
  }
  /// What is worth knowing about it.
  package var note: Phrase? { row.flatMap { $0.note.isEmpty ? nil : $0.note } }
  package var kind: ApplicationKind? { row?.kind }
  /// The name of the grammar that explains what is said to it.
  package var explainedBy: Phrase? { row.flatMap { $0.grammar.isEmpty ? nil : $0.grammar } }
  /// The registered provider, by the AID's first five bytes.
  package var provider: Phrase? { owner.map { grammar.tables.owners[Int($0)].name } }
  /// What the grammar cites for it.
  package var citation: Phrase? {
    row?.citation ?? owner.map { grammar.tables.owners[Int($0)].citation }
  }
}

extension Grammar {
  /// The longest entry that begins an AID, and its provider; nil where neither is known.
  package func application(_ aid: Span<UInt8>) -> ApplicationMeaning? {
    guard !tables.aidNodes.isEmpty else { return nil }
    var node = tables.aidNodes[0]
    var found: (application: UInt16?, owner: UInt16?, length: Int) = (nil, nil, 0)
    var depth = 0
    while true {
      if let application = node.application {
        (found.application, found.length) = (application, depth)
      }
      if let owner = node.owner { found.owner = owner }
      guard depth < aid.count, let next = edge(aid[depth], of: node) else { break }
      node = tables.aidNodes[next]
      depth += 1
    }
    guard found.application != nil || found.owner != nil else { return nil }
    return ApplicationMeaning(
      grammar: self, length: found.length, application: found.application, owner: found.owner)
  }

  private func edge(_ byte: UInt8, of node: AIDNode) -> Int? {
    let start = Int(node.edges.start)
    let index =
      start + lowerBound(Int(node.edges.count)) { tables.aidEdges[start + $0].byte < byte }
    guard index < node.edges.range.upperBound, tables.aidEdges[index].byte == byte else {
      return nil
    }
    return Int(tables.aidEdges[index].node)
  }

  /// What the first half of an AID's first byte says.
  package func category(_ aid: Span<UInt8>) -> Phrase? {
    guard aid.count > 0, !tables.categories.isEmpty else { return nil }
    return tables.categories[Int(aid[0] >> 4)]
  }

  /// The name of a FeliCa system code.
  package func system(_ code: UInt16) -> Phrase? { registered(code, tables.systems, .root) }

  /// The name of a FeliCa service code, under a system if it is known.
  package func service(_ code: UInt16, system: UInt16? = nil) -> Phrase? {
    var scope = system.map { self.scope(system: $0) } ?? .root
    while true {
      if let name = registered(code, tables.services, scope) { return name }
      if scope == .root { return nil }
      scope = tables.scopes[Int(scope.index)].parent
    }
  }

  private func registered(_ code: UInt16, _ rows: [RegistryRow], _ scope: Scope) -> Phrase? {
    let key = UInt32(scope.index) << 16 | UInt32(code)
    let index = lowerBound(rows.count) { rows[$0].key < key }
    guard index < rows.count, rows[index].key == key else { return nil }
    return rows[index].name
  }
}
