import Analysis
import Bytes
import Decoding
import GrammarLanguage

/// Rows of a comparison, and below them what differs.
extension DifferenceText {
  mutating func write(_ row: ComparedRow) {
    if let step = row.old {
      Self.compose(step, &old, &layout, &oldTimes, into: &rows)
    } else if let step = row.new {
      Self.compose(step, &new, &layout, &newTimes, into: &rows)
    }
    Self.append(rows, row.mark, to: &out)
    for difference in row.differences { write(difference, of: row) }
  }

  private static func compose(
    _ step: ComparedStep, _ composer: inout Composer, _ layout: inout RowLayout,
    _ times: inout TimeColumn, into rows: inout ByteBuffer
  ) {
    rows.clear()
    composer.families.note(CardTraits(step.card), visit: step.step.visit)
    var row = composer.row(of: step.step, defects: step.defects, in: step.story, link: step.link)
    // The lines below a row tell what is in it: here that is what differs.
    row.detail = .none
    composer.lay(row, by: &layout, &times, into: &rows)
    composer.clear()
  }

  /// Copies a row behind its mark.
  private static func append(
    _ row: borrowing ByteBuffer, _ mark: ComparedRow.Mark, to out: inout ByteBuffer
  ) {
    let text = row.span
    var start = 0
    while start < text.count {
      var end = start
      while end < text.count, text[end] != UInt8(ascii: "\n") { end += 1 }
      out.append(start == 0 ? mark.sign : "  ")
      out.append(text.extracting(start..<end))
      if end + 1 >= text.count { append(noteOf: mark, to: &out) }
      out.append("\n")
      start = end + 1
    }
  }

  private static func append(noteOf mark: ComparedRow.Mark, to out: inout ByteBuffer) {
    switch mark {
    case .movedAway(let frame): note("moved: now frame \(frame)", to: &out)
    case .movedHere(let frame): note("moved: was frame \(frame)", to: &out)
    case .repetitionRemoved: note("was there once more", to: &out)
    case .repetitionAdded: note("repeated", to: &out)
    case .same, .changed, .removed, .added: break
    }
  }

  private static func note(_ text: String, to out: inout ByteBuffer) {
    out.append("  (")
    out.append(text)
    out.append(")")
  }

  /// The old and the new value of what differs, a line each.
  private mutating func write(_ difference: FieldDifference, of row: ComparedRow) {
    let (before, after) = values.values(difference, row)
    let name: String
    if case .transport(let kind, _, _) = difference.subject {
      name = kind.words(2).split(separator: " ", maxSplits: 1).last.map(String.init) ?? ""
    } else {
      name = difference.path
    }
    if difference.isRepeatedNonce, let value = before {
      write(
        line: "! ", name, value, note: "the same in both, must be new each time [repeated-nonce]")
      return
    }
    let note = before == after && before != nil ? "differs where it is masked" : nil
    if let before { write(line: difference.varies ? "~- " : "- ", name, before, note: note) }
    if let after { write(line: difference.varies ? "~+ " : "+ ", name, after, note: note) }
  }

  /// `        - 70.5F24   310228 "2031-02-28"   30:5`.
  private mutating func write(
    line sign: String, _ name: String, _ value: ComparedValues.Value, note: String?
  ) {
    var line = ByteBuffer(capacity: 160)
    line.append(repeating: UInt8(ascii: " "), count: max(0, 10 - sign.utf8.count))
    line.append(sign)
    let start = line.count
    CardText.append(name, to: &line)
    Self.pad(&line, from: start, to: 22)
    let column = line.count
    if let part = value.part {
      line.append(part.range.count == 1 ? "byte " : "bytes ")
      line.append(decimal: part.range.lowerBound)
      if part.range.count > 1 {
        line.append("–")
        line.append(decimal: part.range.upperBound - 1)
      }
      line.append(" of ")
      line.append(decimal: part.count)
      line.append(": ")
    }
    line.append(value.text)
    for meaning in value.meanings {
      line.append(" \"")
      CardText.append(meaning, to: &line)
      line.append("\"")
    }
    if let place = value.place {
      Self.pad(&line, from: column, to: 30)
      line.append(frameOf: place)
      line.append(":")
      line.append(decimal: place.bytes.lowerBound)
    }
    if let note {
      line.append("  (")
      line.append(note)
      line.append(")")
    }
    line.append("\n")
    typeface.append(line.span, to: &out)
  }

  private static func pad(_ line: inout ByteBuffer, from start: Int, to width: Int) {
    let used = TextWidth.columns(line.span.extracting(start..<line.count))
    line.append(repeating: UInt8(ascii: " "), count: max(1, width - used))
  }
}

extension ComparedRow.Mark {
  /// What stands in front of a row.
  fileprivate var sign: StaticString {
    switch self {
    case .same: "  "
    case .changed: "! "
    case .removed, .repetitionRemoved, .movedAway: "- "
    case .added, .repetitionAdded, .movedHere: "+ "
    }
  }
}

extension CardTraits {
  /// What a comparison knows of a card.
  init(_ card: ComparedCard) {
    self.init(atqa: card.atqa, sak: card.sak)
    ats = card.ats
    historical = card.historical
  }
}
