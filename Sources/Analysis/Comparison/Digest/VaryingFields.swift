import Bytes
import Decoding
import GrammarLanguage

/// Finds the bytes of a half that may differ from one recording to the next and mean nothing by it:
/// what the grammars say `varies`, and the card's own identifier, which is compared once a visit.
struct VaryingFields: Sendable {
  private let lexicon: Lexicon
  private var traits: [Traits]
  /// Whether the nodes around the one under work vary, by depth.
  private var around: [Bool] = []
  /// Runs without overlap, in order.
  private(set) var runs: [Range<Int>] = []
  /// Runs that must not be the same twice.
  private(set) var nonces: [Range<Int>] = []

  /// What is known of a label.
  struct Traits: OptionSet, Sendable {
    let rawValue: UInt8
    static let known = Traits(rawValue: 1)
    static let varies = Traits(rawValue: 2)
    static let nonce = Traits(rawValue: 4)
    static let identifier = Traits(rawValue: 8)
    /// An element that no grammar knows: it is like what it is in.
    static let unknown = Traits(rawValue: 16)
  }

  init(_ lexicon: Lexicon) {
    self.lexicon = lexicon
    traits = [Traits](repeating: [], count: lexicon.labelCount)
  }

  /// Looks through the fields of a half whose bytes are given.
  mutating func find(in tree: FieldTree, _ bytes: Span<UInt8>, identifier: Identifier) {
    runs.removeAll(keepingCapacity: true)
    nonces.removeAll(keepingCapacity: true)
    around.removeAll(keepingCapacity: true)
    let nodes = tree.nodes.span
    for index in nodes.indices {
      let node = nodes[index]
      let depth = Int(node.depth)
      let traits = traits(of: node.label)
      let isInside = depth > 0 && depth <= around.count && around[depth - 1]
      let varies = traits.contains(.varies) || isInside && traits.contains(.unknown)
      if around.count > depth { around.removeLast(around.count - depth) }
      while around.count < depth { around.append(false) }
      around.append(varies)
      let range = node.place.range
      // An entry of a list names a field that varies; it is none.
      guard range.upperBound <= bytes.count, !range.isEmpty, node.kind != .entry else { continue }
      if varies, !Self.isDecidedInside(nodes, index) {
        add(range)
        if traits.contains(.nonce) { nonces.append(range) }
      } else if traits.contains(.identifier), Self.isSame(bytes.extracting(range), identifier) {
        add(range)
      }
    }
  }

  /// Whether bytes are an identifier, sent in either order.
  private static func isSame(_ bytes: Span<UInt8>, _ identifier: Identifier) -> Bool {
    let count = Int(identifier.count)
    guard bytes.count == count else { return false }
    return (0..<count).allSatisfy { bytes[$0] == identifier[$0] }
      || (0..<count).allSatisfy { bytes[$0] == identifier[count - 1 - $0] }
  }

  /// Whether what is inside a node says by itself which of it varies.
  private static func isDecidedInside(_ nodes: Span<FieldNode>, _ index: Int) -> Bool {
    guard index + 1 < nodes.count, nodes[index + 1].depth > nodes[index].depth else { return false }
    switch nodes[index].kind {
    case .bytes, .element, .message: return true
    case .group, .list, .number, .bits, .entry, .status: return false
    }
  }

  /// What is known of a label.
  mutating func traits(of label: UInt16) -> Traits {
    guard Int(label) < traits.count else { return [] }
    if traits[Int(label)].contains(.known) { return traits[Int(label)] }
    var found: Traits = .known
    let attributes = lexicon.attributes(of: label)
    if attributes.varies { found.insert(.varies) }
    if attributes.isNonce { found.insert(.nonce) }
    if attributes.secret == .id { found.insert(.identifier) }
    if let grammar = lexicon.grammar(ofLabel: label),
      label - grammar.labelBase == ImpliedLabel.element.rawValue
    {
      found.insert(.unknown)
    }
    traits[Int(label)] = found
    return found
  }

  private mutating func add(_ range: Range<Int>) {
    // Nodes come in the order of their bytes, what is inside behind what it is in.
    if let last = runs.last, range.lowerBound < last.upperBound {
      runs[runs.count - 1] =
        min(
          last.lowerBound, range.lowerBound)..<max(
          last.upperBound, range.upperBound)
    } else {
      runs.append(range)
    }
  }
}

extension ContentKey {
  /// Adds bytes without some runs, and where those were.
  mutating func add(_ bytes: Span<UInt8>, without runs: [Range<Int>]) {
    guard !runs.isEmpty else { return add(bytes) }
    var at = 0
    for run in runs where run.lowerBound >= at && run.upperBound <= bytes.count {
      add(bytes.extracting(at..<run.lowerBound))
      add(UInt64(run.count))
      at = run.upperBound
    }
    add(bytes.extracting(at..<bytes.count))
  }
}
