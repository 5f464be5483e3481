import Bytes
import Decoding
import GrammarLanguage

/// The words of an exchange, whatever its protocol: what was asked, how it ended, what delayed it.
extension Composer {
  mutating func compose(
    _ exchange: Exchange, of step: Step, defects: Range<Int>, in story: borrowing Story,
    into row: inout Row
  ) {
    let bytes = story.bytes.span
    mask.find(in: exchange, bytes: bytes)
    let command = bytes.extracting(exchange.command.range)
    let answer = bytes.extracting(exchange.answer.range)
    let apdu = CommandAPDU(command)
    let isAnswered = exchange.outcome == .answered && (exchange.status ?? 0x9000) == 0x9000
    row.role = isAnswered ? .exchange : .failure
    row.folding = .equals

    var before: Int?
    if let page = exchange.readPage(command, answer) {
      before = reads.earlier(page, answer, frame: step.answerFrame, visit: step.visit)
      // Page 0 behind the last one is no run of pages.
      if exchange.pagesBeforeTurn == 0 {
        row.folding = .reads(Int(page)..<Int(page) + 4, before: before)
      }
    }
    var start = words.count
    append(reader: exchange, command, apdu, of: step, in: story)
    row.reader = Extent(start..<words.count)
    start = words.count
    append(card: exchange, command, apdu, answer, of: step, in: bytes, before: before, row: &row)
    row.card = Extent(start..<words.count)
    start = words.count
    append(details: exchange, command, apdu, answer, visit: step.visit)
    row.detail = Extent(start..<words.count)
    if isLong { row.wait = Self.wait(of: step, exchange, isAnswered: row.latency != nil) }
  }

  // The reader's half.

  private mutating func append(
    reader exchange: Exchange, _ command: Span<UInt8>, _ apdu: CommandAPDU, of step: Step,
    in story: borrowing Story
  ) {
    guard command.count > 0 || step.commandFrame != 0 else {
      words.append("> not captured")
      return
    }
    words.append("> ")
    switch exchange.commandDamage {
    case .none: break
    case .badCRC where isLong: words.append("bad CRC; ")
    case .cut where isLong: words.append("cut off; ")
    case .badCRC, .cut:
      words.append(exchange.commandDamage == .badCRC ? "bad CRC, " : "cut off, ")
      words.append(count: Self.frameLength(of: exchange, in: story), "byte", "bytes")
      return
    }
    append(command: exchange, command, apdu)
    if exchange.joins.contains(.secondPacket) { append(secondPacketOf: exchange, in: story) }
  }

  /// Appends what a command is called and what it asks for, without `> `. `apdu` is what the
  /// command is as one.
  mutating func append(
    command exchange: Exchange, _ command: Span<UInt8>, _ apdu: CommandAPDU
  ) {
    switch exchange.form {
    case .iso7816: append(apdu, command, of: exchange)
    case .native: append(native: command)
    case .type1: append(type1: command)
    case .type2: append(type2: command, answer: exchange.answer.count, page: exchange.page)
    case .felica: append(felica: command)
    case .iso15693: append(vicinity: command)
    case .iclass: append(picoPass: command)
    case .sri: append(sri: command)
    case .classic: append(classic: exchange, command)
    case .unknown: append(other: exchange.form, command)
    }
  }

  /// The bytes of the command's first frame, its CRC included.
  private static func frameLength(of exchange: Exchange, in story: borrowing Story) -> Int {
    guard exchange.commandSegments.count > 0 else { return exchange.command.count }
    let segment = story.segments[exchange.commandSegments.range.lowerBound]
    return Int(segment.frameOffset) + Int(segment.length) + 2
  }

  private mutating func append(other form: Exchange.Form, _ command: Span<UInt8>) {
    if command.count > 0, let name = names.command(form, command[0]) {
      words.append(name)
      return
    }
    words.append(count: command.count, "byte", "bytes")
    appendBytes(command, from: 0, of: .command)
  }

  // The card's half.

  private mutating func append(
    card exchange: Exchange, _ command: Span<UInt8>, _ apdu: CommandAPDU, _ answer: Span<UInt8>,
    of step: Step, in bytes: Span<UInt8>, before: Int?, row: inout Row
  ) {
    switch exchange.outcome {
    case .unanswered:
      appendNoAnswer(step, part: exchange.parts > 1 ? exchange.parts : nil, row: &row)
    case .badCRC:
      append(damaged: "< bad CRC", exchange, in: bytes)
    case .cut:
      append(damaged: "< cut off", exchange, in: bytes)
    case .brokenChain:
      words.append(answer.count > 0 ? "< broken off" : "< command broken off")
      if answer.count > 0 { appendCount(", ", answer.count) }
    case .refused: words.append("< no use to the reader")
    case .endOfCapture:
      row.showsRange = false
      words.append("< capture ends")
    case .answered, .commandMissing:
      words.append("< ")
      append(answer, to: command, apdu, of: exchange, before: before)
    }
  }

  private mutating func append(
    _ answer: Span<UInt8>, to command: Span<UInt8>, _ apdu: CommandAPDU, of exchange: Exchange,
    before: Int?
  ) {
    switch exchange.form {
    case .iso7816: append(answer, to: apdu, of: exchange)
    case .native: append(native: answer, of: exchange)
    case .type1: append(type1: answer, to: command)
    case .type2:
      append(
        type2: answer, to: command, before: before, turn: Int(exchange.pagesBeforeTurn))
    case .felica: append(felica: answer, to: command)
    case .iso15693: append(vicinity: answer, to: command)
    case .iclass: append(picoPass: answer, to: command)
    case .sri: append(sri: answer, to: command)
    case .classic: append(classic: exchange, answer, to: command)
    case .unknown:
      words.append(count: answer.count, "byte", "bytes")
      appendBytes(answer, from: 0, of: .answer)
    }
  }

  /// `< cut off, 2 bytes: 02 70`: the frame as it was captured; of one that the capture cut, what
  /// there is of the answer.
  private mutating func append(
    damaged what: StaticString, _ exchange: Exchange, in bytes: Span<UInt8>
  ) {
    let raw = exchange.damagedAnswer.isEmpty ? exchange.answer : exchange.damagedAnswer
    if raw.isEmpty {
      words.append("< empty frame")
      return
    }
    // Secrets are known by their place in the answer; of a raw frame they are looked for anew.
    if !exchange.damagedAnswer.isEmpty {
      mask.find(inDamaged: bytes.extracting(raw.range), of: exchange, bytes: bytes)
    }
    append(damaged: what, bytes.extracting(raw.range), of: .answer)
  }

  /// Appends how many bytes there are.
  mutating func appendCount(_ before: StaticString, _ count: Int) {
    words.append(before)
    words.append(count: count, "byte", "bytes")
  }

  /// Appends the bytes from an offset on, where there is room for them.
  mutating func appendBytes(_ bytes: Span<UInt8>, from start: Int, of side: Side) {
    guard isLong, start < bytes.count else { return }
    words.append(Mark.droppable)
    words.append(": ")
    words.append(hex: bytes, start..<bytes.count, of: side, mask: &mask, sign: "·", gap: true)
    words.append(Mark.droppableEnd)
  }

  // The column for waiting times.

  private static func wait(of step: Step, _ exchange: Exchange, isAnswered: Bool) -> Row.Wait {
    guard let wait = step.wait, wait >= 0, isAnswered || exchange.outcome == .unanswered else {
      return .none
    }
    guard isAnswered else {
      let (share, overflow) = wait.multipliedReportingOverflow(by: 100)
      guard let budget = step.budget, budget > 0, !overflow else { return .none }
      // A silence is longer than it was seen to be.
      return .more(percent: Int(share / budget))
    }
    guard let share = step.share else { return .time(wait) }
    return .share(wait, percent: Int(share))
  }
}

extension Exchange {
  /// The first of four pages that a Type 2 tag's READ asked for and got.
  fileprivate func readPage(_ command: Span<UInt8>, _ answer: Span<UInt8>) -> UInt8? {
    guard form == .type2, outcome == .answered, command.count == 2, command[0] == 0x30,
      answer.count == 16
    else { return nil }
    return command[1]
  }
}
