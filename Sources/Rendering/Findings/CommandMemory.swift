import Analysis
import Bytes
import Decoding
import GrammarLanguage

/// Commands that a finding may speak of, now or later: those that went wrong lately. Their words are
/// put together when a finding needs them.
struct CommandMemory: ~Copyable {
  private var composer: Composer
  private var entries: [Entry] = []
  /// The entry written last; the one behind it is the oldest when all are in use.
  private var latest = 0

  /// A command, its bytes being the first of `bytes`.
  private struct Entry {
    var step: Int
    var exchange: Exchange
    var bytes: [UInt8]
  }

  /// How many commands are remembered.
  private static let limit = 64

  init(names: NameSource, secrets: SecretFinder?) {
    composer = Composer(form: .wide, names: names, secrets: secrets)
  }

  /// Whether anything in the words was hidden.
  var hasMasked: Bool { composer.mask.hasHidden }

  /// Remembers a step's command, if a finding speaks of it now or may later.
  mutating func note(_ step: Step, hasFinding: Bool, in story: borrowing Story) {
    guard case .exchange(let exchange) = step.content else { return }
    note(exchange, of: step, hasFinding: hasFinding, in: story)
  }

  /// The same for the exchange that a step is.
  mutating func note(
    _ exchange: Exchange, of step: Step, hasFinding: Bool, in story: borrowing Story
  ) {
    guard hasFinding || exchange.outcome != .answered || !Self.isFine(exchange.status) else {
      return
    }
    if entries.count < Self.limit {
      entries.append(Entry(step: 0, exchange: exchange, bytes: []))
      latest = entries.count - 1
    } else {
      latest = (latest + 1) % Self.limit
      entries[latest].exchange = exchange
    }
    entries[latest].step = step.frames.lowerBound
    entries[latest].exchange.command = Extent(0..<exchange.command.count)
    entries[latest].exchange.answer = .none
    entries[latest].bytes.removeAll(keepingCapacity: true)
    entries[latest].bytes.append(story.bytes.span.extracting(exchange.command.range))
  }

  /// Appends the words of the command of a step, told by its first frame.
  mutating func append(commandOf step: Int, to out: inout ByteBuffer) {
    guard let index = index(of: step) else {
      out.append("the command")
      return
    }
    composer.clear()
    Self.append(entries[index], by: &composer, to: &out)
  }

  private static func append(
    _ entry: Entry, by composer: inout Composer, to out: inout ByteBuffer
  ) {
    composer.append(plainWordsOf: entry.exchange, entry.bytes.span, to: &out)
  }

  /// The latest entry of a step. Nearly always it is the last one.
  private func index(of step: Int) -> Int? {
    for age in entries.indices {
      let index = (latest - age + entries.count) % entries.count
      if entries[index].step == step { return index }
    }
    return nil
  }

  /// Whether nothing can come of a status later.
  private static func isFine(_ status: UInt16?) -> Bool { status == 0x9000 || status == 0x9100 }
}

extension Composer {
  /// Appends the words of a command without those in brackets, and without marks.
  fileprivate mutating func append(
    plainWordsOf exchange: Exchange, _ command: Span<UInt8>, to out: inout ByteBuffer
  ) {
    mask.find(in: exchange, bytes: command)
    append(command: exchange, command, CommandAPDU(command))
    let span = words.span
    var index = 0
    while index < span.count {
      let end = TextWidth.plainEnd(span, from: index)
      out.append(span.extracting(index..<end))
      guard end < span.count else { return }
      index = end + 1
      if span[end] == Mark.droppable {
        while index < span.count, span[index] != Mark.droppableEnd { index += 1 }
      } else if span[end] >= 0x80 {
        out.append(span[end])
      }
    }
  }
}
