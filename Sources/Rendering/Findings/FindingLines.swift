package import Analysis
package import Bytes
package import Decoding

/// Findings alone, one a line, as compilers write theirs or as GitHub's annotations.
package struct FindingLines: ~Copyable, Renderer {
  private let style: Style
  private var memory: CommandMemory
  private var selector: Selector
  private var file = ""
  /// What was put together and may hold anything.
  private var raw = ByteBuffer(capacity: 256)

  /// How a line looks.
  package enum Style: Equatable, Sendable {
    /// `file:frame: severity: text [id]`, which editors and CI systems read.
    case lines
    /// Workflow commands: `::error file=…,title=…::text`.
    case github
  }

  package init(
    _ style: Style, filter: Filter = Filter(), names: NameSource, secrets: SecretFinder?
  ) {
    self.style = style
    memory = CommandMemory(names: names, secrets: secrets)
    selector = Selector(filter, names: names)
  }

  package var hasMasked: Bool { memory.hasMasked }

  package mutating func open(_ opening: Opening, into out: inout ByteBuffer) {
    file = opening.file
    selector.start = opening.start ?? 0
  }

  package mutating func write(
    _ story: borrowing Story, findings: [Finding], outcomes: [VisitOutcome],
    into out: inout ByteBuffer
  ) {
    var next = 0
    for index in story.entries.indices {
      let first = next
      while next < findings.count, findings[next].entry <= index { next += 1 }
      let found = findings[first..<next]
      guard case .step(let step, let defects) = story.entries[index] else {
        for finding in found where selector.selects(finding) { write(finding, into: &out) }
        continue
      }
      memory.note(step, hasFinding: !found.isEmpty, in: story)
      guard !found.isEmpty, selector.selects(step, defects: defects, found, in: story) else {
        continue
      }
      for finding in found { write(finding, into: &out) }
    }
  }

  package mutating func write(_ findings: [Finding], into out: inout ByteBuffer) {
    for finding in findings where selector.selects(finding) { write(finding, into: &out) }
  }

  package mutating func close(_ summary: Summary, into out: inout ByteBuffer) {}

  private mutating func write(_ finding: Finding, into out: inout ByteBuffer) {
    switch style {
    case .lines: writeLine(finding, into: &out)
    case .github: writeAnnotation(finding, into: &out)
    }
  }

  private mutating func writeLine(_ finding: Finding, into out: inout ByteBuffer) {
    CardText.append(file, to: &out)
    if let place = finding.places.first {
      out.append(":")
      out.append(frameOf: place)
    }
    out.append(": ")
    out.append(finding.severity.word)
    out.append(": ")
    raw.clear()
    finding.append(sentenceTo: &raw, &memory)
    CardText.append(raw.span, to: &out)
    out.append(" [")
    out.append(finding.id.rawValue)
    out.append("]\n")
  }

  /// A workflow command. Its properties end at commas, its data at a line feed, so those are
  /// percent-encoded, and the percent sign itself.
  private mutating func writeAnnotation(_ finding: Finding, into out: inout ByteBuffer) {
    out.append(finding.severity.annotation)
    out.append(" file=")
    raw.clear()
    raw.append(file)
    Self.append(raw.span, isProperty: true, to: &out)
    out.append(",title=")
    out.append(finding.id.rawValue)
    out.append("::")
    raw.clear()
    finding.append(evidenceTo: &raw)
    if raw.count > 0 { raw.append(": ") }
    finding.append(sentenceTo: &raw, &memory)
    Self.append(raw.span, isProperty: false, to: &out)
    out.append("\n")
  }

  /// Appends a text as a property or as the data of a workflow command.
  static func append(_ text: Span<UInt8>, isProperty: Bool, to out: inout ByteBuffer) {
    var safe = ByteBuffer(capacity: text.count)
    CardText.append(text, to: &safe)
    let bytes = safe.span
    for index in bytes.indices {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "%"), 0x0A, 0x0D: escape(byte, to: &out)
      case UInt8(ascii: ":"), UInt8(ascii: ","):
        if isProperty { escape(byte, to: &out) } else { out.append(byte) }
      default: out.append(byte)
      }
    }
  }

  private static func escape(_ byte: UInt8, to out: inout ByteBuffer) {
    out.append("%")
    out.append(hex: byte)
  }
}

extension Severity {
  /// The workflow command of a severity.
  var annotation: StaticString {
    switch self {
    case .note: "::notice"
    case .warning: "::warning"
    case .error: "::error"
    }
  }
}
