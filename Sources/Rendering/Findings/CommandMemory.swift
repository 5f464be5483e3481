import Analysis
import Bytes
import Decoding

/// The long words of commands that a later finding may speak of: those that went wrong lately.
struct CommandMemory: ~Copyable {
  private var composer: Composer
  private var entries: [Entry] = []
  private var next = 0

  private struct Entry {
    var step: Int
    var words: String
  }

  /// How many commands are remembered.
  private static let limit = 64

  init(names: NameSource, secrets: SecretFinder?) {
    composer = Composer(form: .wide, names: names, secrets: secrets)
  }

  /// Whether anything in the words was hidden.
  var hasMasked: Bool { composer.mask.hasHidden }

  /// Remembers a step's command, if a finding speaks of it now or may later.
  mutating func note(
    _ step: Step, defects: Range<Int>, hasFinding: Bool, in story: borrowing Story
  ) {
    guard case .exchange(let exchange) = step.content,
      hasFinding || exchange.outcome != .answered || !Self.isFine(exchange.status)
    else { return }
    composer.clear()
    composer.mask.find(in: exchange, bytes: story.bytes.span)
    composer.append(
      command: exchange, story.bytes.span.extracting(exchange.command.range),
      ExchangeFaults(defects, in: story))
    let entry = Entry(step: step.frames.lowerBound, words: composer.plainWords)
    if entries.count < Self.limit {
      entries.append(entry)
    } else {
      entries[next] = entry
      next = (next + 1) % Self.limit
    }
  }

  /// The words of the command of a step, told by its first frame.
  func words(of step: Int) -> String {
    entries.last { $0.step == step }?.words ?? "the command"
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
