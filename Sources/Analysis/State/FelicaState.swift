import Bytes
import Decoding
import Tags

/// What rules remember of a FeliCa card during its visit.
struct FelicaState {
  private(set) var card = FelicaCard()
  /// The attribute block of a Type 3 tag, once it was read.
  private(set) var attributes: AttributeBlock?
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
      if block.number == 0, let service = access.service(block.service, in: command),
        FelicaCard.isTagService(service),
        let found = AttributeBlock(answer.extracting(offset..<offset + 16)),
        card.isNDEF || found.isSound && found.major == 1
      {
        attributes = found
      }
      offset += AttributeBlock.blockLength
    }
  }

  /// Where the blocks of an answer to READ begin.
  private static let dataStart = 13
}
