import Bytes
import Decoding
package import GrammarLanguage
package import Tags

/// What is said of a memory that came in one piece, as dumps do.
package struct MemoryReading: Sendable {
  package let contents: TagContents
  /// Parts of the tag beside it: the container of a Type 4 tag.
  package let others: [TagContents]
  /// What the message in it says.
  package let message: NDEFContents?
  package let findings: [Finding]
  /// The product that its own answers name.
  package let product: String?
  /// `Type 2 tag (NTAG215), 504 bytes (CC E1 10 3E 00), writable; NDEF message in …`.
  package let long: String
  /// What sectors of a MIFARE Classic card are for and allow, a line each.
  package let lines: [String]

  package init(_ contents: TagContents, beside others: [TagContents] = [], _ lexicon: Lexicon) {
    self.contents = contents
    self.others = others
    message = contents.messages.first?.contents
    let vocabulary = Vocabulary(lexicon)
    var findings: [Finding] = []
    for part in [contents] + others {
      MemoryRules.check(
        part, message: part.isMain ? message : nil, visit: 0, into: &findings)
    }
    if case .unread(_, let first, let second) = contents.faults.first?.kind,
      let index = findings.firstIndex(where: { $0.id == .memoryUnread }),
      let meaning = vocabulary.felicaStatus(second)
    {
      var words = "\(Hex.text(second, digits: 2)): \(meaning)"
      // A flag of one bit names an element of the list that the read asked for.
      if first.nonzeroBitCount == 1 {
        words +=
          "; \(Hex.text(first, digits: 2)): element \(first.trailingZeroBitCount + 1) of the list"
      }
      findings[index].notes.insert(words, at: 0)
    }
    self.findings = findings
    var names: [String] = []
    if !contents.identity.version.isEmpty, let products = lexicon.grammar("products") {
      var evidence = ProductEvidence()
      evidence.version = contents.identity.version
      names = products.products(evidence).map { products.string($0.name) }
    }
    product = names.count == 1 ? names[0] : nil
    var felica: FelicaOutcome?
    if contents.kind == .type3 {
      felica = FelicaOutcome(
        FelicaCard(pmm: contents.identity.pmm), contents.isMain ? contents : nil)
    }
    var words = TagWords.join(
      contents, OutcomeWords(long: "", short: "", products: names), felica
    ) { vocabulary.directoryApplication($0) }.long
    if contents.kind == .type3, !others.isEmpty {
      if !contents.isMain { words = "FeliCa card" }
      for part in others {
        let blocks = Words.count(part.image.seen / part.image.unit, "block")
        words += "; \(part.part), \(blocks)"
      }
    }
    long = words + (message == nil ? "" : ":")
    lines = contents.classic.map { SectorWords(vocabulary: vocabulary).lines($0) } ?? []
  }
}
