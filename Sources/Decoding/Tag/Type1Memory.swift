import Bytes
import Tags

/// The memory of a Type 1 tag, from RALL, READ, RSEG, READ8 and the writes.
struct Type1Memory: Sendable {
  private var image = MemoryImage(unit: 8)

  var contents: [TagContents] { [TagContents(type1: image)] }

  mutating func take(
    _ exchange: borrowing Exchange, of step: borrowing Step, in story: borrowing Story,
    _ events: inout [MemoryEvent]
  ) {
    guard exchange.outcome == .answered, exchange.command.count > 1 else { return }
    let command = story.bytes.span.extracting(exchange.command.range)
    let answer = exchange.answer.count
    // The answers to all but RID and RALL begin with the address.
    switch (command[0], answer) {
    case (0x00, 122): lay(2..<122, exchange, step, story, at: 0, .read, &events)
    case (0x01, 2):
      lay(1..<2, exchange, step, story, at: Int(command[1] & 0x7F), .read, &events)
    case (0x10, 129):
      lay(1..<129, exchange, step, story, at: 128 * Int(command[1] >> 4), .read, &events)
    case (0x02, 9): lay(1..<9, exchange, step, story, at: 8 * Int(command[1]), .read, &events)
    // What a write answers is what the memory holds now.
    case (0x53, 2), (0x1A, 2):
      lay(1..<2, exchange, step, story, at: Int(command[1] & 0x7F), .written, &events)
    case (0x54, 9), (0x1B, 9):
      lay(1..<9, exchange, step, story, at: 8 * Int(command[1]), .written, &events)
    default: break
    }
  }

  private mutating func lay(
    _ range: Range<Int>, _ exchange: borrowing Exchange, _ step: borrowing Step,
    _ story: borrowing Story, at address: Int, _ access: MemoryImage.Access,
    _ events: inout [MemoryEvent]
  ) {
    let conflict = image.lay(
      range, of: exchange.answer, exchange.answerSegments, step: step, in: story, at: address,
      as: access)
    guard let conflict else { return }
    events.append(
      MemoryEvent(
        kind: .conflict(conflict), place: conflict.after.place(of: conflict.range.count),
        unit: 8))
  }
}
