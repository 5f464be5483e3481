import Bytes
import Decoding

/// The words of HLTA and HLTB, S(DESELECT) and blocks that move no data.
extension Composer {
  mutating func compose(_ halt: Halt, of step: Step, into row: inout Row) {
    let start = words.count
    let isB = halt.technology == .nfcB
    words.append(isB ? "> HLTB" : "> HLTA")
    row.reader = Extent(start..<words.count)
    let card = words.count
    if halt.answered {
      words.append(isB ? "< halted" : "< answered, so not halted")
    } else if isB {
      appendNoAnswer(step, row: &row)
    }
    row.card = Extent(card..<words.count)
  }

  mutating func compose(deselect count: Int, of step: Step, into row: inout Row) {
    let start = words.count
    words.append("> S(DESELECT)")
    append(times: count)
    row.reader = Extent(start..<words.count)
    let card = words.count
    if step.answerFrame != 0 {
      words.append("< S(DESELECT)")
    } else {
      appendNoAnswer(step, isAlone: count == 1, row: &row)
    }
    row.card = Extent(card..<words.count)
  }

  mutating func compose(
    _ block: BlockStep, of step: Step, in story: borrowing Story, into row: inout Row
  ) {
    if block.kind == .presenceCheck || block.kind == .emptyInformation { row.folding = .equals }
    let start = words.count
    if step.commandFrame != 0 {
      append(request: block, in: story)
      append(times: block.count)
    }
    row.reader = Extent(start..<words.count)
    let card = words.count
    if step.answerFrame != 0 {
      append(answer: block, in: story)
    } else {
      appendNoAnswer(step, isAlone: block.count == 1, row: &row)
    }
    row.card = Extent(card..<words.count)
    if isLong, let wait = step.wait, row.latency != nil { row.wait = .time(wait) }
  }

  private mutating func append(request block: BlockStep, in story: borrowing Story) {
    switch block.kind {
    case .negativeAcknowledge:
      words.append("> R(NAK)")
      appendLong(number: block.number, ", repeat the block")
    case .acknowledge:
      words.append("> R(ACK)")
      appendLong(number: block.number, "")
    case .presenceCheck:
      words.append("> R(NAK)")
      appendLong(number: block.number, ", presence check")
    case .emptyInformation: words.append("> empty I-block")
    case .parameters: words.append("> S(PARAMETERS)")
    case .waitingTimeExtension: words.append("> S(WTX)")
    case .reserved:
      words.append("> reserved block ")
      appendFirst(of: story.bytes.span.extracting(block.request.range))
    }
  }

  private mutating func append(answer block: BlockStep, in story: borrowing Story) {
    switch block.kind {
    case .negativeAcknowledge, .acknowledge, .presenceCheck:
      append(answerTo: story.bytes.span.extracting(block.answer.range))
    case .emptyInformation: words.append("< empty I-block")
    case .parameters: words.append("< S(PARAMETERS)")
    case .waitingTimeExtension: words.append("< S(WTX)")
    case .reserved:
      words.append("< block ")
      appendFirst(of: story.bytes.span.extracting(block.answer.range))
    }
  }

  /// R(ACK), or the card's last block once more.
  private mutating func append(answerTo answer: Span<UInt8>) {
    guard answer.count > 0, answer[0] & 0xE2 == 0x02 else {
      words.append("< R(ACK)")
      return
    }
    words.append("< the block again")
    if isLong { appendCount(", ", answer.count) }
  }

  private mutating func appendLong(number: UInt8, _ purpose: StaticString) {
    guard isLong else { return }
    words.append(" ")
    words.append(decimal: Int(number))
    words.append(purpose)
  }

  private mutating func appendFirst(of bytes: Span<UInt8>) {
    if bytes.count > 0 { words.append(hex: bytes[0]) }
  }

  private mutating func append(times count: Int) {
    guard count > 1 else { return }
    words.append(" ×")
    words.append(decimal: count)
  }

  /// `< no answer`, and for how long where the row stands for one alone.
  mutating func appendNoAnswer(
    _ step: Step, isAlone: Bool = true, part: Int? = nil, row: inout Row
  ) {
    row.showsRange = false
    words.append("< no answer")
    if let part {
      words.append(" to step ")
      words.append(decimal: part)
    }
    guard isLong, isAlone, let silence = step.silence else { return }
    words.append(Mark.single)
    words.append(" in ")
    Time.append(milliseconds: silence, to: &words)
    words.append(" ms")
    words.append(Mark.singleEnd)
  }
}
