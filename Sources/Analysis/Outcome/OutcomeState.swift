import Bytes
import Decoding
import GrammarLanguage

/// What a visit's last row is made from, gathered as it goes on.
struct OutcomeState {
  private var applications: [Application] = []
  private var trouble: Trouble = .none
  /// The card's silence: from the first unanswered command to the frame that it answered.
  private var silence: Silence?
  private var exchanges = 0
  private var unanswered = 0
  private var ending: Ending = .whole
  private var activations = 0
  private var isWhole = true
  private var traits = CardTraits()
  private var speaksDESFire = false
  /// What is known of a FeliCa card.
  var felica: FelicaOutcome?
  /// What two peers said: how many PDUs, and the longest NDEF message in them.
  private var pdus = 0
  private var message: Int?
  /// The last SAK says that the card speaks ISO-DEP.
  private(set) var promisesISODEP = false

  /// An application that SELECT named.
  struct Application: Equatable {
    let aid: Identifier
    var state: SelectionState
  }

  /// What became of a SELECT; of several for one application, the best.
  enum SelectionState: UInt8, Comparable {
    /// Refused with an error status.
    case refused
    /// The answer was not captured whole.
    case asked
    case selected

    static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
  }

  /// What the last exchange went wrong with.
  enum Trouble: Equatable {
    case none
    case refused(status: UInt16, Command)
    case notWhole(Command)
  }

  /// How the last exchange ended, where no status word says it.
  enum Ending: UInt8, Equatable {
    case whole
    /// The capture ends before its answer.
    case captureEnds
    /// By an error of FeliCa or ISO/IEC 15693, or a NAK.
    case refused
  }

  /// A command, as far as its name goes.
  struct Command: Equatable {
    let cla: UInt8
    let ins: UInt8
    let p1: UInt8
    let application: Identifier

    init(_ view: APDUView) {
      cla = view.command.cla
      ins = view.command.ins
      p1 = view.command.p1
      application = view.application
    }
  }

  /// Frames between which the card said nothing.
  struct Silence: Equatable {
    let from: Int
    var to: Int?
  }

  /// Takes in an activation.
  mutating func note(
    _ activation: Activation, in step: borrowing Step, _ story: borrowing Story
  ) {
    activations += 1
    traits.note(activation, in: story)
    isWhole = activation.isWhole
    promisesISODEP = (activation.sak ?? 0) & 0x20 != 0 || activation.technology == .nfcB
    if activation.sak != nil { noteSound(in: step) }
  }

  /// A card was powered on.
  mutating func noteReset() { activations += 1 }

  /// Takes in what a peer said.
  mutating func note(_ peer: PeerStep) {
    pdus += 1
    if let part = peer.message, part.isWhole, part.length > 0 {
      message = max(message ?? 0, part.length)
    }
  }

  /// Takes in an ATS.
  mutating func note(_ activation: ProtocolActivation, in story: borrowing Story) {
    traits.note(activation, in: story)
  }

  /// The card was heard again.
  mutating func noteSound(in step: borrowing Step) {
    if silence != nil, silence?.to == nil { silence?.to = step.frames.lowerBound }
  }

  /// Takes in an exchange of any form.
  mutating func note(
    _ step: borrowing Step, _ exchange: borrowing Exchange, _ story: borrowing Story
  ) {
    exchanges += 1
    traits.note(exchange, in: story)
    trouble = .none
    ending = Self.ending(of: exchange, story)
    switch exchange.outcome {
    case .unanswered:
      unanswered += 1
      if silence == nil || silence?.to != nil {
        var first = step.commandFrame
        if exchange.parts > 1, let last = story.parts[exchange.partRun.range].last {
          first = last.commandFrame
        }
        silence = Silence(from: first)
      }
    case .endOfCapture: break
    case .answered, .badCRC, .cut, .brokenChain, .refused, .commandMissing:
      silence = nil
    }
  }

  private static func ending(
    of exchange: borrowing Exchange, _ story: borrowing Story
  ) -> Ending {
    if case .endOfCapture = exchange.outcome { return .captureEnds }
    if case .type2 = exchange.form, exchange.answer.count == 1 {
      // ACK of four bits is A; every other is a NAK.
      // A whole byte, as CHECK_TEARING_EVENT is answered with, is no NAK: those have four bits.
      let byte = story.bytes[Int(exchange.answer.start)]
      return byte & 0x0F == 0x0A || byte > 0x0F ? .whole : .refused
    }
    if FelicaAnswer.refusal(of: exchange, in: story) != nil { return .refused }
    return VicinityRefusal(exchange, in: story) != nil ? .refused : .whole
  }

  /// Takes in what an APDU says beyond that.
  mutating func note(_ view: APDUView, failed: Bool) {
    switch view.outcome {
    case .cut, .badCRC, .brokenChain, .refused: trouble = .notWhole(Command(view))
    case .answered where failed: trouble = .refused(status: view.status ?? 0, Command(view))
    default: break
    }
    // DESFire's commands in APDUs, which its ISO name alone does not tell.
    if view.command.cla == 0x90, view.status.map({ $0 >> 8 == 0x91 }) == true {
      speaksDESFire = true
    }
    if view.selectsByName {
      var isWhole = false
      if case .answered = view.outcome { isWhole = view.status != nil }
      note(view.name, failed ? .refused : isWhole ? .selected : .asked)
    }
  }

  private mutating func note(_ aid: Identifier, _ state: SelectionState) {
    // Where neither side says a name there is nothing to tell.
    guard !aid.isEmpty else { return }
    if let index = applications.firstIndex(where: { $0.aid == aid }) {
      applications[index].state = max(applications[index].state, state)
    } else if applications.count < 32 {
      applications.append(Application(aid: aid, state: state))
    }
  }
}

extension OutcomeState {
  /// What is known at the visit's end.
  func conclusion(_ end: VisitEnd) -> Conclusion {
    let isPlain = applications.isEmpty && trouble == .none && silence == nil
    return Conclusion(
      applications: applications, speaksDESFire: speaksDESFire, trouble: trouble,
      silence: silence, ending: ending, plain: isPlain ? plain(end) : .nothing, traits: traits)
  }

  private func plain(_ end: VisitEnd) -> Conclusion.Plain {
    if pdus > 0, exchanges == 0 { return .peers(pdus, message: message) }
    if let felica, unanswered == 0 { return .felica(felica) }
    if exchanges > 0 { return .commands(exchanges, unanswered: unanswered) }
    if !isWhole { return .halfActivated(atEnd: end.reason == .endOfInput) }
    return activations > 0 ? .activated : .polled
  }
}
