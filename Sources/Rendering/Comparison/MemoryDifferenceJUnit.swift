package import Analysis
import Bytes
package import TraceFormat

/// Compared memories as JUnit's XML: each pair is a test case.
package struct MemoryDifferenceJUnit: ~Copyable, MemoryReport {
  private var out = ByteBuffer(capacity: 4096)
  private var text: MemoryDifferenceText
  private var cases = JUnitCases()

  package init(showsSecrets: Bool) {
    text = MemoryDifferenceText(
      Typeface(isUTF8: true, hasColour: false), showsSecrets: showsSecrets)
  }

  package var hasMasked: Bool { text.hasMasked }

  package mutating func write(
    _ differences: [MemoryDifference], _ name: String, old: String, new: String
  ) {
    text.write(differences, name, old: old, new: new)
    let told = text.out.text
    text.out.clear()
    cases.add(
      ComparisonWords.name(name),
      differences.allSatisfy(\.isSame)
        ? .passed(told) : .failed(MemoryDifferenceText.verdict(differences), told))
  }

  package mutating func single(_ name: String, onlyIn folder: String, isOld: Bool) {
    cases.add(name, .failed("only in \(folder)", ""))
  }

  package mutating func fail(_ name: String, _ reason: String) {
    cases.add(ComparisonWords.name(name), .broken(reason))
  }

  package mutating func finish() { cases.finish(into: &out) }

  package mutating func flush(
    _ write: (Span<UInt8>) throws(TraceError) -> Void
  ) throws(TraceError) {
    try out.flush(write)
  }
}
