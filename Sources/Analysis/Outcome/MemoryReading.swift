import Bytes
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

  package init(_ contents: TagContents, _ lexicon: Lexicon) {
    self.contents = contents
    var findings: [Finding] = []
    MemoryRules.check(
      contents, message: contents.messages.first?.contents, visit: 0, into: &findings)
    self.findings = findings
    var names: [String] = []
    if !contents.identity.version.isEmpty, let products = lexicon.grammar("products") {
      var evidence = ProductEvidence()
      evidence.version = contents.identity.version
      names = products.products(evidence).map { products.string($0.name) }
    }
    product = names.count == 1 ? names[0] : nil
    let vocabulary = Vocabulary(lexicon)
    long =
      TagWords.join(contents, OutcomeWords(long: "", short: "", products: names)) {
        vocabulary.directoryApplication($0)
      }.long
    lines = contents.classic.map { SectorWords(vocabulary: vocabulary).lines($0) } ?? []
  }
}
