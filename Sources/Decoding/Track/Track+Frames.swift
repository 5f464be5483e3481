import Bytes
import TraceFormat

/// Which protocol a frame on air belongs to: told by what the card has become, else by the frame.
extension Track {
  mutating func readReaderFrame(
    _ frame: Frame, _ bytes: Span<UInt8>, into story: inout Story
  ) -> Reading {
    if isFelica(frame, bytes) { return readFelicaCommand(frame, bytes, into: &story) }
    let sighting = sight(frame, bytes)
    if bytes.count == 0 { return damagedCommand(frame, sighting, bytes, .a, into: &story) }
    if phase == .isoDEP, BlockHeader(pcb: bytes[0]) != nil {
      return readReaderBlock(frame, sighting, bytes, into: &story)
    }
    if phase == .encrypted, bytes.count != 1, !isPlain(frame, bytes) {
      return readCiphertext(frame, sighting, bytes, into: &story)
    }
    if bytes.count == 1, let reading = readType1Byte(frame, sighting, bytes, into: &story) {
      return reading
    }
    if bytes.count == 1, let reading = readBackDoor(frame, sighting, bytes, into: &story) {
      return reading
    }
    if isVicinityCommand(frame, bytes) {
      return readVicinityCommand(frame, sighting, bytes, into: &story)
    }
    if let body = type1Body(frame, bytes) {
      return readType1Command(frame, sighting, bytes.extracting(0..<body), into: &story)
    }
    if let reading = readTypeARequest(frame, sighting, bytes, into: &story) { return reading }
    if frame.link != .nfcA {
      if let reading = readSRICommand(frame, sighting, bytes, into: &story) { return reading }
      if let reading = readTypeBRequest(frame, sighting, bytes, into: &story) { return reading }
    }
    return readCommand(frame, sighting, bytes, into: &story)
  }

  /// A frame of the reader that no activation knows: a command in what the card speaks.
  private mutating func readCommand(
    _ frame: Frame, _ sighting: Sighting, _ bytes: Span<UInt8>, into story: inout Story
  ) -> Reading {
    switch phase {
    case .isoDEP: return readReaderBlock(frame, sighting, bytes, into: &story)
    case .type2: return readTagCommand(.type2, frame, sighting, bytes, into: &story)
    case .classic: return readTagCommand(.classic, frame, sighting, bytes, into: &story)
    case .vicinity, .iclass, .sri:
      if frame.link != .nfcA, technology != .nfcA {
        return damagedCommand(frame, sighting, bytes, .b, into: &story)
      }
    case .type1: return damagedCommand(frame, sighting, bytes, .b, into: &story)
    case .idle, .ready, .selected, .halted, .felica, .encrypted: break
    }
    let guess = guess(frame, bytes)
    switch guess {
    case .isoDEP, .isoDEPTypeB:
      if phase == .idle || phase == .selected, earlierPhase == .idle {
        noteIncompleteUID(sighting, frame)
        settle(into: &story)
        if guess == .isoDEPTypeB || technology == .unknown {
          technology = guess == .isoDEPTypeB ? .nfcB : .nfcA
        }
        phase = .isoDEP
      }
      return readReaderBlock(frame, sighting, bytes, into: &story)
    case .type2:
      noteIncompleteUID(sighting, frame)
      if technology == .unknown { technology = .nfcA }
      if phase == .idle { phase = .type2 }
      return readTagCommand(.type2, frame, sighting, bytes, into: &story)
    case .classic:
      if technology == .unknown { technology = .nfcA }
      return readTagCommand(.classic, frame, sighting, bytes, into: &story)
    case .unknown:
      return readTagCommand(.unknown, frame, sighting, bytes, into: &story)
    case .password:
      return readBarePassword(frame, sighting, bytes, into: &story)
    case .noise:
      return damagedCommand(frame, sighting, bytes, .a, into: &story)
    }
  }

  /// What a command is, when nothing before it says so.
  private enum Guess { case isoDEP, isoDEPTypeB, type2, classic, password, unknown, noise }

  private func guess(_ frame: Frame, _ bytes: Span<UInt8>) -> Guess {
    let header = BlockHeader(pcb: bytes[0])
    if let body = body(of: bytes, frame, .a) {
      if earlierPhase == .isoDEP || phase == .selected && agreed.parameters != nil,
        header != nil
      {
        return .isoDEP
      }
      if phase != .selected || header == nil, let tag = Self.tagCommand(bytes, length: body) {
        return tag
      }
      guard let header, Self.fits(header, bytes, length: body) else { return .unknown }
      return .isoDEP
    }
    if frame.link != .nfcA, let body = body(of: bytes, frame, .b), let header,
      Self.fits(header, bytes, length: body)
    {
      return .isoDEPTypeB
    }
    return Self.isBarePassword(bytes) && earlierPhase == .idle ? .password : .noise
  }

  /// Type 2 and MIFARE Classic commands by code and length without CRC.
  private static func tagCommand(_ bytes: Span<UInt8>, length: Int) -> Guess? {
    switch (bytes[0], length) {
    case (0x60, 2), (0x61, 2): .classic
    case (0x30, 2), (0x3A, 3), (0xA2, 6), (0x60, 1), (0x1B, 5), (0x39, 2), (0x3C, 2), (0xA0, 2),
      (0x1A, 2), (0xC2, 2), (0xA5, 6), (0x3E, 2), (0x4B, 21):
      .type2
    default: nil
    }
  }

  /// Whether a body can be that block: R and S blocks have their exact length, an I-block seen
  /// without activation must hold a command.
  private static func fits(_ header: BlockHeader, _ bytes: Span<UInt8>, length: Int) -> Bool {
    switch header.kind {
    case .information(_, let chaining):
      let inf = length - header.length
      return chaining ? inf > 4 : inf >= 4 || inf == 0
    case .acknowledge, .negativeAcknowledge, .deselect: return length == header.length
    case .waitingTimeExtension: return length == header.length + 1
    case .parameters: return length > header.length
    }
  }

  mutating func readCardFrame(
    _ frame: Frame, _ bytes: Span<UInt8>, into story: inout Story
  ) -> Reading {
    if isFelica(frame, bytes) { return readFelicaAnswer(frame, bytes, into: &story) }
    let sighting = sight(frame, bytes)
    switch awaiting {
    case .atqa, .uidPart, .sak: return readTypeAAnswer(frame, sighting, bytes, into: &story)
    case .atqb: return readTypeBAnswer(frame, sighting, bytes, into: &story)
    case .request:
      if phase == .isoDEP, isBlockRequest, isTooShort(bytes, frame) {
        return strayAnswer(frame, sighting, bytes, into: &story)
      }
      return readRequestAnswer(frame, sighting, bytes, into: &story)
    case .exchange: return readAnswer(frame, sighting, bytes, into: &story)
    case .inventory: return readInventoryAnswer(frame, sighting, bytes, into: &story)
    case .chip, .chipUID: return readSRIActivation(frame, sighting, bytes, into: &story)
    case .picoPassSOF, .picoPassNumber, .picoPassSerial:
      return readPicoPassActivation(frame, sighting, bytes, into: &story)
    case .felicaPolling, .nothing:
      if phase == .idle, earlierPhase == .idle, isLoneBlock(bytes, frame) {
        technology = technology == .unknown ? .nfcA : technology
        phase = .isoDEP
      }
      if phase == .isoDEP, bytes.count > 0, !isTooShort(bytes, frame) {
        return readCardBlock(frame, sighting, bytes, into: &story)
      }
      return strayAnswer(frame, sighting, bytes, into: &story)
    }
  }

  /// A block that stands before any command: its CRC and its length say what it is.
  private func isLoneBlock(_ bytes: Span<UInt8>, _ frame: Frame) -> Bool {
    guard bytes.count >= 3, !frame.flags.lacksCRC, polling.answered == 0,
      let body = body(of: bytes, frame, .a), let header = BlockHeader(pcb: bytes[0])
    else { return false }
    if case .information = header.kind, body - header.length < 2 { return false }
    return Self.fits(header, bytes, length: body) || body - header.length == 2
  }

  private var isBlockRequest: Bool {
    if request.isOpen, case .block = request.content { return true }
    return false
  }

  private mutating func readAnswer(
    _ frame: Frame, _ sighting: Sighting, _ bytes: Span<UInt8>, into story: inout Story
  ) -> Reading {
    guard open.isOpen else { return strayAnswer(frame, sighting, bytes, into: &story) }
    switch open.exchange.form {
    case .iso7816, .native: return readCardBlock(frame, sighting, bytes, into: &story)
    case .iso15693, .iclass: return readVicinityAnswer(frame, sighting, bytes, into: &story)
    case .sri: return readSRIAnswer(frame, sighting, bytes, into: &story)
    case .type1: return readType1Answer(frame, sighting, bytes, into: &story)
    case .classic where phase == .encrypted:
      return readEncipheredAnswer(frame, sighting, bytes, into: &story)
    default: return readTagAnswer(frame, sighting, bytes, into: &story)
    }
  }

  /// A card's frame that nothing asked for, or that cannot be what was asked for.
  mutating func strayAnswer(
    _ frame: Frame, _ sighting: Sighting, _ bytes: Span<UInt8>, _ kind: CRCKind? = nil,
    into story: inout Story
  ) -> Reading {
    settleRequest(into: &story)
    settleExchange(broken: false, into: &story)
    settleActivation(into: &story)
    let kind = kind ?? (technology == .nfcB || technology == .nfcV ? .b : .a)
    var reason: Damaged.Reason = .unknown
    if bytes.count == 0 {
      reason = .empty
      if isProtocolKnown { noteShort(bytes, frame) }
    } else if phase == .isoDEP, isTooShort(bytes, frame) {
      reason = .cut
      noteShort(bytes, frame)
    } else if bytes.count >= 3, body(of: bytes, frame, kind) == nil,
      isProtocolKnown
    {
      reason = .badCRC
      noteBadCRC(frame, bytes, kind)
    }
    answered()
    addDamaged(frame, sighting, bytes, reason, into: &story)
    let verdict: FrameNote.CRCVerdict = reason == .badCRC ? .bad : .none
    return Reading(bytes.count == 0 ? .empty : reason == .cut ? .cut : .unknown, verdict)
  }

  /// A step for a frame that nobody can use.
  mutating func addDamaged(
    _ frame: Frame, _ sighting: Sighting, _ bytes: Span<UInt8>, _ reason: Damaged.Reason,
    into story: inout Story
  ) {
    var step = Step(
      frames: frame.number...frame.number, time: sighting.time,
      content: .damaged(
        Damaged(
          direction: frame.direction, count: 1, reason: reason, bytes: story.store(bytes))))
    step.source = source
    step.firstDerived = frame.derived
    step.lastDerived = frame.derived
    if frame.direction == .toCard { step.commandFrame = frame.number }
    if frame.direction == .fromCard { step.answerFrame = frame.number }
    emit(&step, outsideVisits: visit == nil && polling.answered == 0, into: &story)
  }
}
