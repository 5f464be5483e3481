internal import Bytes

/// `rid`, `aid`, `category`, `system`, `service`.
extension GrammarCompiler {
  /// `rid HEX "owner"`
  mutating func compileOwner(_ reader: inout StatementReader) throws(GrammarError) {
    let rid = try reader.bytes("a RID", count: 5...5)
    let name = try reader.string("the owner")
    try reader.finishWithoutBody()
    guard try isNew(identity(.rid, rid), "this RID", reader) else { return }
    guard tables.owners.count < 20_000 else { throw reader.error("too many RIDs") }
    aids.add(rid, owner: UInt16(tables.owners.count))
    tables.owners.append(OwnerRow(name: name, citation: citation))
  }

  /// `aid HEX "name" KIND [short "name"] [note "words"] [on "family" "name"] [grammar NAME]`
  mutating func compileApplication(_ reader: inout StatementReader) throws(GrammarError) {
    let aid = try reader.bytes("an AID", count: 5...16)
    let name = try reader.string("the application's name")
    let word = try reader.word("a kind of application")
    guard let kind = ApplicationKind(rawValue: word) else {
      let known = ApplicationKind.allCases.map(\.word).joined(separator: " ")
      throw reader.error("no kind is called '\(word)' (\(known))")
    }
    var row = ApplicationRow(name: name, kind: kind, citation: citation)
    while !reader.isAtEnd {
      if reader.skip("short") {
        row.shortName = try reader.string("a short name")
      } else if reader.skip("note") {
        row.note = try reader.string("a note")
      } else if reader.skip("on") {
        row.family = try reader.string("a product's family")
        row.nameOnFamily = try reader.string("the name on it")
      } else if reader.skip("grammar") {
        row.grammar = try reader.phrase("a grammar's name")
      } else {
        throw reader.unknown
      }
    }
    try reader.finishWithoutBody()
    guard try isNew(identity(.aid, aid), "this AID", reader) else { return }
    guard tables.applications.count < 20_000 else { throw reader.error("too many AIDs") }
    aids.add(aid, application: UInt16(tables.applications.count))
    tables.applications.append(row)
  }

  private func identity(_ kind: Identity.Kind, _ bytes: [UInt8]) -> Identity {
    // The length is kept where the scope would be.
    var identity = Identity(kind: kind, scope: Scope(index: UInt16(bytes.count)))
    for byte in bytes {
      identity.first = identity.first << 8 | identity.second >> 56
      identity.second = identity.second << 8 | UInt64(byte)
    }
    return identity
  }

  /// `category HEXDIGIT "meaning"`
  mutating func compileCategory(_ reader: inout StatementReader) throws(GrammarError) {
    let word = try reader.word("a hex digit")
    guard let digit = HexWord.number(word), digit.digits == 1 else {
      throw reader.error("'\(word)' is no hex digit")
    }
    let meaning = try reader.string("a meaning")
    try reader.finishWithoutBody()
    let identity = Identity(kind: .category, first: digit.value)
    guard try isNew(identity, "this category", reader) else { return }
    if tables.categories.isEmpty { tables.categories = [Phrase?](repeating: nil, count: 16) }
    tables.categories[Int(digit.value)] = meaning
  }

  /// `system HEX "name"`, `service HEX "name"`
  mutating func compileRegistry(_ reader: inout StatementReader) throws(GrammarError) {
    let isSystem =
      tree.string(tree.words[tree.statements[reader.index].words.lowerBound].place)
      == "system"
    let number = try reader.bytes("a code", count: 2...2)
    let row = RegistryRow(
      scope: scope, number: UInt16(number[0]) << 8 | UInt16(number[1]),
      name: try reader.string("a name"), citation: citation)
    try reader.finishWithoutBody()
    let identity = Identity(
      kind: isSystem ? .system : .service, scope: scope, first: UInt64(row.number))
    guard try isNew(identity, "this code", reader) else { return }
    if isSystem { tables.systems.append(row) } else { tables.services.append(row) }
  }
}

/// AIDs while they are collected.
struct AIDTrie {
  private var entries: [(bytes: [UInt8], application: UInt16?, owner: UInt16?)] = []

  mutating func add(_ bytes: [UInt8], application: UInt16? = nil, owner: UInt16? = nil) {
    entries.append((bytes, application, owner))
  }

  /// Writes the trie: a node's edges lie side by side.
  func write(nodes: inout [AIDNode], edges: inout [AIDEdge]) {
    guard !entries.isEmpty else { return }
    let sorted = entries.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    nodes = [AIDNode()]
    var open: [(node: Int, range: Range<Int>, depth: Int)] = [(0, 0..<sorted.count, 0)]
    while let (node, range, depth) = open.popLast() {
      var at = range.lowerBound
      while at < range.upperBound, sorted[at].bytes.count == depth {
        nodes[node].application = nodes[node].application ?? sorted[at].application
        nodes[node].owner = nodes[node].owner ?? sorted[at].owner
        at += 1
      }
      let start = edges.count
      while at < range.upperBound {
        let byte = sorted[at].bytes[depth]
        var end = at + 1
        while end < range.upperBound, sorted[end].bytes[depth] == byte { end += 1 }
        edges.append(AIDEdge(byte: byte, node: UInt32(nodes.count)))
        open.append((nodes.count, at..<end, depth + 1))
        nodes.append(AIDNode())
        at = end
      }
      nodes[node].edges = Rows(start..<edges.count)
    }
  }
}
