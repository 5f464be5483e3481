import Bytes
import Decoding
import GrammarLanguage

/// Fields as lines: `= 6F.A5.BF0C.61.4F  A0000000031010 "Visa"  26:28`, the place being frame and
/// byte.
extension Composer {
  /// Appends the fields of one half of the dissection, and the bytes that they are in.
  mutating func append(
    fieldsOf half: Dissection.Half, of side: Side, in story: borrowing Story
  ) {
    guard let lexicon = names.lexicon else { return }
    for index in half.tree.nodes.indices where half.tree.isShown(index) {
      let node = half.tree.nodes[index]
      words.append("      = ")
      var column = words.count
      lexicon.append(pathOf: index, in: half.tree, to: &words)
      pad(from: column, to: Self.valueWidth)
      column = words.count
      append(valueOf: node, half, of: side, lexicon, in: story)
      if let place = dissection.place(of: node.place.range, in: half, of: story) {
        pad(from: column, to: Self.placeWidth)
        words.append(frameOf: place)
        words.append(":")
        words.append(decimal: place.bytes.lowerBound)
      }
      words.append("\n")
    }
  }

  /// How wide paths are, and values with their meanings, before what follows moves right.
  private static let valueWidth = 22
  private static let placeWidth = 50

  private mutating func pad(from start: Int, to width: Int) {
    let used = TextWidth.columns(words.span.extracting(start..<words.count))
    words.append(repeating: UInt8(ascii: " "), count: max(1, width - used))
  }

  private mutating func append(
    valueOf node: FieldNode, _ half: Dissection.Half, of side: Side, _ lexicon: Lexicon,
    in story: borrowing Story
  ) {
    let range = node.place.range
    let isSecret = mask.hides(node, of: side, lexicon)
    if node.kind == .bits {
      words.append(decimal: UInt(node.number))
    } else {
      append(hexOf: range, half, of: side, isSecret: isSecret, in: story)
    }
    guard !isSecret else { return }
    for meaning in meanings(of: node, half, lexicon, in: story) {
      words.append(" \"")
      CardText.append(meaning, to: &words)
      words.append("\"")
    }
  }

  private mutating func append(
    hexOf range: Range<Int>, _ half: Dissection.Half, of side: Side, isSecret: Bool,
    in story: borrowing Story
  ) {
    let bytes = dissection.copy(of: half, in: story)
    guard range.upperBound <= bytes.count else { return }
    if isSecret, !mask.touches(range, of: side) {
      for _ in range { words.append("··") }
      mask.noteHidden()
    } else {
      words.append(hex: bytes.span, range, of: side, mask: &mask, sign: "·")
    }
  }

  private func meanings(
    of node: FieldNode, _ half: Dissection.Half, _ lexicon: Lexicon, in story: borrowing Story
  ) -> [String] {
    dissection.withBytes(of: half, in: story) { lexicon.meanings(of: node, in: $0) }
  }
}

extension Dissection {
  /// The bytes of a half, copied out. For cold paths.
  func copy(of half: Half, in story: borrowing Story) -> [UInt8] {
    withBytes(of: half, in: story) { bytes in
      var copy: [UInt8] = []
      copy.append(bytes)
      return copy
    }
  }
}

extension FieldTree {
  /// Whether a node has a value of its own: what holds others is shown by them.
  func isShown(_ index: Int) -> Bool {
    guard nodes[index].depth > 0 else { return false }
    let hasInner = index + 1 < nodes.count && nodes[index + 1].depth > nodes[index].depth
    switch nodes[index].kind {
    case .message: return false
    case .group, .list: return false
    case .number, .bits, .entry, .status: return true
    case .bytes, .element: return !hasInner
    }
  }
}

extension Mask {
  /// Adds the fields of a dissection that the grammars call secret.
  mutating func add(_ dissection: Dissection, _ lexicon: Lexicon?) {
    guard isActive, let lexicon else { return }
    for (half, side) in [(dissection.command, Side.command), (dissection.answer, .answer)] {
      for node in half.tree.nodes {
        guard let kind = lexicon.attributes(of: node.label).secret, kind != .id else { continue }
        add(Secret(kind, side, node.place.range))
      }
    }
  }

  /// Whether a field holds a secret: its label says so, or its bytes are known to be one.
  mutating func hides(_ node: FieldNode, of side: Side, _ lexicon: Lexicon) -> Bool {
    guard isActive else { return false }
    let kind = lexicon.attributes(of: node.label).secret
    return kind != nil && kind != .id || touches(node.place.range, of: side)
  }
}
