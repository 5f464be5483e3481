import Bytes
import Tags

/// The memory of a card that a PC/SC reader reads and writes by itself: `FF B0` and `FF D6` with the
/// number of a page or block.
///
/// Both have 16 bytes from a page of 4 bytes on, or from a block of 16. The ATR tells which; where it
/// was not captured, an authentication does, or how the answers lie over each other.
struct StorageCardMemory: Sendable {
  /// The same bytes, laid both ways.
  private var pages = MemoryImage(unit: 4)
  private var blocks = MemoryImage(unit: 16)
  private var kind: StorageUnit?
  /// The number of the last read, and whether the next one went on where pages, or blocks, would.
  private var last: Int?
  private var goesOnByPages = false
  private var goesOnByBlocks = false

  /// Whether a command is for the reader.
  static func concerns(_ command: Span<UInt8>) -> Bool {
    guard command.count >= 5, command[0] == 0xFF else { return false }
    return command[1] == 0xB0 || command[1] == 0xD6 || command[1] == 0x86 || command[1] == 0x88
  }

  /// Takes in an ATR, which names the card.
  mutating func note(reset: Span<UInt8>) {
    guard let told = StorageUnit(reset: reset), told != .other else { return }
    kind = told
  }

  var contents: [TagContents] {
    let isBlocks: Bool
    switch kind {
    case .blocks: isBlocks = true
    case .pages: isBlocks = false
    case nil, .other:
      // Pages that contradict each other were none.
      if !pages.conflicts.isEmpty, blocks.conflicts.isEmpty {
        isBlocks = true
      } else if goesOnByPages, !goesOnByBlocks {
        isBlocks = false
      } else {
        return []
      }
    }
    var contents = isBlocks ? TagContents(classic: blocks) : TagContents(type2: pages)
    contents.isInferred = contents.isInferred || kind == nil
    return [contents]
  }

  mutating func take(
    _ exchange: borrowing Exchange, of step: borrowing Step, in story: borrowing Story
  ) {
    guard exchange.outcome == .answered, exchange.status == 0x9000 else { return }
    let command = story.bytes.span.extracting(exchange.command.range)
    let number = Int(command[2]) << 8 | Int(command[3])
    guard number < 1_024 else { return }
    switch command[1] {
    case 0x86, 0x88: kind = kind ?? .blocks
    case 0xB0:
      let count = exchange.answer.count - 2
      guard count > 0, count % 4 == 0 else { return }
      if count < 16 { kind = kind ?? .pages }
      if let last {
        goesOnByPages = goesOnByPages || number == last + count / 4
        goesOnByBlocks = goesOnByBlocks || number == last + 1
      }
      last = number
      lay(0..<count, of: exchange.answer, exchange.answerSegments, step, story, number, .read)
    case 0xD6:
      let count = Int(command[4])
      guard count > 0, count % 4 == 0, command.count == 5 + count else { return }
      if count < 16 { kind = kind ?? .pages }
      lay(
        5..<5 + count, of: exchange.command, exchange.commandSegments, step, story, number,
        .written)
    default: break
    }
  }

  private mutating func lay(
    _ range: Range<Int>, of side: Extent, _ segments: Extent, _ step: borrowing Step,
    _ story: borrowing Story, _ number: Int, _ access: MemoryImage.Access
  ) {
    pages.lay(range, of: side, segments, step: step, in: story, at: 4 * number, as: access)
    blocks.lay(range, of: side, segments, step: step, in: story, at: 16 * number, as: access)
  }
}
