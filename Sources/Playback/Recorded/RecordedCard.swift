package import Decoding
package import Tags

/// What a trace tells of one card in one stay, or in several that follow each other.
package struct RecordedCard: Sendable {
  package var technology: Technology
  /// UID, PUPI or IDm.
  package var identifier: [UInt8]
  package var isRandom = false
  /// NFC-A: as sent, low byte first.
  package var atqa: [UInt8] = []
  package var sak: UInt8?
  /// NFC-A: the ATS; NFC-B: ATQB behind its first byte.
  package var answer: [UInt8] = []
  /// NFC-F: polls that the card answered.
  package var polls: [RecordedExchange] = []
  package var exchanges: [RecordedExchange] = []
  /// The commands are APDUs or native commands of DESFire, which travel in blocks.
  package var speaksInBlocks = false
  /// Some are native commands, which are no APDUs.
  package var speaksNatively = false
  /// It speaks what neither a PN532 nor a phone does: PicoPass, SRI.
  package var isOutOfReach = false
  /// The card's historical bytes, from an ATR.
  package var historical: [UInt8] = []
  /// What was seen of its memory.
  package var contents: [TagContents] = []

  /// The card, as it was before its first exchange; nil where not enough is known of it.
  package var card: (any Card)? {
    switch technology {
    case .nfcA: return typeA
    case .nfcB: return typeB
    case .nfcF: return typeF
    case .apdu, .unknown: return exchanges.isEmpty ? nil : typeA
    case .nfcV: return typeV
    }
  }

  private var typeA: any Card {
    let usesBlocks = speaksInBlocks || !answer.isEmpty || technology != .nfcA
    return typeA(
      usesBlocks
        ? .application(RecordedApplication(exchanges, isNative: speaksNatively))
        : .memory(RecordedMemory(exchanges)))
  }

  /// The card with something inside.
  func typeA(_ inside: TypeACard.Inside) -> any Card {
    let isWhole = [4, 7, 10].contains(identifier.count)
    let usesBlocks = speaksInBlocks || !answer.isEmpty || technology != .nfcA
    let uid = isWhole ? identifier : [0x08, 0x4E, 0x46, 0x43]
    let standardATQA: [UInt8] = uid.count == 4 ? [0x04, 0x00] : [0x44, 0x00]
    var sak = self.sak ?? (usesBlocks ? 0x20 : 0x00)
    // Commands in blocks need RATS, which a reader asks for where the SAK says so.
    if usesBlocks { sak |= 0x20 }
    let identity = TypeAIdentity(
      atqa: atqa.count == 2 ? atqa : standardATQA, uid: uid, sak: sak,
      ats: answer.isEmpty
        ? [UInt8(5 + historical.count), 0x78, 0x80, 0x70, 0x02] + historical : answer)
    return TypeACard(identity, inside)
  }

  private var typeB: any Card {
    var whole = answer
    if whole.count < 11 {
      let pupi = identifier.count == 4 ? identifier : [0x4E, 0x46, 0x43, 0x00]
      whole = pupi + [0, 0, 0, 0, 0x00, 0x51, 0x70]
    }
    return TypeBCard(
      answer: Array(whole.prefix(11)),
      application: RecordedApplication(exchanges, isNative: speaksNatively))
  }

  private var typeF: (any Card)? {
    // Where the capture begins behind the poll, every command still names the card.
    let named = exchanges.first { $0.command.count >= 10 }?.command[2..<10]
    let idm = identifier.count == 8 ? identifier : Array(named ?? [])
    guard idm.count == 8 else { return nil }
    return RecordedFeliCa(idm: idm, polls: polls, exchanges: exchanges)
  }

  private var typeV: (any Card)? {
    guard identifier.count == 8 else { return nil }
    let memory = contents.first { $0.kind == .type5 && $0.isMain }
    // The container stands in front of what it says that there is.
    return RecordedVicinity(
      uid: identifier, exchanges: exchanges,
      size: memory?.size ?? memory?.capacity.map { $0 + 4 } ?? 0,
      isWhole: memory?.needs.isEmpty ?? false)
  }

  /// Whether another stay is the same card's, so that the two are played as one.
  func isContinued(by other: RecordedCard) -> Bool {
    technology == other.technology && !isRandom && !other.isRandom
      && (sak == nil || other.sak == nil || sak == other.sak)
      && (identifier == other.identifier || identifier.isEmpty || other.identifier.isEmpty)
  }

  /// Adds what a later stay of the same card told.
  mutating func append(_ other: RecordedCard) {
    if identifier.isEmpty { identifier = other.identifier }
    if atqa.isEmpty { atqa = other.atqa }
    sak = sak ?? other.sak
    if answer.isEmpty { answer = other.answer }
    if historical.isEmpty { historical = other.historical }
    for poll in other.polls where !polls.contains(poll) { polls.append(poll) }
    exchanges += other.exchanges
    for part in other.contents {
      contents.removeAll {
        $0.kind == part.kind && $0.part == part.part && $0.image.seen <= part.image.seen
      }
      if !contents.contains(where: { $0.kind == part.kind && $0.part == part.part }) {
        contents.append(part)
      }
    }
    speaksInBlocks = speaksInBlocks || other.speaksInBlocks
    speaksNatively = speaksNatively || other.speaksNatively
  }
}

extension RecordedCard {
  /// All of them as one card on the reader; nil where none can lie there.
  package static func sequence(_ cards: [RecordedCard]) -> (any Card)? {
    let playable = cards.compactMap(\.card)
    return playable.count == 1 ? playable[0] : CardSequence(playable)
  }
}
