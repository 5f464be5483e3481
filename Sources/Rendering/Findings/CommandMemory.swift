import Analysis
import Bytes
import Decoding

/// Commands that a finding may speak of, now or later: those that went wrong lately. Their words are
/// put together when a finding needs them.
struct CommandMemory: ~Copyable {
  private var composer: Composer
  private var entries: [Entry] = []
  private var next = 0

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
    guard case .exchange(let exchange) = step.content,
      hasFinding || exchange.outcome != .answered || !Self.isFine(exchange.status)
    else { return }
    if entries.count < Self.limit {
      entries.append(Entry(step: 0, exchange: exchange, bytes: []))
      next = entries.count - 1
    } else {
      next = (next + 1) % Self.limit
    }
    entries[next].step = step.frames.lowerBound
    entries[next].exchange = exchange
    entries[next].exchange.command = Extent(0..<exchange.command.count)
    entries[next].exchange.answer = .none
    entries[next].bytes.removeAll(keepingCapacity: true)
    entries[next].bytes.append(story.bytes.span.extracting(exchange.command.range))
  }

  /// The words of the command of a step, told by its first frame.
  mutating func words(of step: Int) -> String {
    guard let entry = entries.last(where: { $0.step == step }) else { return "the command" }
    composer.clear()
    composer.mask.find(in: entry.exchange, bytes: entry.bytes.span)
    composer.append(
      command: entry.exchange, entry.bytes.span,
      ExchangeFaults(entry.exchange, entry.bytes.span))
    return composer.plainWords
  }

  /// Whether nothing can come of a status later.
  private static func isFine(_ status: UInt16?) -> Bool { status == 0x9000 || status == 0x9100 }
}

extension Composer {
  /// All words without those in brackets, and without marks.
  var plainWords: String {
    var text: [UInt8] = []
    var isDropped = false
    let span = words.span
    for index in span.indices {
      switch span[index] {
      case Mark.droppable: isDropped = true
      case Mark.droppableEnd: isDropped = false
      case 0..<0x20: break
      case let byte: if !isDropped { text.append(byte) }
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
