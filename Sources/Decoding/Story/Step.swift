package import Bytes
package import TraceFormat

/// One thing that happened, as a row of the story tells it: a poll, an activation, an exchange.
///
/// A step is a value without references; its bytes lie in the story's `bytes`.
@usableFromInline package struct Step: Equatable, Sendable {
  /// 0 for what belongs to no visit.
  package var visit: Int = 0
  package var source: UInt16 = 0
  /// The first and the last captured frame of it.
  package var frames: ClosedRange<Int>
  /// The reader's frame that opens it, 0 where it was not captured.
  package var commandFrame: Int = 0
  /// The card's frame that answers (the last of several), 0 without an answer.
  package var answerFrame: Int = 0
  /// Which of the frames derived from the first and from the last captured one begin and end it; 0
  /// for the captured ones themselves.
  package var firstDerived: UInt16 = 0
  package var lastDerived: UInt16 = 0
  /// When its first frame starts.
  package var time: Int64
  /// When its last frame starts.
  package var lastTime: Int64
  /// From the start of its first frame to the start of its last.
  @inlinable package var latency: Int64? {
    get { knownLatency.time }
    set { knownLatency.time = newValue }
  }
  /// The longest silence of the card in it; nil where times contradict themselves.
  @inlinable package var wait: Int64? {
    get { knownWait.time }
    set { knownWait.time = newValue }
  }
  /// What the standard allows for that wait (FWT × WTXM …), once known.
  @inlinable package var budget: Int64? {
    get { knownBudget.time }
    set { knownBudget.time = newValue }
  }
  /// For a step without an answer: start to start, to the next frame, where there is one.
  @inlinable package var silence: Int64? {
    get { knownSilence.time }
    set { knownSilence.time = newValue }
  }
  package var content: Content

  @usableFromInline var knownLatency = OptionalTime()
  @usableFromInline var knownWait = OptionalTime()
  @usableFromInline var knownBudget = OptionalTime()
  @usableFromInline var knownSilence = OptionalTime()

  package init(frames: ClosedRange<Int>, time: Int64, content: Content) {
    self.frames = frames
    self.time = time
    self.lastTime = time
    self.content = content
  }

  /// What kind of thing it is, with what only that kind has.
  package enum Content: Equatable, Sendable {
    /// An event, and what a comment says.
    case event(FrameEvent, Extent)
    case polling(Polling)
    case activation(Activation)
    /// RATS and ATS (NFC-A), ATTRIB and its answer (NFC-B).
    case protocolActivation(ProtocolActivation)
    case parameterSelection(ParameterSelection)
    case halt(Halt)
    /// S(DESELECT), also repeated: `count` requests.
    case deselect(count: Int)
    /// A block that moves no data and belongs to no exchange.
    case block(BlockStep)
    case exchange(Exchange)
    /// Frames that nobody could use: bad CRC or cut, and nothing answered them.
    case damaged(Damaged)
    /// Records that are no frames of their link type, in a row.
    case records(count: Int)
    /// The ATR of a card in a PC/SC reader.
    case answerToReset(Extent)
    /// A PDU between two peers.
    case peer(PeerStep)
    /// A frame of a link that is shown as bytes.
    case raw(Extent)
  }
}

/// Nanoseconds that may not be known, in the room of those that are: steps are moved around a lot.
@usableFromInline struct OptionalTime: Equatable, Sendable {
  @usableFromInline var raw = Int64.min

  @inlinable init() {}

  @inlinable var time: Int64? {
    get { raw == .min ? nil : raw }
    set { raw = newValue ?? .min }
  }
}

/// Polls in a row: REQA, WUPA, REQB, SENSF_REQ, INVENTORY, and the ECP frames between them.
package struct Polling: Equatable, Sendable {
  package var ecp: Int = 0
  /// The first ECP frame's bytes without its CRC.
  package var ecpFrame: Extent = .none
  package var polls: Int = 0
  package var answered: Int = 0
  /// The frame that gave a UID by anticollision although no SELECT followed, 0 for none.
  package var uidReadFrame: Int = 0
}

/// Anticollision and SELECT of one card, from the poll that was answered.
package struct Activation: Equatable, Sendable {
  package var technology: Technology
  package var identifier: Identifier
  package var isWhole: Bool
  package var isRandom: Bool
  package var atqa: UInt16?
  /// The SAK of the last SELECT; nil when it was not answered.
  package var sak: UInt8?
  package var levels: Int = 0
  /// An ST25TB or SRI, found by INITIATE.
  package var isSRI = false
  /// NFC-F: the bytes of SENSF_REQ without CRC; NFC-B: of REQB or WUPB.
  package var request: Extent = .none
  /// NFC-B: the bytes of ATQB without CRC; NFC-F: of the SENSF_RES.
  package var answer: Extent = .none
}

/// RATS and ATS, or ATTRIB and its answer.
package struct ProtocolActivation: Equatable, Sendable {
  /// The reader's bytes without CRC.
  package var request: Extent
  /// The card's bytes without CRC; empty when it did not answer.
  package var answer: Extent
  /// The largest frame the reader takes (FSD), in bytes with PCB and CRC.
  package var fsd: UInt16
  package var cid: UInt8
  /// How often the reader had to ask.
  package var attempts: Int
  /// From the ATS or ATQB, nil where it is damaged.
  package var parameters: Parameters?

  /// What the card announced.
  package struct Parameters: Equatable, Sendable {
    /// The largest frame the card takes (FSC), in bytes with PCB and CRC.
    package var fsc: UInt16
    /// The frame waiting time, in nanoseconds: 256 × 16 / fc × 2^FWI.
    package var fwt: Int64
    /// The start-up guard time, in nanoseconds.
    package var sfgt: Int64
    package var cidSupported: Bool
    package var nadSupported: Bool
    /// TA(1): the bit rates offered, as sent; 0 is 106 kbit/s alone.
    package var rates: UInt8
    /// The historical bytes.
    package var historical: Extent
  }
}

/// PPS and its answer.
package struct ParameterSelection: Equatable, Sendable {
  package var cid: UInt8
  /// Divisors 1, 2, 4, 8 of the time unit: card to reader, reader to card.
  package var sendDivisor: UInt8
  package var receiveDivisor: UInt8
  package var accepted: Bool
  /// The reader's and the card's bytes without CRC.
  package var request: Extent = .none
  package var answer: Extent = .none
}

/// HLTA or HLTB. Silence is the right answer to HLTA.
package struct Halt: Equatable, Sendable {
  package var technology: Technology
  package var answered: Bool
}

/// R-blocks and S-blocks outside an exchange, and presence checks.
package struct BlockStep: Equatable, Sendable {
  package var kind: Kind
  /// The block number the reader's block carries.
  package var number: UInt8
  package var count: Int
  /// The reader's and the card's bytes without CRC.
  package var request: Extent
  package var answer: Extent

  /// Which kind of block.
  package enum Kind: UInt8, Equatable, Sendable {
    case negativeAcknowledge, acknowledge
    /// An empty I-block answered by one, or R(NAK) answered by R(ACK).
    case emptyInformation, presenceCheck
    case parameters, waitingTimeExtension
    /// A PCB that the standard reserves.
    case reserved
  }
}

/// Damaged frames that nobody answered, of one direction, in a row.
package struct Damaged: Equatable, Sendable {
  package var direction: Direction
  package var count: Int
  package var reason: Reason
  /// The first frame's bytes, as captured.
  package var bytes: Extent

  /// What is wrong with the first.
  package enum Reason: UInt8, Equatable, Sendable { case badCRC, cut, empty, unknown }
}
