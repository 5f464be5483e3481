import Bytes
import TraceFormat

/// PicoPass and iCLASS: ACTALL, IDENTIFY and SELECT find a card, everything else is a command.
///
/// Its CRC starts from E012h. Of a command it leaves the first byte out.
extension Track {
  /// A frame of the reader that is PicoPass's; nil when it is ISO/IEC 15693's.
  mutating func readPicoPassCommand(
    _ frame: Frame, _ sighting: Sighting, _ bytes: Span<UInt8>, into story: inout Story
  ) -> Reading? {
    guard bytes.count > 0, phase != .vicinity, vicinity.slots == 0,
      let command = PicoPassCommand(rawValue: bytes[0]),
      let body = picoPassBody(command, bytes, frame)
    else { return nil }
    switch command {
    case .activateAll, .detect:
      // The answer is SOF alone.
      beginPicoPassRound(sighting, awaits: .picoPassSOF, into: &story)
      return Reading(.otherPoll)
    case .read where body == 1:
      identify(sighting, into: &story)
      return Reading(.otherPoll)
    case .select:
      return select(frame, sighting, bytes, into: &story)
    default: break
    }
    if phase != .iclass, bytes.count < 4 { return nil }
    settle(atEnd: true, into: &story)
    phase = .iclass
    beginExchange(.iclass, sighting, into: &story)
    appendCommand(bytes.extracting(0..<body), frame: frame.number, offset: 0)
    awaitAnswer(sighting)
    open.isSilenceRight = command.answerLength == nil
    let isChecked = body < bytes.count
    return Reading(.type2Command, isChecked ? .good : command.hasCRC(bytes.count) ? .absent : .none)
  }

  /// How long a command is without its CRC; nil for what is none. A wrong CRC is no command, unless
  /// the card is known to be one of these.
  private mutating func picoPassBody(
    _ command: PicoPassCommand, _ bytes: Span<UInt8>, _ frame: Frame
  ) -> Int? {
    if frame.flags.lacksCRC {
      // A reader's chip took the CRC off, where there was one.
      return command.fits(bytes.count) || command.fits(bytes.count + 2) ? bytes.count : nil
    }
    guard command.fits(bytes.count) else { return nil }
    guard command.hasCRC(bytes.count) else { return bytes.count }
    let (found, computed) = Self.check(bytes, .picoPassCommand)
    if found == computed { return bytes.count - 2 }
    guard phase == .iclass else { return nil }
    noteBadCRC(frame, bytes, .picoPassCommand)
    return bytes.count - 2
  }

  private mutating func beginPicoPassRound(
    _ sighting: Sighting, awaits: Awaited, into story: inout Story
  ) {
    settle(atEnd: true, into: &story)
    poll(sighting, awaits: awaits, into: &story)
    vicinity.round = sighting
  }

  /// IDENTIFY goes on with the ACTALL before it.
  private mutating func identify(_ sighting: Sighting, into story: inout Story) {
    guard polling.summary.polls > 0, polling.frames != nil, !activation.isOpen, !open.isOpen,
      !request.isOpen, awaiting == .picoPassSOF || awaiting == .picoPassNumber
    else {
      beginPicoPassRound(sighting, awaits: .picoPassNumber, into: &story)
      return
    }
    polling.add(sighting)
    awaiting = .picoPassNumber
    lastReader = sighting
  }

  /// SELECT with the number that the card answered to IDENTIFY.
  private mutating func select(
    _ frame: Frame, _ sighting: Sighting, _ bytes: Span<UInt8>, into story: inout Story
  ) -> Reading? {
    guard activation.isOpen || phase == .iclass || frame.link == .nfcV else { return nil }
    settleRequest(into: &story)
    settleExchange(broken: true, into: &story)
    if !activation.isOpen {
      activation = OpenActivation(technology: .nfcV, from: sighting)
      activationBytes.clear()
    }
    activation.see(sighting)
    activationBytes.asked.clear()
    activationBytes.asked.append(bytes)
    awaiting = .picoPassSerial
    lastReader = sighting
    return Reading(.select)
  }

  /// SOF alone, the anti-collision number, or the serial number.
  mutating func readPicoPassActivation(
    _ frame: Frame, _ sighting: Sighting, _ bytes: Span<UInt8>, into story: inout Story
  ) -> Reading {
    if bytes.count == 0, !activation.isOpen {
      polling.add(sighting)
      return Reading(.sof)
    }
    let isWhole = bytes.count == (frame.flags.lacksCRC ? 8 : 10)
    guard isWhole, awaiting != .picoPassSOF else {
      return strayAnswer(frame, sighting, bytes, .picoPass, into: &story)
    }
    let isGood = frame.flags.lacksCRC || Self.isRight(bytes, .picoPass)
    if !isGood { noteBadCRC(frame, bytes, .picoPass) }
    let waited = wait(for: sighting, after: lastReader)
    if awaiting == .picoPassNumber {
      var begun = beginActivation(sighting, technology: .nfcV, from: vicinity.round)
      begun.wait = waited
      activation = begun
      answered()
      return Reading(.uidPart, isGood ? verdict(frame) : .bad)
    }
    activation.see(sighting, waited: waited)
    activation.identifier = Identifier(bytes.extracting(0..<8))
    activation.isWhole = true
    activation.levels = 1
    activationBytes.answer.append(bytes.extracting(0..<8))
    answered()
    settleActivation(into: &story)
    phase = .iclass
    return Reading(.sak, isGood ? verdict(frame) : .bad)
  }

  /// The answer to the open command.
  mutating func readPicoPassAnswer(
    _ frame: Frame, _ sighting: Sighting, _ bytes: Span<UInt8>, into story: inout Story
  ) -> Reading {
    let command =
      buffers.command.count > 0 ? PicoPassCommand(rawValue: buffers.command.span[0]) : nil
    let length = command?.answerLength ?? 0
    let hasCRC = command?.answerHasCRC == true && !frame.flags.lacksCRC
    guard bytes.count >= length + (hasCRC ? 2 : 0), bytes.count > 0 else {
      noteShort(bytes, frame, needs: length + (hasCRC ? 2 : 0))
      markDamaged(sighting, .cut, bytes)
      settleExchange(broken: false, into: &story)
      return Reading(bytes.count == 0 ? .sof : .cut)
    }
    if hasCRC, !Self.isRight(bytes, .picoPass) {
      damagedAnswer(frame, sighting, bytes, .picoPass, into: &story)
      return Reading(.type2Answer, .bad)
    }
    let body = hasCRC ? bytes.count - 2 : bytes.count
    completeAnswer(
      sighting, bytes.extracting(0..<body), frame: frame.number, offset: 0, into: &story)
    return Reading(.type2Answer, hasCRC ? .good : .none)
  }

  /// Whether a frame of three bytes or more ends with that CRC.
  private static func isRight(_ bytes: Span<UInt8>, _ kind: CRCKind) -> Bool {
    let (found, computed) = check(bytes, kind)
    return found == computed
  }
}
