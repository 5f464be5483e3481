import Bytes
import Decoding
import GrammarLanguage

/// The lines below an exchange's row: what a directory offers, what a card wants to be told, short
/// data, and what delayed the answer.
extension Composer {
  mutating func append(
    details exchange: Exchange, _ commandBytes: Span<UInt8>, _ command: CommandAPDU,
    _ answer: Span<UInt8>, visit: Int
  ) {
    let start = words.count
    if exchange.form == .iso7816, Transaction.mayBe(in: commandBytes) {
      append(transaction: exchange, commandBytes, visit: visit, from: start)
    }
    if exchange.form == .iso7816, exchange.outcome == .answered, exchange.status != nil,
      answer.count > 2
    {
      let data = 0..<answer.count - 2
      if command.isSelect {
        append(directory: answer.extracting(data), from: start)
        append(list: answer.extracting(data), from: start)
      } else if command.ins == 0xB0, command.isInterindustry, data.count <= Self.shortData {
        beginLine(from: start)
        words.append(hex: answer, data, of: .answer, mask: &mask, sign: "·", gap: true)
      }
    }
    if exchange.form == .felica, exchange.outcome == .answered {
      append(felicaDetails: answer, to: commandBytes, from: start)
    }
    if exchange.form == .classic { append(trailer: exchange, commandBytes, answer, from: start) }
    append(delays: exchange, from: start)
  }

  /// `GBP 1.00, purchase, 2021-10-14, country 826`, and what the terminal is able to do.
  private mutating func append(
    transaction exchange: Exchange, _ command: Span<UInt8>, visit: Int, from start: Int
  ) {
    guard let lists = dissector?.lists,
      let transaction = Transaction(exchange, visit: visit, command: command, lists: lists)
    else { return }
    let isShort = !isLong
    beginLine(from: start)
    let line = words.count
    let hasWords =
      dissector?.append(
        transaction, of: exchange, command: command, isShort: isShort, to: &words) ?? false
    if hasWords { beginLine(from: start) } else { words.truncate(to: line) }
    let mark = words.count
    let hasQualifiers =
      dissector?.append(
        qualifiersOf: transaction, of: exchange, command: command, isShort: isShort, to: &words)
      ?? false
    if !hasQualifiers { words.truncate(to: hasWords ? mark - 1 : start) }
  }

  /// How many bytes of a file are shown below the row that read them.
  private static let shortData = 16

  mutating func beginLine(from start: Int) {
    if words.count > start { words.append(Mark.lineFeed) }
  }

  /// `1  A0000000031010 Visa, "VISA DEBIT", priority 1`.
  private mutating func append(directory data: Span<UInt8>, from start: Int) {
    for index in control.entries.indices {
      beginLine(from: start)
      words.append(decimal: index + 1)
      words.append("  ")
      words.append(Mark.hang)
      append(control.entries[index], of: data)
    }
  }

  private mutating func append(_ entry: FCI.Entry, of data: Span<UInt8>) {
    let aid = data.extracting(entry.aid)
    append(aid: aid)
    if aid.count <= 16, let known = names.application(Identifier(aid)) {
      words.append(" ")
      words.append(known.name)
    }
    if let label = entry.label, !label.isEmpty {
      words.append(", \"")
      CardText.append(data.extracting(label), to: &words)
      words.append("\"")
    }
    if let priority = entry.priority, priority != 0 {
      words.append(", priority ")
      words.append(decimal: Int(priority))
    }
  }

  /// `PDOL: TTQ 4, amount 6 = 10 bytes`; short: `PDOL: 2 values, 10 bytes`.
  private mutating func append(list data: Span<UInt8>, from start: Int) {
    guard let list = control.pdol else { return }
    beginLine(from: start)
    words.append("PDOL: ")
    let size = DOLWalker.size(of: list, in: data)
    if isLong {
      var walker = DOLWalker(in: list)
      var isFirst = true
      while let entry = walker.next(in: data) {
        if !isFirst { words.append(", ") }
        isFirst = false
        if let name = names.tag(entry.tag) {
          words.append(name)
        } else {
          words.append(tag: entry.tag)
        }
        words.append(" ")
        words.append(decimal: entry.length)
      }
      words.append(" = ")
    } else {
      words.append(count: size.entries, "value", "values")
      words.append(", ")
    }
    words.append(count: size.bytes, "byte", "bytes")
  }

  private mutating func append(delays exchange: Exchange, from start: Int) {
    if exchange.waitingExtensions > 0 {
      beginLine(from: start)
      append(waiting: exchange)
    }
    if exchange.retries > 0 {
      beginLine(from: start)
      words.append("sent again ")
      append(times: exchange.retries)
    }
    if exchange.joins.contains(.correctedLe) {
      beginLine(from: start)
      words.append("asked again with the Le that 6Cxx named")
    }
    if exchange.joins.contains(.getResponse) {
      beginLine(from: start)
      words.append("61xx: GET RESPONSE ")
      append(times: max(1, exchange.parts - (exchange.joins.contains(.correctedLe) ? 2 : 1)))
    }
  }

  /// `WTX ×1 (frame 32): card asked for 38.7 ms more, used 2.3 after the reader agreed`.
  private mutating func append(waiting exchange: Exchange) {
    words.append("WTX ×")
    words.append(decimal: exchange.waitingExtensions)
    if isLong, exchange.extensionFrame != 0 {
      words.append(" (frame ")
      words.append(decimal: exchange.extensionFrame)
      words.append(")")
    }
    words.append(": card asked for ")
    Time.append(milliseconds: exchange.extensionAsked, to: &words)
    words.append(isLong ? " ms more" : " ms")
    if let used = exchange.extensionUsed {
      words.append(", used ")
      Time.append(milliseconds: used, to: &words)
      if isLong { words.append(" after the reader agreed") }
    }
  }

  private mutating func append(times count: Int) {
    if count == 1 {
      words.append("once")
    } else {
      words.append(decimal: count)
      words.append(" times")
    }
  }
}
