import Bytes
import Decoding
package import GrammarLanguage
package import TraceFormat

/// Finds the cards in a trace: decodes its frames, on air or of a host, and keeps of each stay who
/// the card was and what it answered.
package struct CardRecovery {
  private var decoder = Decoder(options: Decoder.Options())
  private var story = Story()
  private var dissector: Dissector
  private var dissection = Dissection()
  private let lexicon: Lexicon
  /// Stays that have not ended, by the number of the visit.
  private var open: [Int: RecordedCard] = [:]
  private var memories: [Int: CardMemory] = [:]
  private var cards: [(first: Int, card: RecordedCard)] = []
  private var kept = 0
  /// The ATR that each source named last.
  private var resets: [UInt16: [UInt8]] = [:]
  /// Some frames are of a technology that no PN532 speaks.
  package private(set) var hasVicinityCards = false
  /// The trace has more exchanges than are played.
  package private(set) var isCut = false

  /// Reads with what the grammars know.
  package init(_ lexicon: Lexicon) {
    self.lexicon = lexicon
    dissector = Dissector(lexicon)
  }

  /// Takes the next frames.
  package mutating func read(_ batch: FrameBatch) {
    for frame in batch.frames {
      if frame.link == .atr { resets[frame.source] = Array(batch.bytes[frame.bytes.range]) }
      if frame.link == .nfcV { hasVicinityCards = true }
    }
    decoder.decode(batch, into: &story)
    drain()
  }

  /// The cards, in the order in which they came; stays of one card that follow each other are one.
  package mutating func finish() -> [RecordedCard] {
    decoder.finish(into: &story)
    drain()
    for (number, card) in open { close(card, number) }
    open = [:]
    var joined: [RecordedCard] = []
    for (_, card) in cards.sorted(by: { $0.first < $1.first }) {
      if joined.last?.isContinued(by: card) == true {
        joined[joined.count - 1].append(card)
      } else {
        joined.append(card)
      }
    }
    return joined
  }

  private mutating func drain() {
    for entry in story.entries {
      switch entry {
      case .visit(let visit):
        var card = RecordedCard(
          technology: visit.technology, identifier: visit.identifier.bytes,
          isRandom: visit.identifierIsRandom)
        if let atqa = visit.atqa { card.atqa = Self.bytes(ofATQA: atqa) }
        card.historical = Self.historical(of: resets[visit.source] ?? [])
        open[visit.number] = card
      case .step(let step, _):
        if var card = open[step.visit] {
          take(step, into: &card)
          remember(step)
          open[step.visit] = card
        }
      case .end(let end):
        if let card = open.removeValue(forKey: end.number) { close(card, end.number) }
      }
      dissector.observe(entry, in: story)
    }
    story.clear()
  }

  /// Shows the memory of the step's visit what the step tells of it.
  private mutating func remember(_ step: Step) {
    var memory = memories[step.visit] ?? CardMemory()
    switch step.content {
    case .activation(let activation): memory.note(activation, in: story)
    case .answerToReset(let reset): memory.note(reset: story.bytes.span.extracting(reset.range))
    case .exchange(let exchange): memory.take(exchange, of: step, in: story)
    default: return
    }
    memories[step.visit] = memory
  }

  private mutating func close(_ card: RecordedCard, _ number: Int) {
    var card = card
    card.contents = memories.removeValue(forKey: number)?.contents ?? []
    cards.append((number, card))
  }

  private mutating func take(_ step: Step, into card: inout RecordedCard) {
    switch step.content {
    case .activation(let activation):
      if activation.isWhole { card.identifier = activation.identifier.bytes }
      if let atqa = activation.atqa { card.atqa = Self.bytes(ofATQA: atqa) }
      card.sak = activation.sak ?? card.sak
      let answer = Array(story.bytes[activation.answer.range])
      if activation.technology == .nfcB { card.answer = Array(answer.dropFirst()) }
      if activation.technology == .nfcF {
        let poll = RecordedExchange(
          command: Array(story.bytes[activation.request.range]), answer: answer)
        if !card.polls.contains(poll), card.polls.count < 1_000 { card.polls.append(poll) }
      }
    case .protocolActivation(let activation):
      card.speaksInBlocks = true
      let answer = Array(story.bytes[activation.answer.range])
      if card.technology == .nfcA, card.answer.isEmpty { card.answer = answer }
    case .exchange(let exchange):
      take(exchange, of: step, into: &card)
    default:
      break
    }
  }

  private static func bytes(ofATQA atqa: UInt16) -> [UInt8] {
    [UInt8(atqa & 0xFF), UInt8(atqa >> 8)]
  }

  /// The historical bytes of a contactless card's ATR (PC/SC Part 3): 3B 8n 80 01, then n of them.
  private static func historical(of reset: [UInt8]) -> [UInt8] {
    guard reset.count >= 5, reset[0] == 0x3B, reset[1] & 0xF0 == 0x80 else { return [] }
    return Array(reset[4...].prefix(Int(reset[1] & 0x0F)))
  }

  /// More would take memory without end.
  private static let limit = 100_000
}

extension CardRecovery {
  private mutating func take(
    _ exchange: Exchange, of step: Step, into card: inout RecordedCard
  ) {
    guard !exchange.isEncrypted, !exchange.isTooLong, !exchange.command.isEmpty else { return }
    switch exchange.outcome {
    case .endOfCapture, .commandMissing: return
    case .answered, .unanswered, .badCRC, .cut, .brokenChain, .refused: break
    }
    guard kept < Self.limit else {
      isCut = true
      return
    }
    if exchange.form == .iso7816 || exchange.form == .native { card.speaksInBlocks = true }
    if exchange.form == .native { card.speaksNatively = true }
    if exchange.form == .iclass || exchange.form == .sri { card.isOutOfReach = true }
    let command = Array(story.bytes[exchange.command.range])
    let varying = varying(of: step)
    guard exchange.parts > 1, !exchange.partRun.isEmpty else {
      let answer: [UInt8]?
      switch exchange.outcome {
      case .answered: answer = Array(story.bytes[exchange.answer.range])
      // The chip had no use for it because it was four bits, without a CRC: a refusal.
      case .refused where !card.speaksInBlocks: answer = [0x00]
      default: answer = nil
      }
      card.exchanges.append(
        RecordedExchange(command: command, varying: varying, answer: answer))
      kept += 1
      return
    }
    for index in exchange.partRun.range {
      let part = story.parts[index]
      let own = Array(story.bytes[part.command.range])
      let isAnswered = !part.answer.isEmpty
      card.exchanges.append(
        RecordedExchange(
          command: own.isEmpty ? command : own,
          varying: own.isEmpty || own == command ? varying : Self.continued(own, exchange),
          answer: isAnswered ? Array(story.bytes[part.answer.range]) : nil))
      kept += 1
    }
  }

  /// What may differ in a command, by the grammars: runs without overlap, in order.
  private mutating func varying(of step: Step) -> [Range<Int>] {
    dissector.dissect(step, in: story, into: &dissection)
    var runs: [Range<Int>] = []
    for node in dissection.command.tree.nodes where lexicon.attributes(of: node.label).varies {
      let range = node.place.range
      guard !range.isEmpty else { continue }
      if let last = runs.last, range.lowerBound < last.upperBound {
        runs[runs.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        runs.append(range)
      }
    }
    return runs
  }

  /// The data of a step that continues a native command: what it carries belongs to an
  /// authentication, and is new each time.
  private static func continued(_ command: [UInt8], _ exchange: Exchange) -> [Range<Int>] {
    guard exchange.joins.contains(.additionalFrame) else { return [] }
    if command[0] == 0xAF { return command.count > 1 ? [1..<command.count] : [] }
    guard command.count > 6, command[0] == 0x90, command[1] == 0xAF else { return [] }
    return [5..<command.count - 1]
  }
}
