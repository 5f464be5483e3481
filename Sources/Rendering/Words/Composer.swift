import Bytes
import Decoding
import TraceFormat

/// Turns steps into rows: says what happened in the words of a form.
///
/// The words of all rows that are not yet laid out lie in one arena, in the order of composition.
/// Each kind of step has a file of its own.
struct Composer: ~Copyable {
  let form: Columns.Form
  /// Whether words are written whole, however long: no terminal has to show them.
  let isWhole: Bool
  var names: Names
  /// The words of the rows composed since the last `clear()`.
  var words = ByteBuffer(capacity: 4096)
  /// Whether the bytes stand under each row, and whether the fields do.
  var showsBytes = false
  var showsFields = false
  /// Takes steps apart, where there are grammars.
  var dissector: Dissector?
  var dissection = Dissection()
  /// Room to move words to.
  var spare = ByteBuffer(capacity: 16)
  /// Which products the cards are.
  var families = CardFamilies()
  /// Which pages were read before.
  var reads = PageReads()
  /// The file control information of the answer under work.
  var control = FCI()
  /// What is masked in the bytes of the exchange under work.
  var mask: Mask

  init(
    form: Columns.Form, names: NameSource, secrets: SecretFinder?, isWhole: Bool = false
  ) {
    self.form = form
    self.isWhole = isWhole
    self.names = Names(names)
    dissector = names.lexicon.map { Dissector($0) }
    mask = Mask(secrets)
  }

  /// Whether rows have their long words.
  var isLong: Bool { form == .wide }

  /// Puts words into a line.
  func put(_ extent: Extent, into line: inout Line) {
    line.append(words.span.extracting(extent.range))
  }

  /// Lays out a row.
  func lay(
    _ row: borrowing Row, by layout: inout RowLayout, _ times: inout TimeColumn,
    into out: inout ByteBuffer
  ) {
    layout.write(row, words: words.span, times: &times, into: &out)
  }

  /// Lays out a line that opens a visit.
  func lay(rule: Extent, by layout: inout RowLayout, into out: inout ByteBuffer) {
    layout.write(rule: words.span.extracting(rule.range), into: &out)
  }

  /// Forgets the words of all rows.
  mutating func clear() { words.clear() }

  /// Composes the row of a step. `link` is what its source records.
  mutating func row(
    of step: Step, defects: Range<Int>, in story: borrowing Story, link: Link
  ) -> Row {
    families.note(step, in: story, names: &names)
    names.family = families[step.visit]
    var row = Row(frames: step.frames, time: step.time)
    row.role = step.role
    row.folding = step.folding
    row.showsRange = step.commandFrame != 0 && step.answerFrame != 0
    if row.showsRange { row.latency = step.latency }
    switch step.content {
    case .event(let event): compose(event, into: &row)
    case .polling(let polling): compose(polling, in: story, into: &row)
    case .records(let count): compose(records: count, of: step, link: link, into: &row)
    case .raw(let bytes): compose(raw: story.bytes.span.extracting(bytes.range), into: &row)
    case .damaged(let damaged): compose(damaged, in: story, into: &row)
    case .activation(let activation): compose(activation, of: step, in: story, into: &row)
    case .protocolActivation(let activation): compose(activation, of: step, in: story, into: &row)
    case .parameterSelection(let selection): compose(selection, of: step, into: &row)
    case .halt(let halt): compose(halt, of: step, into: &row)
    case .deselect(let count): compose(deselect: count, of: step, into: &row)
    case .block(let block): compose(block, of: step, in: story, into: &row)
    case .exchange(let exchange):
      compose(exchange, of: step, defects: defects, in: story, into: &row)
    }
    if showsBytes || showsFields {
      let start = words.count
      append(bytesOf: step, in: story)
      row.verbatim = Extent(start..<words.count)
    }
    return row
  }

  /// Remembers what later steps are explained by. Every entry is shown, in order.
  mutating func observe(_ entry: Story.Entry, in story: borrowing Story) {
    dissector?.observe(entry, in: story)
  }
}

extension Step {
  /// What a visit's end may say of it.
  fileprivate var role: Row.Role {
    switch content {
    case .activation: .activation
    case .exchange(let exchange):
      exchange.outcome == .answered && (exchange.status ?? 0x9000) == 0x9000
        ? .exchange : .failure
    default: .other
    }
  }

  /// What its row may be folded with.
  fileprivate var folding: Row.Folding {
    switch content {
    case .polling: .poll
    case .exchange: .equals
    case .block(let block) where block.kind == .presenceCheck || block.kind == .emptyInformation:
      .equals
    default: .alone
    }
  }
}
