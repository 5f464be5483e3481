package import Analysis
import Bytes
package import Decoding
package import GrammarLanguage
package import TraceFormat

/// Comparisons as JUnit's XML: each pair of captures is a test case, and what differs is its failure.
package struct DifferenceJUnit: ~Copyable, ComparisonReport {
  var out = ByteBuffer(capacity: 16 * 1024)
  /// The text of the pair under work.
  private var text: DifferenceText
  private var cases = JUnitCases()
  private var name: String?

  package init(
    _ look: TextOptions, _ options: ComparisonOptions, lexicon: Lexicon, secrets: SecretFinder?,
    label: @escaping (TraceDescription) -> String
  ) {
    text = DifferenceText(look, options, lexicon: lexicon, secrets: secrets, label: label)
  }

  package var hasMasked: Bool { text.hasMasked }

  package mutating func flush(
    _ write: (Span<UInt8>) throws(TraceError) -> Void
  ) throws(TraceError) {
    try out.flush(write)
  }

  package mutating func begin(_ name: String) { self.name = name }

  package mutating func single(_ name: String, onlyIn folder: String, isOld: Bool) {
    cases.add(name, .failed("only in \(folder)", ""))
  }

  package mutating func fail(_ name: String, _ reason: String) {
    cases.add(name, .broken(reason))
    text.out.clear()
    self.name = nil
  }

  package mutating func open(_ old: ComparedSide, _ new: ComparedSide) {
    name = name ?? ComparisonWords.name(old.name)
    text.open(old, new)
  }

  package mutating func take(_ piece: ComparisonPiece) { text.take(piece) }

  package mutating func close(_ facts: ComparisonFacts) {
    text.close(facts)
    let told = text.out.text
    text.out.clear()
    cases.add(
      name ?? "", facts.isSame ? .passed(told) : .failed(ComparisonWords.verdict(facts), told))
    name = nil
  }

  package mutating func finish() { cases.finish(into: &out) }
}
