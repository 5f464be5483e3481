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
  /// What is known of the FeliCa cards of open visits, and of the one under work.
  var felica = FelicaCards()
  var felicaCard = FelicaCard()
  /// Which pages were read before.
  var reads = PageReads()
  /// The file control information of the answer under work.
  var control = FCI()
  /// Tells NDEF messages, where there are grammars.
  var ndef: NDEFLines?
  /// What is masked in the bytes of the exchange under work.
  var mask: Mask

  init(
    form: Columns.Form, names: NameSource, secrets: SecretFinder?, isWhole: Bool = false
  ) {
    self.form = form
    self.isWhole = isWhole
    self.names = Names(names)
    dissector = names.lexicon.map { Dissector($0) }
    ndef = names.lexicon.map { NDEFLines($0, showsSecrets: secrets == nil) }
    mask = Mask(secrets)
  }

  /// Whether rows have their long words.
  var isLong: Bool { form == .wide }

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

  /// Lays out all words as a paragraph, and forgets them.
  mutating func lay(
    by layout: inout RowLayout, from column: Int, indent: Int, into out: inout ByteBuffer
  ) {
    layout.write(paragraph: words.span, from: column, indent: indent, into: &out)
    clear()
  }

  /// Writes all words as they are, and forgets them.
  mutating func lay(wholeBy layout: inout RowLayout, into out: inout ByteBuffer) {
    layout.write(whole: words.span, into: &out)
    clear()
  }

  /// Appends words that may hold what a card wrote.
  mutating func append(escaping text: borrowing ByteBuffer) {
    CardText.append(text.span, to: &words)
  }

  /// Forgets the words of all rows.
  mutating func clear() { words.clear() }

  /// Composes the row of a step. `link` is what its source records.
  mutating func row(
    of step: Step, defects: Range<Int>, in story: borrowing Story, link: Link
  ) -> Row {
    var row = Row(frames: step.frames, time: step.time)
    row.derived = (step.firstDerived, step.lastDerived)
    row.showsRange = step.commandFrame != 0 && step.answerFrame != 0
    if row.showsRange { row.latency = step.latency }
    switch step.content {
    case .event(let event, let text):
      compose(event, saying: story.bytes.span.extracting(text.range), into: &row)
    case .polling(let polling): compose(polling, in: story, into: &row)
    case .records(let count): compose(records: count, of: step, link: link, into: &row)
    case .answerToReset(let bytes):
      compose(answerToReset: story.bytes.span.extracting(bytes.range), into: &row)
    case .peer(let peer): compose(peer, in: story, into: &row)
    case .raw(let bytes): compose(raw: story.bytes.span.extracting(bytes.range), into: &row)
    case .damaged(let damaged): compose(damaged, in: story, into: &row)
    case .activation(let activation):
      families.note(activation, visit: step.visit)
      felica.note(step, in: story)
      compose(activation, of: step, in: story, into: &row)
    case .protocolActivation(let activation):
      families.note(activation, visit: step.visit, in: story)
      compose(activation, of: step, in: story, into: &row)
    case .parameterSelection(let selection): compose(selection, of: step, into: &row)
    case .halt(let halt): compose(halt, of: step, into: &row)
    case .deselect(let count): compose(deselect: count, of: step, into: &row)
    case .block(let block): compose(block, of: step, in: story, into: &row)
    case .exchange(let exchange):
      names.family = families.family(of: step.visit, &names)
      let isFelica = exchange.form == .felica
      if isFelica { felicaCard = felica[step.visit] }
      compose(exchange, of: step, defects: defects, in: story, into: &row)
      if isFelica { felica.note(exchange, visit: step.visit, in: story) }
    }
    if showsBytes || showsFields {
      let start = words.count
      append(bytesOf: step, in: story)
      row.verbatim = Extent(start..<words.count)
    }
    return row
  }

  /// Remembers what later steps are explained by. Every exchange is shown, in order, behind its row.
  mutating func observe(_ exchange: Exchange, visit: Int, in story: borrowing Story) {
    dissector?.observe(exchange, visit: visit, in: story)
  }

  /// Forgets a visit that has ended.
  mutating func forget(visit: Int) {
    dissector?.forget(visit: visit)
    felica.forget(visit: visit)
  }
}
