import Bytes
import GrammarLanguage
import Tags

/// What the blocks of FeliCa cards hold, as fields below the bytes of each: the attribute block of a
/// Type 3 tag, the system blocks of the Lite family, the history of transit cards.
struct FelicaBlockFields: Sendable {
  private let grammar: Grammar

  /// Prepares the grammar; nil where a lexicon has none of FeliCa.
  init?(_ lexicon: Lexicon) {
    guard let grammar = lexicon.grammar("felica") else { return nil }
    self.grammar = grammar
  }

  /// Puts them into the tree of the side that carries blocks: a Write's command, a Read's answer.
  /// `command` is the command, and `bytes` what the tree is of.
  func expand(
    _ tree: inout FieldTree, isAnswer: Bool, command: Span<UInt8>, bytes: Span<UInt8>
  ) {
    // Where lengths do not fit, nothing tells which bytes are a block's.
    guard tree.problems.isEmpty, let access = FelicaAccess(command), access.isWrite != isAnswer
    else { return }
    var blocks = access.blocks
    var offset = access.isWrite ? access.dataStart : FelicaAccess.answerStart
    while let block = blocks.next(in: command), offset + AttributeBlock.blockLength <= bytes.count {
      let range = offset..<offset + AttributeBlock.blockLength
      offset = range.upperBound
      guard let service = access.service(block.service, in: command),
        let name = Self.structure(of: block.number, service, bytes.extracting(range)),
        let known = grammar.structure(named: name),
        let node = tree.nodes.firstIndex(where: {
          $0.kind == .bytes && $0.place.range == range
        })
      else { continue }
      insert(known, bytes.extracting(range), below: node, at: range.lowerBound, into: &tree)
    }
  }

  private func insert(
    _ structure: MessageIndex, _ block: Span<UInt8>, below node: Int, at offset: Int,
    into tree: inout FieldTree
  ) {
    var piece = FieldTree()
    var reader = MessageReader(Perspective(grammar))
    reader.read(structure, block, into: &piece)
    guard piece.problems.isEmpty, tree.nodes.count + piece.nodes.count <= FieldTree.nodeLimit
    else { return }
    let depth = Int(tree.nodes[node].depth)
    let fields = piece.nodes.dropFirst().map { field in
      var field = field
      field.place.start += UInt32(offset)
      field.depth = UInt8(clamping: Int(field.depth) + depth)
      return field
    }
    tree.nodes[node].kind = .group
    tree.nodes.insert(contentsOf: fields, at: node + 1)
  }

  /// The grammar's name for what a block holds; nil where that is the user's own.
  private static func structure(
    of block: UInt16, _ service: UInt16, _ bytes: Span<UInt8>
  ) -> String? {
    if service == TransitEntry.service {
      return TransitEntry(bytes)?.isPlausible == true ? "TransitEntry" : nil
    }
    guard FelicaCard.isTagService(service) else { return nil }
    switch block {
    case 0: return isAttributes(bytes) ? "AttributeBlock" : nil
    case LiteBlocks.challenge: return "RandomChallenge"
    case LiteBlocks.mac: return "MAC"
    case LiteBlocks.identification: return "Identification"
    case 0x83: return "DeviceID"
    case 0x84: return "ServiceCodes"
    case 0x85: return "SystemCodes"
    case 0x86: return "CardKeyVersion"
    case LiteBlocks.cardKey: return "CardKey"
    case LiteBlocks.configuration: return "MemoryConfiguration"
    case LiteBlocks.wcnt: return "WriteCount"
    case LiteBlocks.macA: return "AuthenticatedMAC"
    case LiteBlocks.state: return "State"
    default: return nil
    }
  }

  /// Whether a block 0 looks like an attribute block, be its sum right or not: version 1, nothing in
  /// what is reserved, flags that there are.
  private static func isAttributes(_ bytes: Span<UInt8>) -> Bool {
    guard let found = AttributeBlock(bytes), found.major == 1 else { return false }
    let isOpen = bytes[5] | bytes[6] | bytes[7] | bytes[8] == 0
    return found.isSound
      || isOpen && (found.writeFlag == 0 || found.isBeingWritten) && found.accessFlag <= 1
  }
}
