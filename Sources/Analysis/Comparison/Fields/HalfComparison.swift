import Bytes
import Decoding
import GrammarLanguage

/// Compares one half of two steps, field by field.
struct HalfComparison {
  private let lexicon: Lexicon
  private let side: Side
  private var old: Half
  private var new: Half
  private(set) var differences: [FieldDifference] = []

  /// A half of one step: its bytes, its fields, and what of it varies.
  struct Half {
    let bytes: [UInt8]
    let tree: FieldTree
    fileprivate var varying: [Range<Int>]
    fileprivate var nonces: [Range<Int>]
    fileprivate var paths: [String] = []

    init(
      _ bytes: [UInt8], _ tree: FieldTree, _ identifier: Identifier, _ fields: inout VaryingFields
    ) {
      self.bytes = bytes
      self.tree = tree
      fields.find(in: tree, bytes.span, identifier: identifier)
      varying = fields.runs
      nonces = fields.nonces
    }

    /// Finds what its fields are called. Two of one name are told apart by their order.
    fileprivate mutating func name(_ lexicon: Lexicon) {
      var counts: [String: Int] = [:]
      for index in tree.nodes.indices {
        let path = lexicon.path(of: index, in: tree)
        let count = counts[path, default: 0]
        counts[path] = count + 1
        paths.append(count == 0 ? path : "\(path)\u{0}\(count)")
      }
    }

    /// Whether all of a range may differ.
    fileprivate func varies(_ range: Range<Int>) -> Bool {
      varying.contains { $0.lowerBound <= range.lowerBound && range.upperBound <= $0.upperBound }
    }

    /// The bytes of a range that count, and how long what varies between them is.
    fileprivate func content(of range: Range<Int>) -> [[UInt8]] {
      var content: [[UInt8]] = []
      var at = range.lowerBound
      for run in varying where run.upperBound > at && run.lowerBound < range.upperBound {
        content.append(Array(bytes[at..<max(at, run.lowerBound)]))
        at = min(run.upperBound, range.upperBound)
      }
      content.append(Array(bytes[at..<max(at, min(range.upperBound, bytes.count))]))
      return content
    }
  }

  init(_ side: Side, _ old: Half, _ new: Half, _ lexicon: Lexicon) {
    self.side = side
    self.old = old
    self.new = new
    self.lexicon = lexicon
    // Nearly always one half alone differs.
    guard old.bytes != new.bytes || !old.nonces.isEmpty && !new.nonces.isEmpty else { return }
    self.old.name(lexicon)
    self.new.name(lexicon)
    compare()
    findNonces()
  }

  private mutating func compare() {
    guard !old.tree.nodes.isEmpty, !new.tree.nodes.isEmpty else {
      if old.bytes != new.bytes { addBytes() }
      return
    }
    if let (ours, theirs) = loneStatus { return compare(ours, theirs) }
    let known = differences.count
    compareChildren(of: 0, 0)
    let found = differences[known...].contains { !$0.varies }
    let isSame = old.content(of: 0..<old.bytes.count) == new.content(of: 0..<new.bytes.count)
    // Lengths around what varies follow from it, and vary with it.
    if !found, !isSame, !hasVaryingLength { addBytes() }
  }

  /// The status words, where nothing else differs: how the data is read may depend on them.
  private var loneStatus: (Int, Int)? {
    guard let ours = old.tree.nodes.firstIndex(where: { $0.kind == .status }),
      let theirs = new.tree.nodes.firstIndex(where: { $0.kind == .status })
    else { return nil }
    let (place, other) = (old.tree.nodes[ours].place.range, new.tree.nodes[theirs].place.range)
    guard place == other, place.upperBound == old.bytes.count, other.upperBound == new.bytes.count,
      old.bytes[..<place.lowerBound] == new.bytes[..<other.lowerBound]
    else { return nil }
    return (ours, theirs)
  }

  private var hasVaryingLength: Bool {
    old.varying.map(\.count) != new.varying.map(\.count) && !old.varying.isEmpty
  }

  /// The whole half, from the first byte that differs to the last.
  private mutating func addBytes() {
    differences.append(
      FieldDifference(
        side == .command ? "command" : "answer",
        .bytes(side, old: 0..<old.bytes.count, new: 0..<new.bytes.count)))
  }

  /// Compares what is inside two nodes, item by item under the same path.
  private mutating func compareChildren(of ours: Int, _ theirs: Int) {
    var places: [String: Int] = [:]
    for child in new.tree.children(of: theirs) { places[new.paths[child]] = child }
    var met: Set<Int> = []
    var added: [Int] = []
    let known = differences.count
    for child in old.tree.children(of: ours) {
      guard let other = places[old.paths[child]] else {
        if !isDerived(old, child) { add(child, nil) }
        continue
      }
      met.insert(other)
      compare(child, other)
    }
    for child in new.tree.children(of: theirs) where !met.contains(child) { added.append(child) }
    if met.isEmpty, let (path, range, other) = unlikeReading(of: ours, theirs) {
      differences.removeSubrange(known...)
      differences.append(FieldDifference(path, .bytes(side, old: range, new: other)))
      return
    }
    for child in added where !isDerived(new, child) { add(nil, child) }
  }

  /// Where what one side tells apart is one field on the other, as a block is whose fields check each
  /// other and do not fit: that field's path, and the bytes of both.
  private func unlikeReading(of ours: Int, _ theirs: Int) -> (String, Range<Int>, Range<Int>)? {
    let (left, right) = (old.tree.children(of: ours), new.tree.children(of: theirs))
    guard (left.count == 1) != (right.count == 1),
      let range = old.tree.range(of: left), let other = new.tree.range(of: right), range == other,
      range.upperBound <= min(old.bytes.count, new.bytes.count)
    else { return nil }
    let path = left.count == 1 ? old.paths[left[0]] : new.paths[right[0]]
    return (String(path.prefix { $0 != "\u{0}" }), range, other)
  }

  private mutating func compare(_ ours: Int, _ theirs: Int) {
    let (one, other) = (old.tree.nodes[ours], new.tree.nodes[theirs])
    let (range, otherRange) = (one.place.range, other.place.range)
    guard range.upperBound <= old.bytes.count, otherRange.upperBound <= new.bytes.count else {
      return
    }
    let isSame =
      one.kind == .bits && other.kind == .bits
      ? one.number == other.number
      : old.bytes[range] == new.bytes[otherRange]
    if isSame || isDerived(old, ours) && isDerived(new, theirs) { return }
    let known = differences.count
    if one.kind.isContainer, other.kind.isContainer, old.tree.hasChildren(ours),
      new.tree.hasChildren(theirs)
    {
      compareChildren(of: ours, theirs)
      if differences.count > known { return }
      if hasVaryingLength || old.content(of: range) == new.content(of: otherRange) { return }
    }
    add(ours, theirs)
  }

  /// Whether a field only says how long the others are.
  private func isDerived(_ half: Half, _ node: Int) -> Bool {
    let name = half.paths[node]
    return name == "lc" && half.tree.problems.isEmpty && half.tree.nodes[node].kind == .number
  }

  private mutating func add(_ ours: Int?, _ theirs: Int?) {
    let path = (ours.map { old.paths[$0] } ?? theirs.map { new.paths[$0] }) ?? ""
    var difference = FieldDifference(
      String(path.prefix { $0 != "\u{0}" }), .field(side, old: ours, new: theirs))
    let oldVaries = ours.map { old.varies(old.tree.nodes[$0].place.range) } ?? true
    let newVaries = theirs.map { new.varies(new.tree.nodes[$0].place.range) } ?? true
    difference.varies = oldVaries && newVaries && (ours != nil && theirs != nil)
    differences.append(difference)
  }

  /// Nonces that are the same on both sides.
  private mutating func findNonces() {
    for ours in old.tree.nodes.indices where old.nonces.contains(old.tree.nodes[ours].place.range) {
      guard let theirs = new.paths.firstIndex(of: old.paths[ours]) else { continue }
      let range = old.tree.nodes[ours].place.range
      let otherRange = new.tree.nodes[theirs].place.range
      guard new.nonces.contains(otherRange), old.bytes[range] == new.bytes[otherRange] else {
        continue
      }
      var repeated = FieldDifference(
        String(old.paths[ours].prefix { $0 != "\u{0}" }), .field(side, old: ours, new: theirs))
      repeated.isRepeatedNonce = true
      differences.append(repeated)
    }
  }
}

extension FieldNode.Kind {
  /// Whether what is inside says in which part two of them differ.
  fileprivate var isContainer: Bool {
    switch self {
    case .message, .group, .list, .element, .bytes: true
    case .number, .bits, .entry, .status: false
    }
  }
}

extension FieldTree {
  /// Nodes directly inside another.
  fileprivate func children(of node: Int) -> [Int] {
    var children: [Int] = []
    var index = node + 1
    let end = end(of: node)
    while index < end {
      children.append(index)
      index = self.end(of: index)
    }
    return children
  }

  /// From the first byte of some nodes to their last.
  fileprivate func range(of nodes: [Int]) -> Range<Int>? {
    let places = nodes.map { self.nodes[$0].place.range }
    guard let start = places.map(\.lowerBound).min(), let end = places.map(\.upperBound).max()
    else {
      return nil
    }
    return start..<end
  }

  fileprivate func hasChildren(_ node: Int) -> Bool {
    node + 1 < nodes.count && nodes[node + 1].depth > nodes[node].depth
  }
}

extension Lexicon {
  /// A node's path. For cold paths.
  func path(of node: Int, in tree: FieldTree) -> String {
    var buffer = ByteBuffer(capacity: 64)
    append(pathOf: node, in: tree, to: &buffer)
    var text: [UInt8] = []
    text.append(buffer.span)
    return String(decoding: text, as: UTF8.self)
  }
}
