import Bytes

/// Test cases in JUnit's XML, which CI systems show as tests.
struct JUnitCases: ~Copyable {
  private var cases = ByteBuffer(capacity: 16 * 1024)
  private var count = (all: 0, failed: 0, broken: 0)

  /// How a test case ended.
  enum Outcome: Sendable {
    /// It passed, and printed this.
    case passed(String)
    /// It did not, with a message and a text.
    case failed(String, String)
    /// It could not be run.
    case broken(String)
  }

  /// Appends a test case.
  mutating func add(_ name: String, _ outcome: Outcome) {
    count.all += 1
    cases.append("<testcase classname=\"nfctrace diff\" name=\"")
    Self.append(escaping: name, to: &cases)
    cases.append("\">")
    switch outcome {
    case .passed(let text):
      cases.append("<system-out>")
      Self.append(escaping: text, to: &cases)
      cases.append("</system-out>")
    case .failed(let message, let text):
      count.failed += 1
      append("failure", message, text)
    case .broken(let message):
      count.broken += 1
      append("error", message, "")
    }
    cases.append("</testcase>\n")
  }

  /// Writes the whole document.
  mutating func finish(into out: inout ByteBuffer) {
    out.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    out.append("<testsuites><testsuite name=\"nfctrace diff\" tests=\"")
    out.append(decimal: count.all)
    out.append("\" failures=\"")
    out.append(decimal: count.failed)
    out.append("\" errors=\"")
    out.append(decimal: count.broken)
    out.append("\">\n")
    out.append(cases.span)
    out.append("</testsuite></testsuites>\n")
  }

  private mutating func append(_ kind: StaticString, _ message: String, _ text: String) {
    cases.append("<")
    cases.append(kind)
    cases.append(" message=\"")
    Self.append(escaping: message, to: &cases)
    cases.append("\">")
    Self.append(escaping: text, to: &cases)
    cases.append("</")
    cases.append(kind)
    cases.append(">")
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
