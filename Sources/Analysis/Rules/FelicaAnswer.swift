import Bytes
import Decoding

/// Looks whether FeliCa's commands and answers fit each other; `MalformedCommand` has the manual page
/// of what it raises.
enum FelicaAnswer {
  /// An error that the card told with its two status flags: where they are, and what they are.
  struct Refusal: Equatable {
    let place: Place
    let first: UInt8
    let second: UInt8
    /// The only block that the command named.
    let block: UInt16?
  }

  /// LEN, code, IDm (8 bytes), status flags 1 and 2; JIS X 6319-4.
  private static let flagsAt = 10
  /// Behind the flags of an answer to Read: the number of blocks, then 16 bytes each.
  private static let countAt = 12

  /// Looks whether an answer is one to its command: its code, its IDm, the blocks that it claims.
  static func check(
    _ step: borrowing Step, _ exchange: borrowing Exchange, _ fields: inout FelicaFieldCheck,
    into findings: inout [Finding], _ story: borrowing Story
  ) {
    guard case .answered = exchange.outcome, exchange.commandDamage == .none,
      exchange.command.count > 1, exchange.answer.count > 1
    else { return }
    let command = story.bytes.span.extracting(exchange.command.range)
    let answer = story.bytes.span.extracting(exchange.answer.range)
    let code = command[1]
    let expected = FelicaCode.answer(to: code)
    guard answer[1] == expected else {
      add(
        """
        \(.command) is answered by code \(hex: expected), this is \(hex: answer[1])
        """, at: 1..<2, .answer, step, exchange, into: &findings, story)
      return
    }
    if FelicaCode.answersWithCard(code), answer.count >= flagsAt,
      let mine = differingCard(command, answer)
    {
      add(
        "\(.command) names IDm \(mine.asked), IDm \(mine.answered) answers", at: 2..<10, .answer,
        step, exchange, into: &findings, story)
    }
    if code == FelicaCode.read, let message = blockFault(command, answer) {
      add(
        message, at: countAt..<countAt + 1, .answer, step, exchange, into: &findings, story)
      return
    }
    var faults: [FelicaFieldCheck.Fault] = []
    fields.check(command: command, answer: answer) { faults.append($0) }
    for fault in faults {
      let isCommand = fault.side == .command
      let message: Finding.Message =
        switch fault.kind {
        case .truncated(let needed, let available):
          """
          \(.command): \(fault.field) of the \(isCommand ? "command" : "answer") needs \
          \(Words.count(needed, "byte")), \(available) \(available == 1 ? "is" : "are") there
          """
        case .trailing(let count):
          """
          \(.command): \(Words.count(count, "byte")) left over at the end of the \
          \(isCommand ? "command" : "answer")
          """
        }
      add(
        message, at: fault.offset..<fault.offset, isCommand ? .command : .answer, step, exchange,
        into: &findings, story)
    }
  }

  /// The IDm that was asked and the one that answers, where these are two.
  private static func differingCard(
    _ command: Span<UInt8>, _ answer: Span<UInt8>
  ) -> (asked: Identifier, answered: Identifier)? {
    guard command.count >= flagsAt else { return nil }
    let asked = Identifier(command.extracting(2..<flagsAt))
    let answered = Identifier(answer.extracting(2..<flagsAt))
    return asked == answered ? nil : (asked, answered)
  }

  /// Whether the blocks that an answer to Read claims are all there, and are those that were asked for.
  private static func blockFault(
    _ command: Span<UInt8>, _ answer: Span<UInt8>
  ) -> Finding.Message? {
    guard answer.count > countAt, answer[flagsAt] == 0 else { return nil }
    let blocks = Int(answer[countAt])
    let present = answer.count - countAt - 1
    if present != 16 * blocks {
      var message: Finding.Message =
        "\(Words.count(blocks, "block")) \(blocks == 1 ? "needs" : "need") \(16 * blocks) bytes, LEN \(hex: answer[0]) leaves \(present)"
      if present < 16 * blocks {
        message += ": block \(present / 16) has \(present % 16) of its 16 bytes"
      }
      return message
    }
    guard let access = FelicaAccess(command), access.blockCount != blocks else { return nil }
    return """
      \(Words.count(access.blockCount, "block")) \(access.blockCount == 1 ? "was" : "were") asked \
      for, the answer brings \(blocks)
      """
  }

  private static func add(
    _ message: Finding.Message, at range: Range<Int>, _ half: Finding.Half, _ step: borrowing Step,
    _ exchange: borrowing Exchange, into findings: inout [Finding], _ story: borrowing Story
  ) {
    let isCommand = half == .command
    let segments = isCommand ? exchange.commandSegments : exchange.answerSegments
    let end = isCommand ? exchange.command.count : exchange.answer.count
    // What is missing begins behind the last byte, which no segment holds.
    var place = story.place(of: range, in: segments)
    if place == nil, end > 0, let last = story.place(of: end - 1..<end, in: segments) {
      place = Place(
        frame: last.frame, derived: last.derived,
        bytes: last.bytes.upperBound..<last.bytes.upperBound)
    }
    guard let place else { return }
    findings.append(
      Finding(
        .malformedCommand, visit: step.visit, step: step.frames.lowerBound, half: half,
        places: Places(place), message: message))
  }

  /// The error of an answer with status flags, nil where there is none.
  static func refusal(of exchange: borrowing Exchange, in story: borrowing Story) -> Refusal? {
    guard case .felica = exchange.form, exchange.outcome == .answered else { return nil }
    let answer = story.bytes.span.extracting(exchange.answer.range)
    guard answer.count >= countAt, FelicaCode.answersWithStatus(answer[1] & 0xFE),
      answer[1] & 1 == 1, answer[flagsAt] != 0,
      let place = story.place(of: flagsAt..<countAt, in: exchange.answerSegments)
    else { return nil }
    let command = story.bytes.span.extracting(exchange.command.range)
    var block: UInt16?
    if let access = FelicaAccess(command), access.blockCount == 1 {
      var blocks = access.blocks
      block = blocks.next(in: command)?.number
    }
    return Refusal(
      place: place, first: answer[flagsAt], second: answer[flagsAt + 1], block: block)
  }
}
