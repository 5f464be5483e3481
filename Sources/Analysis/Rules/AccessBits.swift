import Bytes
import Decoding
import Tags

/// Raises `memory-access-bits`.
enum AccessBits {
  static let manual = """
    The access bits of a MIFARE Classic sector contradict themselves.

    A sector trailer holds each access bit twice, once inverted, in its bytes 6 to 8. A card that \
    finds them at odds locks the sector for ever. In a dump or a write this is a mistake that must \
    not reach a card.
    """

  static func check(
    _ step: borrowing Step, _ exchange: borrowing Exchange, into findings: inout [Finding],
    _ story: borrowing Story
  ) {
    guard case .answered = exchange.outcome, !exchange.isEncrypted,
      exchange.authentication == .none, exchange.command.count >= 2
    else { return }
    let command = Int(exchange.command.start)
    guard ClassicBlock.isTrailer(story.bytes[command + 1]) else { return }
    let isWrite = story.bytes[command] == 0xA0
    guard isWrite || story.bytes[command] == 0x30 else { return }
    let run = isWrite ? exchange.command : exchange.answer
    let at = isWrite ? 8 : 6
    guard run.count == at + 10 else { return }
    let start = Int(run.start) + at
    guard
      !SectorTrailer.agree(
        story.bytes[start], story.bytes[start + 1], story.bytes[start + 2]),
      let place = story.place(
        of: at..<at + 3, in: isWrite ? exchange.commandSegments : exchange.answerSegments)
    else { return }
    findings.append(
      Finding(
        .memoryAccessBits, visit: step.visit, step: step.frames.lowerBound,
        half: isWrite ? .command : .answer, places: Places(place),
        message: "the access bits contradict their complements: a card locks such a sector"))
  }

  /// The same in a dump.
  static func finding(
    _ sector: Int, at range: Range<Int>, in contents: TagContents, _ visit: Int
  ) -> Finding {
    contents.finding(
      .memoryAccessBits, at: range,
      """
      sector \(sector): the access bits contradict their complements: a card locks such a sector
      """, visit: visit)
  }
}
