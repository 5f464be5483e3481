import Bytes

/// What is known of a FeliCa card at a point of its visit: by what it said of itself, and by what it
/// let read.
package struct FelicaCard: Equatable, Sendable {
  /// The system that the last answered poll found; nil where no poll was captured, or where one for
  /// any system was not told which.
  package private(set) var system: UInt16?
  package private(set) var pmm: UInt64?
  /// Whether blocks were read that only the Lite family has.
  package private(set) var showedID = false
  package private(set) var showedConfiguration = false

  package init() {}

  /// A card of which only PMm is known, as dumps have it.
  package init(pmm: [UInt8]) {
    if pmm.count == 8 { self.pmm = ByteOrder.big.number64(pmm.span, at: 0) }
  }

  /// The second byte of PMm, which names the chip.
  package var icType: UInt8? { pmm.map { UInt8(truncatingIfNeeded: $0 >> 48) } }

  /// How it is known that the card is of the Lite family.
  package enum Evidence: Equatable, Sendable {
    /// Its chip says so, or its system.
    case told
    /// Blocks 82h and 88h could be read.
    case inferred
  }

  /// How it is known that the card is FeliCa Lite, Lite-S, or one that speaks like them; nil where it
  /// is not.
  package var liteEvidence: Evidence? {
    if let icType, icType >= 0xF0, icType <= 0xF2 { return .told }
    if system == Self.liteSystem { return .told }
    return showedID && showedConfiguration ? .inferred : nil
  }

  /// Whether the card is of the Lite family.
  package var isLite: Bool { liteEvidence != nil }

  /// Whether block 0 is the attribute block of a Type 3 tag: the NDEF system was found.
  package var isNDEF: Bool { system == Self.ndefSystem }

  package static let liteSystem: UInt16 = 0x88B4
  package static let ndefSystem: UInt16 = 0x12FC

  /// The services of the Lite family and of Type 3 tags: all blocks, read only, and to write.
  package static func isTagService(_ code: UInt16) -> Bool { code == 0x000B || code == 0x0009 }

  /// Takes in an answered poll: SENSF_REQ and SENSF_RES from LEN on.
  package mutating func note(poll request: Span<UInt8>, answer: Span<UInt8>) {
    guard answer.count >= 18 else { return }
    pmm = ByteOrder.big.number64(answer, at: 10)
    let asked = request.count >= 6 ? ByteOrder.big.number16(request, at: 2) : nil
    if answer.count >= 20, request.count < 6 || request[4] == 0x01 {
      system = ByteOrder.big.number16(answer, at: 18)
    } else if let asked, asked >> 8 != 0xFF, asked & 0xFF != 0xFF {
      system = asked
    } else {
      system = nil
    }
  }

  /// Takes in an exchange: command and answer from LEN on.
  package mutating func note(command: Span<UInt8>, answer: Span<UInt8>) {
    guard let access = FelicaAccess(command), !access.isWrite, answer.count >= 13,
      answer[1] == FelicaCode.answer(to: FelicaCode.read), answer[10] == 0,
      let service = access.service(0, in: command), Self.isTagService(service)
    else { return }
    var blocks = access.blocks
    while let block = blocks.next(in: command) {
      if block.number == 0x82 { showedID = true }
      if block.number == 0x88 { showedConfiguration = true }
    }
  }
}

/// What is known of the FeliCa cards of visits that are open.
package struct FelicaCards: Sendable {
  private var cards: [(visit: Int, card: FelicaCard)] = []

  /// Visits that are kept at a time, for sources that are interleaved; the oldest is given up.
  private static let limit = 64

  package init() {}

  /// The card of a visit.
  package subscript(visit: Int) -> FelicaCard {
    for index in cards.indices.reversed() where cards[index].visit == visit {
      return cards[index].card
    }
    return FelicaCard()
  }

  /// Takes in what a step tells of its visit's card.
  package mutating func note(_ step: Step, in story: borrowing Story) {
    switch step.content {
    case .activation(let activation) where activation.technology == .nfcF:
      let index = place(of: step.visit)
      cards[index].card.note(
        poll: story.bytes.span.extracting(activation.request.range),
        answer: story.bytes.span.extracting(activation.answer.range))
    case .exchange(let exchange) where exchange.form == .felica:
      note(exchange, visit: step.visit, in: story)
    default: break
    }
  }

  /// The same for an exchange that is at hand.
  package mutating func note(_ exchange: Exchange, visit: Int, in story: borrowing Story) {
    guard exchange.form == .felica, exchange.outcome == .answered else { return }
    let index = place(of: visit)
    cards[index].card.note(
      command: story.bytes.span.extracting(exchange.command.range),
      answer: story.bytes.span.extracting(exchange.answer.range))
  }

  /// Forgets a visit that has ended.
  package mutating func forget(visit: Int) { cards.removeAll { $0.visit == visit } }

  private mutating func place(of visit: Int) -> Int {
    if let index = cards.lastIndex(where: { $0.visit == visit }) { return index }
    if cards.count >= Self.limit { cards.removeFirst() }
    cards.append((visit, FelicaCard()))
    return cards.count - 1
  }
}
