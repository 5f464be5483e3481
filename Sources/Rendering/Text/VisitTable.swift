package import Analysis
package import Bytes
package import Decoding

/// A table of visits, one a line: for long recordings and for many files at once.
package struct VisitTable: ~Copyable, Renderer {
  private let writesHeader: Bool
  private var line: Line
  private var pen = Pen()
  private var selector: Selector
  private var visits: [Visit] = []
  private var file = ""
  private var start: Int64 = 0

  // Columns: where texts begin and numbers end.
  private static let visit = 29
  private static let time = 38
  private static let card = 40
  private static let exchanges = 74
  private static let outcome = 77

  /// `writesHeader`: for the first of several files.
  package init(
    _ typeface: Typeface, filter: Filter = Filter(), names: NameSource, writesHeader: Bool
  ) {
    self.writesHeader = writesHeader
    line = Line(typeface: typeface)
    selector = Selector(filter, names: names)
  }

  package var hasMasked: Bool { false }

  package mutating func open(_ opening: Opening, into out: inout ByteBuffer) {
    file = opening.name
    start = opening.start ?? 0
    guard writesHeader else { return }
    out.append("file                    visit   time s  card                          exch   ")
    out.append("what happened\n")
  }

  package mutating func write(
    _ story: borrowing Story, findings: [Finding], outcomes: [VisitOutcome],
    into out: inout ByteBuffer
  ) {
    var ended = 0
    for index in story.entries.indices {
      switch story.entries[index] {
      case .visit(let visit): visits.append(visit)
      case .step: break
      case .end(let end):
        let outcome = ended < outcomes.count ? outcomes[ended] : nil
        ended += 1
        guard let open = visits.firstIndex(where: { $0.number == end.number }) else { continue }
        let visit = visits.remove(at: open)
        if selector.filter.visits?.contains(visit.number) != false {
          write(visit, end, outcome, into: &out)
        }
      }
    }
  }

  package mutating func close(_ summary: Summary, into out: inout ByteBuffer) {}

  private mutating func write(
    _ visit: Visit, _ end: VisitEnd, _ outcome: VisitOutcome?, into out: inout ByteBuffer
  ) {
    var text = ByteBuffer(capacity: 256)
    pen.start()
    CardText.append(file, to: &text)
    pen.advance(by: TextWidth.columns(text.span))
    pen.number.append(decimal: visit.number)
    pen.writeNumber(endingAt: Self.visit, into: &text)
    let (elapsed, overflow) = visit.time.subtractingReportingOverflow(start)
    Time.append(seconds: overflow ? 0 : elapsed, decimals: 3, to: &pen.number)
    pen.writeNumber(endingAt: Self.time, into: &text)
    pen.step(to: Self.card, into: &text)
    pen.advance(by: Self.append(cardOf: visit, to: &text))
    pen.number.append(decimal: end.exchanges)
    pen.writeNumber(endingAt: Self.exchanges, into: &text)
    if let outcome {
      pen.step(to: Self.outcome, into: &text)
      CardText.append(outcome.short, to: &text)
    }
    line.clear()
    line.append(text.span)
    line.write(into: &out)
    out.append("\n")
  }

  /// `NFC-A 08DFBFF2 (random)`; gives its width.
  private static func append(cardOf visit: Visit, to text: inout ByteBuffer) -> Int {
    var card = ByteBuffer(capacity: 64)
    if let technology = visit.technology.words { card.append(technology) }
    if !visit.identifier.isEmpty {
      if card.count > 0 { card.append(" ") }
      card.append(hex: visit.identifier.bytes.span)
    }
    if !visit.identifierIsWhole, !visit.identifier.isEmpty { card.append("…") }
    if visit.identifierIsRandom { card.append(" (random)") }
    text.append(card.span)
    return TextWidth.columns(card.span)
  }
}
