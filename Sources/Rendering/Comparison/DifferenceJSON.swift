package import Analysis
import Bytes
package import Decoding
package import GrammarLanguage
package import TraceFormat

/// A comparison as JSON: one document, an object for each pair of captures, for each row that differs,
/// and for what it amounts to.
package struct DifferenceJSON: ~Copyable, ComparisonReport {
  var out = ByteBuffer(capacity: 64 * 1024)
  private var output = JSONOutput(isDocument: true, waits: false)
  private var object = ByteBuffer(capacity: 1024)
  private var names: Names
  private var values: ComparedValues
  private var visits: ComparedVisits?

  package init(_ lexicon: Lexicon, secrets: SecretFinder?) {
    names = Names(NameSource(lexicon))
    values = ComparedValues(lexicon, secrets, sign: "X")
  }

  package var hasMasked: Bool { values.mask.hasHidden }

  package mutating func flush(
    _ write: (Span<UInt8>) throws(TraceError) -> Void
  ) throws(TraceError) {
    try out.flush(write)
  }

  package mutating func begin(_ name: String) {}

  package mutating func single(_ name: String, onlyIn folder: String, isOld: Bool) {
    begin(object: "single")
    object.json("file", text: name)
    object.json("onlyIn", text: folder)
    object.json("side", word: isOld ? "old" : "new")
    end()
  }

  package mutating func fail(_ name: String, _ reason: String) {
    begin(object: "failure")
    object.json("file", text: name)
    object.json("reason", text: reason)
    end()
  }

  package mutating func finish() { output.finish(into: &out) }

  package mutating func open(_ old: ComparedSide, _ new: ComparedSide) {
    begin(object: "comparison")
    object.json("format", text: "nfctrace-diff/1")
    object.json("old", text: old.name)
    object.json("new", text: new.name)
    end()
  }

  package mutating func take(_ piece: ComparisonPiece) {
    switch piece {
    case .visits(let visits):
      self.visits = visits
      if visits.kind != .compared { write(visits) }
    case .transport(let transport):
      begin(object: "transport")
      appendVisits()
      append(transport)
      end()
    case .row(let row): if row.mark != .same || !row.differences.isEmpty { write(row) }
    case .replaced(let counts, let frames):
      begin(object: "replaced")
      appendVisits()
      object.json("oldCount", counts.old)
      object.json("newCount", counts.new)
      object.json("oldFrame", frames.old)
      object.json("newFrame", frames.new)
      end()
    case .leftOut, .end: break
    }
  }

  package mutating func close(_ facts: ComparisonFacts) {
    begin(object: "result")
    object.json(key: "same")
    object.append(facts.isSame ? "true" : "false")
    for (key, count) in [
      ("changed", facts.changed), ("removed", facts.removed), ("added", facts.added),
      ("moved", facts.moved), ("activations", facts.activations),
      ("visitsRemoved", facts.visitsRemoved),
      ("visitsAdded", facts.visitsAdded), ("visitsMoved", facts.visitsMoved),
      ("replaced", facts.replaced), ("repeatedNonces", facts.repeatedNonces),
    ] as [(StaticString, Int)] {
      object.json(key, count)
    }
    if !facts.transport.isEmpty { append(facts.transport) }
    if let slowest = facts.slowest, slowest.isWorthTelling {
      object.json(key: "slowest")
      object.append("[")
      Time.append(seconds: slowest.latency.old, decimals: 9, to: &object)
      object.append(",")
      Time.append(seconds: slowest.latency.new, decimals: 9, to: &object)
      object.append("]")
    }
    for missing in facts.notCompared {
      switch missing.aspect {
      case .blocks: object.json("noBlocks", word: missing.isMissingInOld ? "old" : "new")
      case .readerCommands:
        object.json("noReaderCommands", word: missing.isMissingInOld ? "old" : "new")
      case .identities: object.json("noActivation", word: missing.isMissingInOld ? "old" : "new")
      }
    }
    end()
  }

  private mutating func begin(object type: StaticString) {
    object.clear()
    object.append("{\"type\":\"")
    object.append(type)
    object.append("\"")
  }

  private mutating func end() {
    object.append("}")
    output.put(object, through: 0, into: &out)
  }

  private mutating func append(_ transport: TransportDifference) {
    if let words = ComparisonWords.words(transport) { object.json("transport", text: words) }
  }

  private mutating func appendVisits() {
    if let number = visits?.old?.number { object.json("oldVisit", number) }
    if let number = visits?.new?.number { object.json("newVisit", number) }
  }

  /// Visits of which there is nothing to compare.
  private mutating func write(_ visits: ComparedVisits) {
    begin(object: "visit")
    switch visits.kind {
    case .compared: break
    case .removed: object.json("mark", word: "removed")
    case .added: object.json("mark", word: "added")
    case .movedAway(let other), .movedHere(let other):
      object.json("mark", word: "moved")
      object.json(visits.old == nil ? "oldVisit" : "newVisit", other)
    case .replaced(let counts):
      object.json("mark", word: "replaced")
      object.json("oldCount", counts.old)
      object.json("newCount", counts.new)
    }
    appendVisits()
    object.json("exchanges", visits.exchanges)
    end()
  }
}

extension DifferenceJSON {
  private mutating func write(_ row: ComparedRow) {
    begin(object: "change")
    object.json("mark", word: row.mark.word)
    appendVisits()
    append("oldFrames", row.old)
    append("newFrames", row.new)
    if case .movedAway(let frame) = row.mark { object.json("newFrame", frame) }
    if case .movedHere(let frame) = row.mark { object.json("oldFrame", frame) }
    if let step = row.old ?? row.new, case .exchange(let exchange) = step.step.content {
      let command = step.story.bytes.span.extracting(exchange.command.range)
      if let name = names.name(of: exchange, command) { object.json("name", text: name) }
    }
    if !row.differences.isEmpty {
      object.json(key: "fields")
      object.append("[")
      for index in row.differences.indices {
        if index > 0 { object.append(",") }
        append(row.differences[index], of: row)
      }
      object.append("]")
    }
    end()
  }

  private mutating func append(_ key: StaticString, _ step: ComparedStep?) {
    guard let step else { return }
    object.json(key: key)
    object.append("[")
    object.append(decimal: step.step.frames.lowerBound)
    object.append(",")
    object.append(decimal: step.step.frames.upperBound)
    object.append("]")
  }

  private mutating func append(_ difference: FieldDifference, of row: ComparedRow) {
    let (before, after) = values.values(difference, row)
    object.append("{\"path\":")
    object.json(text: difference.path)
    if case .transport(let kind, _, _) = difference.subject {
      object.json(
        "kind", text: kind.words(1).split(separator: " ", maxSplits: 1).last.map(String.init) ?? "")
    }
    append("old", "oldMeaning", "oldPlace", before)
    append("new", "newMeaning", "newPlace", after)
    if difference.varies { object.json(flag: "varies") }
    if difference.isRepeatedNonce { object.json("finding", text: FindingID.repeatedNonce.rawValue) }
    object.append("}")
  }

  private mutating func append(
    _ key: StaticString, _ meaning: StaticString, _ place: StaticString,
    _ value: ComparedValues.Value?
  ) {
    guard let value else { return }
    object.json(key, text: value.text)
    if !value.meanings.isEmpty {
      object.json(meaning, text: value.meanings.joined(separator: ", "))
    }
    if let at = value.place {
      object.json(key: place)
      object.append("\"")
      object.append(frameOf: at)
      object.append(":")
      object.append(decimal: at.bytes.lowerBound)
      object.append("\"")
    }
  }
}

extension ComparedRow.Mark {
  /// The word for it in JSON.
  fileprivate var word: StaticString {
    switch self {
    case .same: "same"
    case .changed: "changed"
    case .removed, .repetitionRemoved: "removed"
    case .added, .repetitionAdded: "added"
    case .movedAway: "moved"
    case .movedHere: "moved-here"
    }
  }
}
