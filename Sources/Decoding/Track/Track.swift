import Bytes
import TraceFormat

/// The frames of one source, read one after the other: who is in its field, and what is said.
///
/// A track dispatches; each protocol's reading stands in an extension in that protocol's folder,
/// and what becomes certain leaves through `emit` (Track+Steps.swift). Its size does not depend on
/// the length of the trace. It cannot be copied: a copy of all this for each question that a frame
/// asks would cost more than the answer.
struct Track: ~Copyable {
  private let pin = Pinned()
  let source: UInt16
  /// Whether silence of 2 s ends a visit: only where the source records no field.
  var recordsField: Bool
  /// The source writes one block number on every block (NFCGate): repeats are no repeats.
  var constantBlockNumber: Bool

  // Who is there.
  let registry: VisitRegistry
  var visit: OpenVisit?
  /// The last frame's time of the visit before.
  var lastVisitEnd: Int64?
  var framesInVisit = 0
  var phase: Phase = .idle
  var technology: Technology = .unknown
  /// Phase of the card's last activation, for frames after a poll that wakes it.
  var earlierPhase: Phase = .idle

  // What is being built.
  var fieldEvents: [Step] = []
  var polling = OpenPolling()
  /// The first ECP frame of `polling` without its CRC.
  var ecpFrame: [UInt8] = []
  /// The last REQB, WUPB or SENSF_REQ without its CRC.
  var pollBytes = ByteBuffer(capacity: 64)
  var activation = OpenActivation()
  var activationBytes = RequestBytes()
  var request = OpenRequest()
  var requestBytes = RequestBytes()
  var open = OpenExchange()
  var buffers = ExchangeBuffers()
  /// Records that are no frames, as one step, or none.
  var records: [Step] = []
  /// R(NAK)s that nobody has answered yet.
  var repeatRequests: [Sighting] = []
  /// Defects whose step has not been emitted.
  var defects: [Defect] = []

  /// MIFARE Classic's keys and cipher.
  var classic: ClassicState

  // What the card and the reader agreed on.
  var agreed = Agreement()
  var blocks = BlockNumbers()
  var channels = Channels()
  /// How many bytes a Type 1 command has of which only a part was sent, 0 for none.
  var type1Length = 0
  /// Where the card of this visit keeps secrets.
  var secretPlaces = SecretPlaces()
  var cards = CardsByCID()
  /// The ATR of the card in a PC/SC reader.
  var answerToReset = Identifier()
  /// What two peers have open, once there are any.
  var peer: PeerLink?
  /// How the chip was activated whose first command comes next.
  var peerActivation: PeerActivation?
  /// The FeliCa cards of this field.
  var felicaCards: [OpenActivation] = []
  /// The ISO/IEC 15693 cards of this field.
  var vicinity = VicinityState()
  /// The bit rate of the last FeliCa frame whose source says it, 0 for none.
  var bitRate: UInt32 = 0
  /// Where the frame that is read begins in the captured one: behind FeliCa's sync code, if that was
  /// recorded.
  var frameStart = 0
  /// The last activation, which a card keeps while another one is spoken to.
  var lastActivation: OpenActivation?

  // Time.
  var awaiting: Awaited = .nothing
  /// The reader's last frame, until the card answers it.
  var lastReader: Sighting?
  var lastFrame = 0
  /// The number of the frame that is being taken in, `Int.max` at the end of the input.
  var present = 0
  /// Which of the frames derived from that one it is, 0 for itself, and where its first byte stands
  /// in the captured one, if its bytes stand there.
  var derived: UInt16 = 0
  var origin: Int?
  var lastTime: Int64?
  var timesAreBelievable = true
  /// The input is over: an answer may lie outside the capture.
  var isAtEnd = false
  /// What ends a chain that is open now; nil while the reader only goes on.
  var ending: VisitEnd.Reason?

  init(
    source: UInt16, recordsField: Bool, constantBlockNumber: Bool, registry: VisitRegistry,
    classicKeys: [UInt64] = []
  ) {
    classic = ClassicState(keys: classicKeys)
    self.registry = registry
    self.source = source
    self.recordsField = recordsField
    self.constantBlockNumber = constantBlockNumber
  }
}

extension Track {
  /// Takes in one frame or event.
  mutating func receive(_ frame: Frame, _ bytes: Span<UInt8>, into story: inout Story) -> Reading {
    present = frame.number
    derived = frame.derived
    follow(frame, into: &story)
    if frame.flags.isBadRecord {
      addRecord(frame, bytes, into: &story)
      return Reading(.record)
    }
    flushRecords(into: &story)
    switch frame.event {
    case .none: break
    default:
      handleEvent(frame, bytes, into: &story)
      return Reading(.event)
    }
    if frame.flags.rawValue != 0 { noteFlags(frame, bytes) }
    switch frame.link {
    case .iso14443, .nfcA, .nfcB, .nfcF:
      switch frame.direction {
      case .toCard: return readReaderFrame(frame, bytes, into: &story)
      case .fromCard: return readCardFrame(frame, bytes, into: &story)
      case .unknown, .none: break
      }
    case .nfcV:
      if let reading = readVicinityFrame(frame, bytes, into: &story) { return reading }
    case .apdu: return readAPDU(frame, bytes, into: &story)
    case .atr: return readATR(frame, bytes, into: &story)
    case .llcp where frame.derived != 0: return readLLCP(frame, bytes, into: &story)
    default: break
    }
    settle(into: &story)
    var step = Step(frames: frame.number...frame.number, time: frame.time, content: .raw(.none))
    step.content = .raw(story.store(bytes))
    step.source = source
    emit(&step, outsideVisits: visit == nil, into: &story)
    return Reading(.raw)
  }

  /// Ends everything: no frame comes any more.
  mutating func finish(into story: inout Story) {
    isAtEnd = true
    present = .max
    ending = .endOfInput
    flushRecords(into: &story)
    settle(atEnd: true, into: &story)
    settlePolling(into: &story)
    endVisit(.endOfInput, into: &story)
  }

  /// What the source itself says is wrong with a frame.
  mutating func noteFlags(_ frame: Frame, _ bytes: Span<UInt8>) {
    if frame.flags.contains(.cut) {
      defects.append(
        Defect(
          .cutByCapture(original: Int(frame.originalLength), captured: bytes.count),
          at: Place(frame: frame.number, derived: frame.derived, bytes: bytes.count..<bytes.count),
          visit: 0,
          direction: frame.direction))
    }
    if frame.flags.contains(.parityBad), phase != .encrypted, !frame.flags.contains(.encrypted) {
      defects.append(
        Defect(
          .parity, at: Place(frame: frame.number, derived: frame.derived, bytes: 0..<bytes.count),
          visit: 0,
          direction: frame.direction))
    }
  }

  /// Keeps time, and ends a visit that a silence has ended.
  private mutating func follow(_ frame: Frame, into story: inout Story) {
    switch frame.event {
    case .fieldOn, .fieldOff: recordsField = true
    default: break
    }
    bound(at: frame.number, into: &story)
    // What a host asked for and was told has not the times that it had on air.
    if frame.derived != 0 { timesAreBelievable = false }
    if let last = lastTime {
      note(next: frame.time)
      if frame.derived != 0 {
        if frame.time - last > Track.silenceLimit { fallSilent(into: &story) }
      } else if frame.time < last {
        defects.append(
          Defect(
            .timeRunsBackwards(by: last - frame.time),
            at: Place(frame: frame.number, derived: frame.derived, bytes: 0..<0), visit: 0,
            direction: frame.direction))
      } else if frame.time - last > Track.silenceLimit {
        fallSilent(into: &story)
      }
    }
    lastTime = frame.time
    lastFrame = frame.number
  }

  /// Tells what is being built when it has grown for too long, as no reader and card let it: an
  /// exchange that is sent again and again, damage upon damage.
  private mutating func bound(at frame: Int, into story: inout Story) {
    guard
      defects.count >= Track.mostDefects
        || open.isOpen && frame - open.first >= Track.mostFrames
    else { return }
    flushRecords(into: &story)
    settle(into: &story)
    settlePolling(into: &story)
  }

  private static let mostDefects = 1_024
  private static let mostFrames = 65_536

  /// 2 s have passed: polls that nobody answered are told, and a visit ends unless its source
  /// records the field.
  private mutating func fallSilent(into story: inout Story) {
    guard !recordsField else {
      if visit == nil, !activation.isOpen, polling.answered == 0 { settlePolling(into: &story) }
      return
    }
    ending = .silence
    flushRecords(into: &story)
    settle(atEnd: true, into: &story)
    settlePolling(into: &story)
    endVisit(.silence, into: &story)
    ending = nil
    vicinity.forget()
    phase = .idle
    earlierPhase = .idle
  }

  /// Tells whatever still waits for an answer when the next frame came.
  private mutating func note(next time: Int64) {
    if open.isOpen, open.reader.next == nil { open.reader.next = time }
    if request.isOpen, request.sighting.next == nil { request.sighting.next = time }
    if let last = repeatRequests.indices.last, repeatRequests[last].next == nil {
      repeatRequests[last].next = time
    }
  }

  /// 2 s without a frame end a visit where no field is recorded.
  static let silenceLimit: Int64 = 2_000_000_000

  private mutating func handleEvent(_ frame: Frame, _ bytes: Span<UInt8>, into story: inout Story) {
    ending = .fieldOff
    settle(atEnd: frame.event != .comment, into: &story)
    ending = nil
    var step = Step(
      frames: frame.number...frame.number, time: frame.time, content: .event(frame.event, .none))
    step.source = source
    step.firstDerived = frame.derived
    step.lastDerived = frame.derived
    switch frame.event {
    case .fieldOn:
      settlePolling(into: &story)
      endVisit(.fieldOff, into: &story)
      fieldEvents.append(step)
    case .fieldOff, .targetLost:
      settlePolling(into: &story)
      emit(&step, outsideVisits: visit == nil, into: &story)
      endVisit(frame.event == .fieldOff ? .fieldOff : .lost, into: &story)
    case .readerOpened, .framesDropped, .comment, .none:
      settlePolling(into: &story)
      if frame.event == .comment { step.content = .event(.comment, story.store(bytes)) }
      emit(&step, outsideVisits: visit == nil, into: &story)
      return
    }
    phase = .idle
    earlierPhase = .idle
    awaiting = .nothing
    lastReader = nil
    cards.forget()
    felicaCards.removeAll(keepingCapacity: true)
    vicinity.forget()
    lastActivation = nil
    answerToReset = Identifier()
    peer = nil
  }
}
