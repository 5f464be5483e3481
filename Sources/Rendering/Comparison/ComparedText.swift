package import Analysis
import Bytes
package import Decoding
package import GrammarLanguage
package import TraceFormat

/// Two captures compared, and what differs as one text: for tests, and for whoever wants a value.
package struct ComparedText: Sendable {
  package let facts: ComparisonFacts
  /// What `nfctrace diff` writes into a file.
  package let text: String

  /// Compares two captures. Secrets that the finder finds are masked; all are shown without one.
  package init(
    _ old: ComparedCapture, _ new: ComparedCapture, _ options: ComparisonOptions,
    lexicon: Lexicon, secrets: SecretFinder?, label: @escaping (TraceDescription) -> String
  ) throws(TraceError) {
    let look = TextOptions(
      columns: .unbounded(), typeface: Typeface(isUTF8: true, hasColour: false))
    var report = DifferenceText(look, options, lexicon: lexicon, secrets: secrets, label: label)
    var text: [UInt8] = []
    facts = try TraceComparison(lexicon, options).compare(old, new, into: &report) {
      (report: inout DifferenceText) throws(TraceError) in
      try report.flush { bytes throws(TraceError) in text.append(bytes) }
    }
    self.text = String(decoding: text, as: UTF8.self)
  }
}
