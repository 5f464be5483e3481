package import Analysis
import Bytes
package import Decoding
package import GrammarLanguage
package import TraceFormat

/// Comparisons as JUnit's XML, which CI systems show as tests: each pair of captures is a test case,
/// and what differs is its failure.
package struct DifferenceJUnit: ~Copyable, ComparisonReport {
  var out = ByteBuffer(capacity: 16 * 1024)
  /// The text of the pair under work.
  private var text: DifferenceText
  private var cases = ByteBuffer(capacity: 16 * 1024)
  private var count = (all: 0, failed: 0, broken: 0)
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
    count.all += 1
    count.failed += 1
    open(case: name)
    fail("failure", "only in \(folder)", "")
  }

  package mutating func fail(_ name: String, _ reason: String) {
    count.all += 1
    count.broken += 1
    open(case: name)
    fail("error", reason, "")
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
    count.all += 1
    open(case: name ?? "")
    name = nil
    let told = text.out.text
    text.out.clear()
    if facts.isSame {
      cases.append("><system-out>")
      Self.append(escaping: told, to: &cases)
      cases.append("</system-out></testcase>\n")
    } else {
      count.failed += 1
      fail("failure", ComparisonWords.verdict(facts), told)
    }
  }

  package mutating func finish() {
    out.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    out.append("<testsuites><testsuite name=\"nfctrace diff\" tests=\"")
    out.append(decimal: count.all)
    out.append("\" failures=\"")
    out.append(decimal: count.failed)
    out.append("\" errors=\"")
    out.append(decimal: count.broken)
    out.append("\">\n")
    out.append(all: cases)
    out.append("</testsuite></testsuites>\n")
  }

  private mutating func open(case name: String) {
    cases.append("<testcase classname=\"nfctrace diff\" name=\"")
    Self.append(escaping: name, to: &cases)
    cases.append("\"")
  }

  private mutating func fail(_ kind: StaticString, _ message: String, _ text: String) {
    cases.append("><")
    cases.append(kind)
    cases.append(" message=\"")
    Self.append(escaping: message, to: &cases)
    cases.append("\">")
    Self.append(escaping: text, to: &cases)
    cases.append("</")
    cases.append(kind)
    cases.append("></testcase>\n")
  }

  /// Appends text for XML. What XML does not allow is written out before, or left out here.
  private static func append(escaping text: String, to out: inout ByteBuffer) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": out.append("&amp;")
      case "<": out.append("&lt;")
      case ">": out.append("&gt;")
      case "\"": out.append("&quot;")
      case "\n", "\t": out.append(String(scalar))
      case "\u{0}"..."\u{1F}", "\u{FFFE}"..."\u{FFFF}": break
      default: out.append(String(scalar))
      }
    }
  }
}
