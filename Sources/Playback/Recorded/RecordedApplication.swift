/// What a recorded card of whole commands answers: as in the trace, and where that does not know,
/// with the error that a card of its protocol gives.
struct RecordedApplication: CardApplication {
  private var talk: RecordedTalk
  /// The card speaks native commands of DESFire, which are no APDUs.
  private let isNative: Bool

  init(_ exchanges: [RecordedExchange], isNative: Bool = false) {
    talk = RecordedTalk(exchanges)
    self.isNative = isNative
  }

  var isUsedUp: Bool { talk.isAtEnd }

  /// Selecting the card anew does not rewind it: what was asked twice is answered twice.
  mutating func reset() {}

  mutating func answer(_ command: [UInt8]) -> [UInt8]? {
    if let exchange = talk.play(command) { return exchange.answer }
    guard let cla = command.first else { return [] }
    // 1C: a native command that DESFire does not know.
    guard command.count >= 4, !isNative || cla == 0x00 || cla == 0x90 else { return [0x1C] }
    let ins = command[1]
    if cla == 0x90 { return [0x91, 0x1C] }
    let isChannelled = cla & 0x60 == 0
    guard
      talk.knows({ $0.first == cla || (isChannelled && ($0.first ?? 0) & 0xFC == cla & 0xFC) })
    else {
      return StatusWord.classUnsupported
    }
    guard ins != 0xA4 else { return StatusWord.notFound }
    guard talk.knows({ $0.count >= 4 && $0.dropFirst().first == ins }) else {
      return StatusWord.instructionUnsupported
    }
    switch ins {
    case 0xB2: return StatusWord.recordNotFound
    case 0xB0, 0xD6: return StatusWord.wrongOffset
    case 0xCA, 0xCB: return StatusWord.referenceNotFound
    default: return StatusWord.wrongParameters
    }
  }
}

/// What a recorded tag without blocks answers; it refuses what the trace does not know.
struct RecordedMemory: TagMemory {
  private var talk: RecordedTalk

  init(_ exchanges: [RecordedExchange]) { talk = RecordedTalk(exchanges) }

  var isUsedUp: Bool { talk.isAtEnd }

  mutating func losePower() {}

  mutating func answer(_ command: [UInt8]) -> TagAnswer {
    guard let exchange = talk.play(command) else { return .refusal(0) }
    guard let answer = exchange.answer else { return .silence }
    // A single byte is the four bits of an acknowledge, or of a refusal.
    guard answer.count == 1 else { return .bytes(answer) }
    return answer[0] & 0x0F == 0x0A ? .acknowledge : .refusal(answer[0] & 0x0F)
  }
}
