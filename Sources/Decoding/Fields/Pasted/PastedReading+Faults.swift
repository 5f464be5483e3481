import Bytes
import GrammarLanguage

/// What does not fit in fields that were read, in words.
extension PastedReading {
  /// Takes the problems of the tree that make bytes malformed. A value that the grammar does not
  /// expect is none: it may be a newer edition's.
  mutating func takeFaults(of lexicon: Lexicon) {
    for problem in tree.problems {
      guard let words = Self.words(problem, in: tree, lexicon) else { continue }
      if case .element(.tooDeep) = problem.kind {
        // Our own bound makes no bytes malformed.
        notes.append("\(words); what is deeper is not looked at")
        continue
      }
      faults.append(Fault(offset: problem.offset, words: words))
    }
  }

  private static func words(
    _ problem: FieldProblem, in tree: FieldTree, _ lexicon: Lexicon
  ) -> String? {
    let node = tree.nodes[min(problem.node, tree.nodes.count - 1)]
    switch problem.kind {
    case .unknown, .unexpected, .tooMany: return nil
    case .length(let allowed):
      return
        "tag \(text(node.number)) has \(count(node.place.count, "byte")), not \(words(allowed))"
    case .truncated(let needed, let available):
      return "\(lexicon.name(of: node.label)) needs \(count(needed, "byte")), "
        + "\(available) \(available == 1 ? "is" : "are") there"
    case .trailing(let bytes): return "\(count(bytes, "byte")) left over"
    case .negative: return "\(lexicon.name(of: node.label)) has a length below nothing"
    case .element(let fault): return words(fault, tag: text(node.number))
    case .command(let fault): return words(fault)
    case .noStatus(let present):
      return
        "an answer needs SW1-SW2, \(count(present, "byte")) \(present == 1 ? "is" : "are") there"
    }
  }

  private static func words(_ fault: TLVFault.Kind, tag: String) -> String {
    switch fault {
    case .truncatedTag: "a tag is cut off by the end of what holds it"
    case .tagTooLong: "a tag of more than four bytes"
    case .noLength: "tag \(tag) has no length"
    case .badLength(let byte):
      "tag \(tag) has the length byte \(text(UInt64(byte))), which says no length"
    case .tooLong(let claimed, let present):
      "tag \(tag) claims \(count(claimed, "byte")), \(present) \(present == 1 ? "is" : "are") left"
    case .tooDeep(let limit): "more than \(limit) templates inside each other"
    }
  }

  private static func words(_ fault: CommandAPDU.Fault) -> String {
    switch fault {
    case .headerTooShort(let present):
      "a command needs 4 bytes (CLA INS P1 P2), \(present) \(present == 1 ? "is" : "are") there"
    case .invalidClass: "CLA FF is no class of commands to a card"
    case .lc(let claimed, let present):
      "Lc says \(count(claimed, "byte")), \(present) \(present == 1 ? "follows" : "follow")"
    case .lcZeroExtended: "the extended Lc is 0, and bytes follow it"
    }
  }

  private static func words(_ allowed: ClosedRange<UInt32>) -> String {
    if allowed.lowerBound == allowed.upperBound { return "\(allowed.lowerBound)" }
    if allowed.upperBound == .max { return "\(allowed.lowerBound) or more" }
    return "\(allowed.lowerBound) to \(allowed.upperBound)"
  }

  static func count(_ number: Int, _ thing: String) -> String {
    number == 1 ? "1 \(thing)" : "\(number) \(thing)s"
  }

  /// A number with as many hex digits as its bytes have.
  static func text(_ number: UInt64) -> String {
    let bytes = max(1, (UInt64.bitWidth - number.leadingZeroBitCount + 7) / 8)
    let digits = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 2 * bytes - digits.count)) + digits
  }
}
