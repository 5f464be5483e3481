import Analysis
import Bytes
import Decoding
import TraceFormat

/// A number that is equal for rows that say the same, times and frame numbers apart.
struct RowKey {
  private var content = ContentKey()

  /// The number.
  var value: Int { Int(content.value) }

  init() {}

  /// The key of a step's row, with the findings that its row shows.
  init(_ step: Step, findings: ArraySlice<Finding>, in story: borrowing Story) {
    switch step.content {
    case .event(let event, let text):
      add(1, UInt64(event.rawValue))
      add(story.bytes.span.extracting(text.range))
    case .polling(let polling):
      add(2, UInt64(polling.ecp), UInt64(polling.polls), UInt64(polling.answered))
      add(polling.uidReadFrame == 0 ? 0 : 1)
      add(story.bytes.span.extracting(polling.ecpFrame.range))
    case .activation(let activation):
      add(3, activation.identifier.high, activation.identifier.low)
      add(UInt64(activation.sak ?? 0), UInt64(activation.atqa ?? 0), UInt64(activation.levels))
    case .protocolActivation(let activation):
      add(4, UInt64(activation.attempts))
      add(story.bytes.span.extracting(activation.request.range))
      add(story.bytes.span.extracting(activation.answer.range))
    case .parameterSelection(let selection):
      add(5, UInt64(selection.sendDivisor), UInt64(selection.receiveDivisor))
      add(selection.accepted ? 1 : 0)
    case .halt(let halt): add(6, halt.answered ? 1 : 0)
    case .deselect(let count): add(7, UInt64(count), step.answerFrame == 0 ? 0 : 1)
    case .block(let block):
      add(8, UInt64(block.kind.rawValue), step.answerFrame == 0 ? 0 : 1)
    case .exchange(let exchange): add(exchange, in: story)
    case .damaged(let damaged):
      add(10, UInt64(damaged.count), UInt64(damaged.reason.rawValue))
      add(story.bytes.span.extracting(damaged.bytes.range))
    case .records(let count): add(11, UInt64(count))
    case .answerToReset(let bytes):
      add(13)
      add(story.bytes.span.extracting(bytes.range))
    case .peer(let peer):
      add(14, peer.isToTarget ? 1 : 0)
      add(story.bytes.span.extracting(peer.bytes.range))
    case .raw(let bytes):
      add(12)
      add(story.bytes.span.extracting(bytes.range))
    }
    for index in findings.indices { add(findings[index].id) }
  }

  /// Mixes in a number.
  mutating func add(_ number: UInt64) { content.add(number) }

  /// Mixes in a kind of finding.
  mutating func add(_ id: FindingID) { add(id.rawValue.utf8.span) }

  private mutating func add(_ first: UInt64, _ second: UInt64) {
    add(first)
    add(second)
  }

  private mutating func add(_ first: UInt64, _ second: UInt64, _ third: UInt64) {
    add(first, second)
    add(third)
  }

  private mutating func add(
    _ first: UInt64, _ second: UInt64, _ third: UInt64, _ fourth: UInt64
  ) {
    add(first, second)
    add(third, fourth)
  }

  private mutating func add(_ exchange: Exchange, in story: borrowing Story) {
    add(9, UInt64(exchange.form.rawValue) << 8 | UInt64(exchange.outcome.rawValue))
    add(UInt64(exchange.commandDamage.rawValue) << 8 | UInt64(exchange.channel))
    add(UInt64(exchange.retries), UInt64(exchange.waitingExtensions), UInt64(exchange.parts))
    add(story.bytes.span.extracting(exchange.command.range))
    add(story.bytes.span.extracting(exchange.answer.range))
  }

  private mutating func add(_ bytes: Span<UInt8>) { content.add(bytes) }
}
