package import Analysis
package import Bytes
package import Decoding
import TraceFormat

/// A trace's story as text: rows under visits, each visit's outcome and findings, and the counts.
package struct StoryText: ~Copyable, Renderer {
  let options: TextOptions
  /// Whether rows may stand for several.
  let folds: Bool
  var composer: Composer
  var layout: RowLayout
  var times: TimeColumn
  var memory: CommandMemory
  var counts = Counts()
  /// Rows that may still be folded.
  var queue = RowQueue()
  var selector: Selector
  /// A visit whose line waits for the first row that is shown, where a filter leaves rows out.
  var pendingVisit: Visit?
  /// The last row of the open visit that a filter left out: a finding at the visit's end may be
  /// about it.
  var lastLeftOut: (step: Int, row: [UInt8])?
  /// Rows laid out that are shown if the next one fits the filter.
  var before: [[UInt8]] = []
  /// How many rows are still shown behind one that fits.
  var after = 0
  /// What was written of a visit that may turn out to be the same as an earlier one.
  var held = ByteBuffer(capacity: 4096)
  /// Where in `held` the polls at its end begin.
  var heldPolls: Int?
  var repeats = VisitRepeats()
  /// Visits whose end was not seen.
  var visits: [OpenVisit] = []
  /// The visit whose rows are being written, 0 for none.
  var current = 0
  /// The number that the next finding takes.
  var nextNumber = 1
  /// Whether findings were written last, so that a blank line is due before anything else.
  var needsBlank = false
  var links: [Link] = []
  /// A finding's sentence while it is put together.
  var sentence = ByteBuffer(capacity: 256)

  /// A visit whose end was not seen, or, without a visit, what belongs to none.
  struct OpenVisit {
    /// 0 for what belongs to none.
    let number: Int
    let visit: Visit?
    var findings = VisitFindings()
    /// The number that findings of the visit begin with.
    let firstNumber: Int
  }

  package init(_ options: TextOptions, names: NameSource, secrets: SecretFinder?) {
    self.options = options
    folds = options.folds
    composer = Composer(
      form: options.columns.form, names: names, secrets: secrets,
      isWhole: options.columns.edge == nil)
    layout = RowLayout(columns: options.columns, typeface: options.typeface)
    times = TimeColumn(options.counting, decimals: options.columns.timeDecimals)
    memory = CommandMemory(names: names, secrets: secrets)
    selector = Selector(options.filter, names: names)
    composer.showsBytes = options.showsBytes
    composer.showsFields = options.showsFields
  }

  package var hasMasked: Bool { composer.mask.hasHidden || memory.hasMasked }

  package mutating func open(_ opening: Opening, into out: inout ByteBuffer) {
    links = opening.description.sources.map(\.link)
    if let start = opening.start { times.start(at: start) }
    selector.start = opening.start ?? 0
    CardText.append(opening.name, to: &composer.words)
    composer.words.append(" · ")
    CardText.append(opening.label, to: &composer.words)
    composer.words.append("\n\n")
    composer.lay(wholeBy: &layout, into: &out)
    layout.writeHeader(into: &out)
  }

  package mutating func write(
    _ story: borrowing Story, findings: [Finding], outcomes: [VisitOutcome],
    into out: inout ByteBuffer
  ) {
    var next = 0
    var ended = 0
    for index in story.entries.indices {
      let first = next
      while next < findings.count, findings[next].entry <= index { next += 1 }
      let found = first == next ? [] : findings[first..<next]
      switch story.entries[index] {
      case .visit(let visit): begin(visit, into: &out)
      case .step(let step, let defects):
        write(step, defects: defects, found, in: story, into: &out)
      case .end(let end):
        let outcome = ended < outcomes.count ? outcomes[ended] : nil
        ended += 1
        finish(end, outcome, found, into: &out)
        composer.forget(visit: end.number)
      }
    }
  }

  package mutating func write(_ findings: [Finding], into out: inout ByteBuffer) {
    number(findings.filter { selector.selects($0) }[...], visit: 0)
  }

  package mutating func close(_ summary: Summary, into out: inout ByteBuffer) {
    release(all: true, into: &out)
    giveUpRepeat(into: &out)
    for open in visits {
      write(open.findings, into: &out)
    }
    visits.removeAll()
    out.append("\n")
    counts.append(summary, to: &composer.words)
    composer.lay(wholeBy: &layout, into: &out)
  }
}
