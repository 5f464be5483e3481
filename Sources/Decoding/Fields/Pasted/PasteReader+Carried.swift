import Bytes
import GrammarLanguage

/// What a reader's own frames carry of cards: their answers while they are activated, and APDUs.
extension PasteReader {
  /// Takes the targets in InListPassiveTarget's answer apart, D5 4B and their number first.
  func readTargets(of data: [UInt8], _ grammar: Grammar, into tree: inout FieldTree) {
    guard data.count > 3, let field = tree.nodes.indices.last else { return }
    var at = 3
    for _ in 0..<min(data[2], 2) {
      let rest = Array(data[at...])
      guard let (name, length) = Self.target(rest), length <= rest.count,
        let structure = grammar.structure(named: name)
      else { return }
      let depth = Int(tree.nodes[field].depth) + 1
      graft(structure, grammar, Array(rest[..<length]), at: at, depth: depth, into: &tree)
      at += length
      // An ATS follows where the SAK promises ISO-DEP, if the chip asked for one.
      if name == "TargetA", rest[3] & 0x20 != 0, at < data.count, data[at] > 0,
        at + Int(data[at]) <= data.count
      {
        graft(ats: Array(data[at..<at + Int(data[at])]), at: at, depth: depth + 1, into: &tree)
        at += Int(data[at])
      }
      guard at < data.count else { return }
    }
  }

  /// Which kind of card begins here, and how many bytes tell of it: an ATQB begins with 50, a SENSF_RES
  /// with its length and 01.
  private static func target(_ bytes: [UInt8]) -> (name: String, length: Int)? {
    guard bytes.count >= 5 else { return nil }
    if bytes[1] == 0x50, bytes.count >= 14 { return ("TargetB", 14 + Int(bytes[13])) }
    if bytes[2] == 0x01, bytes[1] == 0x12 || bytes[1] == 0x14 {
      return ("TargetF", 1 + Int(bytes[1]))
    }
    return [4, 7, 10].contains(bytes[4]) ? ("TargetA", 5 + Int(bytes[4])) : nil
  }

  /// The ATS in RF_INTF_ACTIVATED_NTF of a card with ISO-DEP and NFC-A, from T0 on behind its length.
  func readActivation(in bytes: [UInt8], into tree: inout FieldTree) {
    guard bytes.count > 10, bytes[4] == 0x02, bytes[6] == 0x00 else { return }
    let start = 10 + Int(bytes[9]) + 4
    guard start < bytes.count, bytes[start - 1] > 0 else { return }
    let length = Int(bytes[start])
    guard length > 0, start + 1 + length <= bytes.count,
      let field = tree.nodes.indices.last(where: {
        Int(tree.nodes[$0].place.start) == start + 1 && tree.nodes[$0].kind == .bytes
      })
    else { return }
    let depth = Int(tree.nodes[field].depth) + 1
    // As on air: TL counts itself too.
    var ats = Array(bytes[start..<start + 1 + length])
    ats[0] = UInt8(clamping: length + 1)
    var inner = FieldTree()
    read(ats: ats, into: &inner)
    inner.nodes.removeFirst(min(2, inner.nodes.count))
    tree.graft(inner, behind: field, at: start, depth: depth - 1)
  }

  /// Reads what InDataExchange, InCommunicateThru and their like carry, whose bytes begin so far back.
  func readCarried(by data: [UInt8], at offset: Int, into reading: inout PastedReading) {
    let start: Int
    switch (data[0], data[1]) {
    case (0xD4, 0x40), (0xD5, 0x41), (0xD5, 0x87), (0xD5, 0x89): start = 3
    case (0xD5, 0x43): start = 3
    case (0xD4, 0x42), (0xD4, 0x8E), (0xD4, 0x90): start = 2
    default: return
    }
    guard data.count > start else { return }
    // A status other than 00 says that nothing came.
    if data[0] == 0xD5, data[2] & 0x3F != 0 { return }
    reading.inner = readings(of: Array(data[start...])).filter {
      [.command, .answer, .status, .frame, .felica].contains($0.kind)
    }.map { $0.shifted(by: offset + start) }
  }

  private func graft(
    _ structure: MessageIndex, _ grammar: Grammar, _ bytes: [UInt8], at offset: Int, depth: Int,
    into tree: inout FieldTree
  ) {
    var inner = FieldTree()
    var reader = MessageReader(Perspective(grammar))
    reader.read(structure, bytes.span, into: &inner)
    tree.graft(inner, behind: tree.nodes.count - 1, at: offset, depth: depth)
  }

  private func graft(ats: [UInt8], at offset: Int, depth: Int, into tree: inout FieldTree) {
    var inner = FieldTree()
    read(ats: ats, into: &inner)
    guard !inner.nodes.isEmpty else { return }
    inner.nodes.removeFirst()
    tree.graft(inner, behind: tree.nodes.count - 1, at: offset, depth: depth - 1)
  }

  private func read(ats: [UInt8], into tree: inout FieldTree) {
    guard let blocks = lexicon.grammar("iso-dep"),
      let rats = blocks.message(code: 0xE0, isResponse: false), let answer = blocks.answer(to: rats)
    else { return }
    var reader = MessageReader(Perspective(blocks))
    reader.read(answer, ats.span, into: &tree)
  }
}

extension FieldTree {
  /// Puts another tree's nodes behind a node, deeper and further back. Its problems stay behind: what is
  /// carried makes no frame around it malformed.
  fileprivate mutating func graft(_ other: FieldTree, behind index: Int, at offset: Int, depth: Int)
  {
    var nodes = other.nodes
    for place in nodes.indices {
      nodes[place].depth = UInt8(clamping: Int(nodes[place].depth) + depth)
      nodes[place].place.start += UInt32(clamping: offset)
    }
    self.nodes.insert(contentsOf: nodes, at: index + 1)
    for place in problems.indices where problems[place].node > index {
      problems[place].node += nodes.count
    }
  }
}
