import Bytes
import Decoding
import Tags

/// What rules remember of a FeliCa card during its visit.
struct FelicaState {
  private(set) var card = FelicaCard()
  /// The attribute block of a Type 3 tag, once it was read.
  private(set) var attributes: AttributeBlock?
  /// Block MC of the Lite family, once it was read.
  private(set) var configuration: LiteConfiguration?
  /// How many user blocks were read, and whether one of them holds anything.
  private(set) var padsRead = 0
  private(set) var holdsData = false
  private(set) var blocksRead = 0
  private(set) var readsRefused = 0
  private(set) var firstRefusal: (step: Int, refusal: FelicaAnswer.Refusal)?

  /// Takes in an answered poll.
  mutating func note(_ activation: borrowing Activation, in story: borrowing Story) {
    guard activation.technology == .nfcF else { return }
    card.note(
      poll: story.bytes.span.extracting(activation.request.range),
      answer: story.bytes.span.extracting(activation.answer.range))
  }

  /// Takes in an exchange.
  mutating func note(
    _ exchange: borrowing Exchange, of step: borrowing Step, in story: borrowing Story
  ) {
    guard case .answered = exchange.outcome else { return }
    let command = story.bytes.span.extracting(exchange.command.range)
    let answer = story.bytes.span.extracting(exchange.answer.range)
    card.note(command: command, answer: answer)
    guard let access = FelicaAccess(command), !access.isWrite else { return }
    if let refusal = FelicaAnswer.refusal(of: exchange, in: story) {
      readsRefused += 1
      if firstRefusal == nil { firstRefusal = (step.frames.lowerBound, refusal) }
      return
    }
    guard answer.count >= Self.dataStart + AttributeBlock.blockLength else { return }
    blocksRead += (answer.count - Self.dataStart) / AttributeBlock.blockLength
    var blocks = access.blocks
    var offset = Self.dataStart
    while let block = blocks.next(in: command), offset + 16 <= answer.count {
      let range = offset..<offset + AttributeBlock.blockLength
      offset = range.upperBound
      guard let service = access.service(block.service, in: command),
        FelicaCard.isTagService(service)
      else { continue }
      take(block.number, answer.extracting(range))
    }
  }

  /// Takes in a block of a tag's service.
  private mutating func take(_ number: UInt16, _ block: Span<UInt8>) {
    if number == 0, let found = AttributeBlock(block),
      card.isNDEF || found.isSound && found.major == 1
    {
      attributes = found
    }
    if number == 0x88 { configuration = LiteConfiguration(block) }
    guard number < 0x0E else { return }
    padsRead += 1
    for index in block.indices where block[index] != 0 { holdsData = true }
  }

  /// Where the blocks of an answer to READ begin.
  private static let dataStart = 13
}
