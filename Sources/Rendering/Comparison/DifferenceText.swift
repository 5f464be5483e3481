package import Analysis
import Bytes
package import Decoding
package import GrammarLanguage
package import TraceFormat

/// A comparison as text: like a unified diff whose lines are the story's rows.
package struct DifferenceText: ~Copyable, ComparisonReport {
  var out = ByteBuffer(capacity: 64 * 1024)
  let options: ComparisonOptions
  let typeface: Typeface
  let names: NameSource
  private let label: (TraceDescription) -> String
  /// Whether nothing but what it amounts to is written.
  private let isSummary: Bool
  var layout: RowLayout
  var values: ComparedValues
  /// What composes the rows of either side, which remembers what stood before.
  var old: Composer
  var new: Composer
  var oldTimes: TimeColumn
  var newTimes: TimeColumn
  private let secrets: SecretFinder?
  private var sides: (old: String, new: String) = ("", "")
  private var hasMaskedBefore = false
  private var count = (pairs: 0, different: 0, single: 0)
  /// Whether the names of the columns were written.
  private var hasHeader = false
  /// One row, before its margin is known.
  var rows = ByteBuffer(capacity: 512)

  /// What stands in front of each line.
  static let margin = 2

  package init(
    _ look: TextOptions, _ options: ComparisonOptions, lexicon: Lexicon, secrets: SecretFinder?,
    isSummary: Bool = false, label: @escaping (TraceDescription) -> String
  ) {
    self.options = options
    names = NameSource(lexicon)
    self.label = label
    self.isSummary = isSummary
    self.secrets = secrets
    typeface = look.typeface
    let columns = look.columns.behind(margin: Self.margin)
    layout = RowLayout(columns: columns, typeface: look.typeface)
    old = Self.composer(columns, names, secrets)
    new = Self.composer(columns, names, secrets)
    oldTimes = TimeColumn(look.counting, decimals: columns.timeDecimals)
    newTimes = oldTimes
    values = ComparedValues(lexicon, secrets, sign: "·")
  }

  private static func composer(
    _ columns: Columns, _ names: NameSource, _ secrets: SecretFinder?
  ) -> Composer {
    Composer(form: columns.form, names: names, secrets: secrets, isWhole: columns.edge == nil)
  }

  package var hasMasked: Bool {
    hasMaskedBefore || old.mask.hasHidden || new.mask.hasHidden || values.mask.hasHidden
  }

  package mutating func flush(
    _ write: (Span<UInt8>) throws(TraceError) -> Void
  ) throws(TraceError) {
    try out.flush(write)
  }

  package mutating func begin(_ name: String) {
    if count.pairs + count.single > 0 { out.append("\n") }
    write("==> \(name) <==")
  }

  package mutating func single(_ name: String, onlyIn folder: String, isOld: Bool) {
    count.single += 1
    write("\(isOld ? "-" : "+") only in \(folder): \(name)")
  }

  package mutating func fail(_ name: String, _ reason: String) {}

  package mutating func finish() {
    guard count.pairs + count.single > 1 else { return }
    out.append("\n")
    var line = "\(count.different) of \(ComparisonWords.count(count.pairs, "pair")) differ"
    if count.single > 0 {
      line += " · \(ComparisonWords.count(count.single, "capture")) on one side only"
    }
    write(line)
  }

  package mutating func open(_ old: ComparedSide, _ new: ComparedSide) {
    hasMaskedBefore = hasMasked
    hasHeader = false
    self.old = Self.composer(layout.columns, names, secrets)
    self.new = Self.composer(layout.columns, names, secrets)
    sides = (old.name, new.name)
    if let start = old.start { oldTimes.start(at: start) }
    if let start = new.start { newTimes.start(at: start) }
    guard !isSummary else { return }
    write("--- \(old.name) · \(label(old.description))")
    write("+++ \(new.name) · \(label(new.description))")
  }

  package mutating func take(_ piece: ComparisonPiece) {
    guard !isSummary else { return }
    switch piece {
    case .visits(let visits): begin(visits)
    case .transport(let transport):
      write("! transport: \(ComparisonWords.words(transport) ?? "")")
    case .leftOut: write("  …")
    case .row(let row): write(row)
    case .replaced(let counts, let frames):
      write(
        "! \(ComparisonWords.count(counts.old, "exchange")) from frame \(frames.old) on replaced by "
          + "\(counts.new) from frame \(frames.new) on: too unlike to be compared one by one")
    case .end: break
    }
  }

  package mutating func close(_ facts: ComparisonFacts) {
    count.pairs += 1
    if !facts.isSame { count.different += 1 }
    if hasHeader { out.append("\n") }
    var words = ComparisonWords(names, old: sides.old, new: sides.new)
    for line in words.lines(facts, options) { write(line) }
  }

  /// Writes a line in which nothing may move the cursor.
  mutating func write(_ line: String) {
    var words = ByteBuffer(capacity: 128)
    CardText.append(line, to: &words)
    typeface.append(words.span, to: &out)
    out.append("\n")
  }

  /// The line that opens visits.
  private mutating func begin(_ visits: ComparedVisits) {
    out.append("\n")
    if !hasHeader, visits.kind.hasRows {
      rows.clear()
      layout.writeHeader(into: &rows)
      out.append("  ")
      out.append(all: rows)
      hasHeader = true
    }
    hasHeader = true
    switch visits.kind {
    case .compared:
      var line = visits.old.map { rule(of: $0) } ?? "outside of visits"
      if let ours = visits.old, let theirs = visits.new, ours.number != theirs.number {
        line += " · now visit \(theirs.number)"
      }
      write("@@ \(line) @@")
    case .removed, .added:
      let isOld = visits.kind == .removed
      let opening = (isOld ? visits.old : visits.new).map { rule(of: $0) } ?? ""
      let exchanges = ComparisonWords.count(visits.exchanges, "exchange")
      write("@@ \(isOld ? "-" : "+") \(opening) · \(exchanges) @@")
    case .movedAway(let number):
      write("@@ - \(visits.old.map { rule(of: $0) } ?? "") · moved: now visit \(number) @@")
    case .movedHere(let number):
      write("@@ + \(visits.new.map { rule(of: $0) } ?? "") · moved: was visit \(number) @@")
    case .replaced(let counts):
      let first = visits.old?.number ?? 0
      write(
        "@@ \(ComparisonWords.count(counts.old, "visit")) from visit \(first) on replaced by "
          + "\(counts.new) from visit \(visits.new?.number ?? 0) on: too unlike to be compared one "
          + "by one @@")
    }
  }

  /// `visit 1 · NFC-A · UID 046F169AFC2E80`.
  private mutating func rule(of visit: Visit) -> String {
    let run = old.compose(visit, link: .nfcA)
    var text: [UInt8] = []
    text.append(old.words.span.extracting(run.range))
    old.clear()
    return String(decoding: text, as: UTF8.self)
  }
}

extension ComparedVisits.Kind {
  /// Whether rows follow.
  fileprivate var hasRows: Bool {
    switch self {
    case .compared, .removed, .added: true
    case .movedAway, .movedHere, .replaced: false
    }
  }
}
