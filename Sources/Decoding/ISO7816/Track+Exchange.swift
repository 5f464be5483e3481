import Bytes
import TraceFormat

/// Building an exchange out of the bytes that blocks and frames bring.
extension Track {
  /// A new exchange; whatever was open is told first.
  mutating func beginExchange(
    _ form: Exchange.Form, _ sighting: Sighting, into story: inout Story
  ) {
    settle(into: &story)
    buffers.clear()
    open = OpenExchange(form: form, sighting, isCommand: true)
  }

  /// An answer whose command was not captured.
  mutating func beginLoneAnswer(_ sighting: Sighting, into story: inout Story) {
    settle(into: &story)
    buffers.clear()
    open = OpenExchange(form: .iso7816, sighting, isCommand: false)
    open.exchange.outcome = .commandMissing
  }

  /// A new command in ISO-DEP blocks or as a bare APDU: the next part of the exchange that is
  /// held, or an exchange of its own.
  mutating func beginCommand(
    _ start: Span<UInt8>, _ sighting: Sighting, into story: inout Story
  ) {
    guard let join = join(start) else {
      beginExchange(.iso7816, sighting, into: &story)
      return
    }
    joinPart(join, sighting)
  }

  mutating func appendCommand(_ bytes: Span<UInt8>, frame: Int, offset: Int) {
    let count = buffers.isJoined ? buffers.partCommand.count : buffers.command.count
    guard count + bytes.count <= ExchangeBuffers.limit else {
      noteTooLong(frame, .toCard)
      return
    }
    buffers.lastBlock = count
    let segment = Segment(
      offset: UInt32(count), length: UInt32(bytes.count), frame: frame,
      frameOffset: UInt32(offset), derived: derived, origin: origin(of: offset))
    if buffers.isJoined {
      buffers.partCommand.append(bytes)
      buffers.partSegments.append(segment)
    } else {
      buffers.command.append(bytes)
      buffers.commandSegments.append(segment)
    }
  }

  mutating func appendAnswer(_ bytes: Span<UInt8>, frame: Int, offset: Int) {
    let count = buffers.answer.count
    guard count + bytes.count <= ExchangeBuffers.limit else {
      noteTooLong(frame, .fromCard)
      return
    }
    buffers.answer.append(bytes)
    buffers.answerSegments.append(
      Segment(
        offset: UInt32(count), length: UInt32(bytes.count), frame: frame,
        frameOffset: UInt32(offset), derived: derived, origin: origin(of: offset)))
  }

  /// Where a byte of the present derived frame stands in the captured one.
  private func origin(of offset: Int) -> UInt32 {
    self.origin.map { UInt32(clamping: $0 + offset) } ?? Segment.unknownOrigin
  }

  private mutating func noteTooLong(_ frame: Int, _ direction: Direction) {
    guard !open.exchange.isTooLong else { return }
    open.exchange.isTooLong = true
    defects.append(
      Defect(
        .tooLong(limit: ExchangeBuffers.limit),
        at: Place(frame: frame, derived: derived, bytes: 0..<0), visit: 0,
        direction: direction))
  }

  /// The reader has spoken; the card is to answer.
  mutating func awaitAnswer(_ sighting: Sighting) {
    open.reader = sighting
    awaiting = .exchange
    lastReader = sighting
  }

  /// Takes in a frame of the card: how long it was waited for, and what was allowed.
  mutating func seeAnswer(_ sighting: Sighting, isExtension: Bool = false) {
    let waited = wait(for: sighting, after: lastReader)
    if let waited, waited > (open.wait ?? -1) {
      open.wait = waited
      open.budget = open.limit ?? agreed.extendedWait ?? agreed.parameters?.fwt
      open.exchange.waitEndedInExtension = isExtension
    }
    if open.extensionGranted, !isExtension {
      open.exchange.extensionUsed = waited
      open.extensionGranted = false
    }
    agreed.extendedWait = nil
    open.see(sighting)
    open.answerFrame = sighting.number
  }

  /// A whole answer in one frame, of a protocol without blocks.
  mutating func completeAnswer(
    _ sighting: Sighting, _ bytes: Span<UInt8>, frame: Int, offset: Int, into story: inout Story
  ) {
    seeAnswer(sighting)
    answered()
    appendAnswer(bytes, frame: frame, offset: offset)
    finishAnswer(isCut: false, into: &story)
  }

  /// The answer is complete: it is told, or held for what may belong to it.
  mutating func finishAnswer(isCut: Bool, into story: inout Story) {
    if isCut {
      open.exchange.outcome = .cut
      open.state = .held
      return
    }
    if open.exchange.form == .iso7816 { readStatus() }
    if buffers.isJoined {
      buffers.closePart(
        commandFrame: open.reader.number, answerFrame: open.answerFrame)
    }
    open.state = .held
    if !mayContinue { settleExchange(broken: false, into: &story) }
  }

  /// A frame of the reader that is damaged. If the card answers it all the same, it was a command;
  /// otherwise nobody could use it.
  mutating func damagedCommand(
    _ frame: Frame, _ sighting: Sighting, _ bytes: Span<UInt8>, _ kind: CRCKind,
    into story: inout Story
  ) -> Reading {
    // A FeliCa frame is none of the blocks of the card that spoke before.
    let isBlock = phase == .isoDEP && kind != .f
    let isShort = isBlock ? isTooShort(bytes, frame) : bytes.count < 3
    var defect: Defect?
    if !isProtocolKnown, kind != .f { return unknownCommand(frame, sighting, bytes, into: &story) }
    if isShort {
      noteShort(bytes, frame)
      defect = isBlock || bytes.count == 0 ? defects.popLast() : nil
      if defect == nil { defects.removeLast() }
    } else {
      defect = crcDefect(frame, bytes, kind)
    }
    if open.isOpen, open.state == .sending || open.state == .receiving {
      if let defect { defects.append(defect) }
      open.see(sighting)
      return Reading(.unknown, isShort ? .none : .bad)
    }
    beginExchange(exchangeForm(kind), sighting, into: &story)
    buffers.raw.append(bytes)
    open.commandDefect = defect
    open.commandDamage = Self.reason(bytes, isShort: isShort, isoDEP: isBlock)
    open.exchange.commandDamage = isShort ? .cut : .badCRC
    if isBlock, let header = bytes.count > 0 ? BlockHeader(pcb: bytes[0]) : nil,
      case .information(let number, _) = header.kind, !isShort
    {
      appendCommand(
        bytes.extracting(header.length..<bytes.count - 2), frame: frame.number,
        offset: header.length)
      blocks.reader = number
      blocks.readerFrame = frame.number
    } else {
      let body = isShort ? bytes.count : bytes.count - 2
      appendCommand(bytes.extracting(0..<body), frame: frame.number, offset: 0)
    }
    awaitAnswer(sighting)
    return Reading(bytes.count == 0 ? .empty : isShort ? .cut : .unknown, isShort ? .none : .bad)
  }

  /// A frame of the reader whose protocol nothing tells: a command if it is answered, else noise.
  private mutating func unknownCommand(
    _ frame: Frame, _ sighting: Sighting, _ bytes: Span<UInt8>, into story: inout Story
  ) -> Reading {
    beginExchange(.unknown, sighting, into: &story)
    buffers.raw.append(bytes)
    open.exchange.inferred = true
    open.commandDamage = bytes.count == 0 ? .empty : .unknown
    appendCommand(bytes, frame: frame.number, offset: 0)
    awaitAnswer(sighting)
    return Reading(bytes.count == 0 ? .empty : .unknown)
  }

  private func exchangeForm(_ kind: CRCKind) -> Exchange.Form {
    if kind == .f { return .felica }
    return switch phase {
    case .isoDEP: .iso7816
    case .type1: .type1
    case .type2: .type2
    case .classic, .encrypted: .classic
    case .vicinity: .iso15693
    case .iclass: .iclass
    case .sri: .sri
    default: vicinity.isOnLink ? .iso15693 : .unknown
    }
  }

  private static func reason(
    _ bytes: Span<UInt8>, isShort: Bool, isoDEP: Bool
  ) -> Damaged.Reason {
    if bytes.count == 0 { return .empty }
    if !isShort { return .badCRC }
    return isoDEP ? .cut : .unknown
  }

  /// A frame of the card that is damaged: the reader may ask for it again.
  mutating func damagedAnswer(
    _ frame: Frame, _ sighting: Sighting, _ bytes: Span<UInt8>, _ kind: CRCKind,
    into story: inout Story
  ) {
    noteBadCRC(frame, bytes, kind)
    if open.state == .waiting {
      let isBlock = phase == .isoDEP
      let start = isBlock ? min(BlockHeader(pcb: bytes[0])?.length ?? 0, bytes.count - 2) : 0
      appendAnswer(
        bytes.extracting(start..<bytes.count - 2), frame: frame.number, offset: start)
    }
    markDamaged(sighting, .badCRC, bytes)
    if phase != .isoDEP { settleExchange(broken: false, into: &story) }
  }

  /// The card answered, and nobody can use it.
  mutating func markDamaged(
    _ sighting: Sighting, _ outcome: Exchange.Outcome, _ bytes: Span<UInt8>
  ) {
    buffers.rawAnswer.clear()
    buffers.rawAnswer.append(bytes)
    seeAnswer(sighting)
    answered()
    blocks.next = nil
    open.isAnswerDamaged = true
    open.damage = outcome
    if open.state == .waiting { open.state = .held }
  }
}
