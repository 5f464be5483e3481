import Bytes
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

  package init(_ contents: TagContents, beside others: [TagContents] = [], _ lexicon: Lexicon) {
    self.contents = contents
    self.others = others
    message = contents.messages.first?.contents
    var findings: [Finding] = []
    for part in [contents] + others {
      MemoryRules.check(
        part, message: part.isMain ? message : nil, visit: 0, into: &findings)
    }
    self.findings = findings
    var names: [String] = []
    if !contents.identity.version.isEmpty, let products = lexicon.grammar("products") {
      var evidence = ProductEvidence()
      evidence.version = contents.identity.version
      names = products.products(evidence).map { products.string($0.name) }
    }
    product = names.count == 1 ? names[0] : nil
    long =
      TagWords.join(contents, OutcomeWords(long: "", short: "", products: names)).long
      + (message == nil ? "" : ":")
  }
}
