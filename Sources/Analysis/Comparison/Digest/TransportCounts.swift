import Decoding
import TraceFormat

/// What an exchange needed to get across: the transport's business, which a comparison leaves out
/// unless it is asked.
struct StepTransport: Equatable, Sendable {
  var waitingExtensions: UInt16 = 0
  /// Blocks or commands sent again.
  var repeats: UInt16 = 0
  var commandBlocks: UInt16 = 1
  var answerBlocks: UInt16 = 1

  init() {}

  init(_ exchange: Exchange) {
    waitingExtensions = UInt16(clamping: exchange.waitingExtensions)
    repeats = UInt16(clamping: exchange.retries)
    commandBlocks = UInt16(clamping: exchange.commandBlocks)
    answerBlocks = UInt16(clamping: exchange.answerBlocks)
  }
}

/// One kind of thing that moves no data.
package enum TransportKind: Int, CaseIterable, Sendable {
  case waitingExtensions, negativeAcknowledges, repeatedCommands, commandBlocks, answerBlocks
  case presenceChecks, otherBlocks, deselects, halts, rateSelections, activationAttempts
  case polls, terminalFrames, damagedFrames, badRecords, fieldEvents
}

/// How often each kind happened in a visit, or how much more or less in another.
package struct TransportCounts: Equatable, Sendable {
  private var counts = SIMD16<Int32>(repeating: 0)

  package init() {}

  package subscript(kind: TransportKind) -> Int {
    get { Int(counts[kind.rawValue]) }
    set { counts[kind.rawValue] = Int32(clamping: newValue) }
  }

  /// Whether nothing is counted.
  package var isEmpty: Bool { counts == SIMD16(repeating: 0) }

  /// What one has more than another.
  static func - (one: Self, other: Self) -> Self {
    var difference = Self()
    difference.counts = one.counts &- other.counts
    return difference
  }

  /// Adds what is above 0 of a difference.
  mutating func addMore(of difference: Self) {
    counts =
      counts
      &+ difference.counts.replacing(
        with: 0, where: difference.counts .< SIMD16(repeating: 0))
  }

  /// Adds what is below 0 of a difference, as positive numbers.
  mutating func addFewer(of difference: Self) {
    counts =
      counts
      &- difference.counts.replacing(
        with: 0, where: difference.counts .> SIMD16(repeating: 0))
  }

  mutating func add(_ step: StepTransport, _ kind: StepDigest.Kind) {
    self[.waitingExtensions] += Int(step.waitingExtensions)
    self[kind.isInBlocks ? .negativeAcknowledges : .repeatedCommands] += Int(step.repeats)
    self[.commandBlocks] += Int(step.commandBlocks)
    self[.answerBlocks] += Int(step.answerBlocks)
  }
}

extension StepDigest.Kind {
  /// Whether such commands travel in ISO-DEP blocks.
  var isInBlocks: Bool {
    form == Exchange.Form.iso7816.rawValue + 1 || form == Exchange.Form.native.rawValue + 1
  }
}

extension TransportCounts {
  /// Counts a step that is no exchange.
  mutating func note(_ step: Step) {
    switch step.content {
    case .event(let event, _):
      if event == .fieldOn || event == .fieldOff { self[.fieldEvents] += 1 }
    case .polling(let polling):
      self[.polls] += polling.polls
      self[.terminalFrames] += polling.ecp
    case .parameterSelection: self[.rateSelections] += 1
    case .halt: self[.halts] += 1
    case .deselect(let count): self[.deselects] += count
    case .block(let block):
      switch block.kind {
      case .emptyInformation, .presenceCheck: self[.presenceChecks] += block.count
      case .negativeAcknowledge: self[.negativeAcknowledges] += block.count
      case .acknowledge, .parameters, .waitingTimeExtension, .reserved:
        self[.otherBlocks] += block.count
      }
    case .damaged(let damaged): self[.damagedFrames] += damaged.count
    case .records(let count): self[.badRecords] += count
    case .protocolActivation(let activation):
      self[.activationAttempts] += activation.attempts
    case .activation, .exchange, .answerToReset, .peer, .raw: break
    }
  }
}
