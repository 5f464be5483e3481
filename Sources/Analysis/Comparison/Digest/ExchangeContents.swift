import Bytes
import Decoding

/// What of an exchange counts: its commands, its answer and how it ended, but not how it got across.
struct ExchangeContents {
  private let exchange: Exchange

  init(_ exchange: Exchange) { self.exchange = exchange }

  /// Keys of the reader's half and of everything, without runs of the command and of the answer.
  /// `hidesContinuations`: what later steps of an authentication carry is new each time.
  func key(
    in story: borrowing Story, command: [Range<Int>], answer: [Range<Int>],
    hidesContinuations: Bool
  ) -> (command: UInt64, whole: UInt64) {
    let bytes = story.bytes.span
    var key = ContentKey()
    key.add(UInt64(exchange.form.rawValue) << 8 | UInt64(exchange.commandDamage.rawValue))
    let asked = bytes.extracting(exchange.command.range)
    if exchange.isEncrypted {
      key.add(UInt64(asked.count))
    } else {
      key.add(asked, without: command)
    }
    for index in exchange.partRun.range.dropFirst() {
      let part = story.parts[index]
      let own = bytes.extracting(part.command.range)
      key.add(own, without: hidesContinuations ? Self.continued(own, exchange) : [])
    }
    let half = key.value
    key.add(UInt64(exchange.outcome.rawValue))
    let given = bytes.extracting(exchange.answer.range)
    if exchange.isEncrypted {
      key.add(UInt64(given.count))
    } else {
      key.add(given, without: answer)
    }
    for index in exchange.partRun.range.dropLast() {
      let part = story.parts[index]
      let own = part.answer.range
      // What an answer that goes on says of itself: SW1-SW2, or a native status.
      let isNative = exchange.form == .native
      key.add(
        bytes.extracting(
          isNative ? own.prefix(1) : own.dropFirst(max(0, own.count - 2))))
    }
    return (half, key.value)
  }

  /// The data of a step that continues a native command, or one that is wrapped in an APDU.
  static func continued(_ command: Span<UInt8>, _ exchange: Exchange) -> [Range<Int>] {
    guard exchange.joins.contains(.additionalFrame), command.count > 1 else { return [] }
    if command[0] == 0xAF { return [1..<command.count] }
    guard command.count > 6, command[0] == 0x90, command[1] == 0xAF else { return [] }
    return [5..<command.count - 1]
  }
}
