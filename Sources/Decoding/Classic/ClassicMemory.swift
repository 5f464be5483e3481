import Bytes
import Tags

/// The memory of a MIFARE Classic card, from READ and WRITE in clear or deciphered, and of a MIFARE
/// Plus card in security level 3, from reads in plain.
struct ClassicMemory: Sendable {
  private var image = MemoryImage(unit: 16)
  private var identity: TagIdentity

  init(_ identity: TagIdentity) { self.identity = identity }

  var contents: [TagContents] { [TagContents(classic: image, identity)] }

  /// A new activation of the same card.
  mutating func activate(_ identity: TagIdentity) { self.identity = identity }

  mutating func take(
    _ exchange: borrowing Exchange, of step: borrowing Step, in story: borrowing Story,
    _ events: inout [MemoryEvent]
  ) {
    guard !exchange.isEncrypted, exchange.authentication == .none, exchange.command.count >= 2
    else { return }
    let command = story.bytes.span.extracting(exchange.command.range)
    let block = command[1]
    let address = 16 * Int(block)
    let isAnswered = exchange.outcome == .answered
    let count = exchange.answer.count
    switch (command[0], command.count) {
    case (0x30, 2) where isAnswered && count == 16:
      lay(0..<16, exchange, step, story, at: address, &events)
    case (0xA0, 18):
      write(exchange, of: step, in: story, to: address, &events)
    // What TRANSFER writes is the card's own sum.
    case (0xB0, 2): image.forget(address..<address + 16)
    default: break
    }
  }

  /// Whether an exchange in ISO-DEP blocks reads blocks of a MIFARE Plus card in plain: 32, 33, 36, 37
  /// with the number of the block and how many.
  static func isPlainRead(_ command: Span<UInt8>, answer: Span<UInt8>) -> Bool {
    guard command.count >= 4, answer.count > 16, answer[0] == 0x90,
      command[0] & 0xFA == 0x32, command[3] > 0
    else { return false }
    let rest = answer.count - 1 - 16 * Int(command[3])
    return rest == 0 || rest == 8
  }

  /// Takes in such a read.
  mutating func take(
    plainRead exchange: borrowing Exchange, of step: borrowing Step, in story: borrowing Story,
    _ events: inout [MemoryEvent]
  ) {
    let command = story.bytes.span.extracting(exchange.command.range)
    let first = Int(command[1]) | Int(command[2]) << 8
    // Blocks from 4000h on are keys and configuration.
    guard first < 256 else { return }
    lay(1..<1 + 16 * Int(command[3]), exchange, step, story, at: 16 * first, &events)
  }

  private mutating func lay(
    _ range: Range<Int>, _ exchange: borrowing Exchange, _ step: borrowing Step,
    _ story: borrowing Story, at address: Int, _ events: inout [MemoryEvent]
  ) {
    noteKeys(address..<address + range.count)
    let conflict = image.lay(
      range, of: exchange.answer, exchange.answerSegments, step: step, in: story, at: address,
      as: .read)
    guard let conflict else { return }
    events.append(
      MemoryEvent(
        kind: .conflict(conflict), place: conflict.after.place(of: conflict.range.count),
        unit: 16, word: .block))
  }

  private mutating func write(
    _ exchange: borrowing Exchange, of step: borrowing Step, in story: borrowing Story,
    to address: Int, _ events: inout [MemoryEvent]
  ) {
    noteKeys(address..<address + 16)
    guard exchange.outcome == .answered, let last = story.bytes[exchange.answer.range].last else {
      image.forget(address..<address + 16)
      return
    }
    if last & 0x0F == 0x0A {
      image.lay(
        2..<18, of: exchange.command, exchange.commandSegments, step: step, in: story,
        at: address, as: .written)
    } else if let place = story.place(of: 0..<exchange.answer.count, in: exchange.answerSegments) {
      events.append(
        MemoryEvent(
          kind: .refused(address..<address + 16, code: last & 0x0F), place: place, unit: 16,
          word: .block))
    }
  }

  /// Keys read as zeros, whatever was written.
  private mutating func noteKeys(_ range: Range<Int>) {
    for trailer in SectorTrailer.places(in: range) {
      let keyA = trailer.lowerBound..<trailer.lowerBound + 6
      guard !image.changing.contains(keyA) else { continue }
      image.changing += [keyA, trailer.upperBound - 6..<trailer.upperBound]
    }
  }
}
