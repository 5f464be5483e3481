import Bytes
import Decoding
package import GrammarLanguage
package import Tags

/// What is said of a memory that came in one piece, as dumps do.
package struct MemoryReading: Sendable {
  package let contents: TagContents
  package let findings: [Finding]
  /// The product that its own answers name.
  package let product: String?
  /// `Type 2 tag (NTAG215), 504 bytes (CC E1 10 3E 00), writable; NDEF message in …`.
  package let long: String
  /// What sectors of a MIFARE Classic card are for and allow, a line each.
  package let lines: [String]

  /// What else the dump holds: blocks of other services.
  package let parts: [TagContents]

  package init(_ contents: TagContents, parts: [TagContents] = [], _ lexicon: Lexicon) {
    self.contents = contents
    self.parts = parts
    var findings: [Finding] = []
    MemoryRules.check(
      contents, message: contents.messages.first?.contents, visit: 0, into: &findings)
    if case .unread(_, let first, let second) = contents.faults.first?.kind,
      let index = findings.firstIndex(where: { $0.id == .memoryUnread }),
      let meaning = Vocabulary(lexicon).felicaStatus(second)
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
    let vocabulary = Vocabulary(lexicon)
    var words = TagWords.join(
      contents, OutcomeWords(long: "", short: "", products: names), felica
    ) { vocabulary.directoryApplication($0) }.long
    if contents.kind == .type3, !contents.isMain, !parts.isEmpty {
      words = "FeliCa card"
    }
    for part in parts {
      let blocks = Words.count(part.image.seen / part.image.unit, "block")
      words += "; \(part.part), \(blocks)"
    }
    long = words
    lines = contents.classic.map { SectorWords(vocabulary: vocabulary).lines($0) } ?? []
  }
}
