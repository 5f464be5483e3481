import Bytes
import TraceFormat

/// ISO-DEP blocks from the card (ISO/IEC 14443-4, 7).
extension Track {
  mutating func readCardBlock(
    _ frame: Frame, _ sighting: Sighting, _ bytes: Span<UInt8>, into story: inout Story
  ) -> Reading {
    let kind: CRCKind = technology == .nfcB ? .b : .a
    if isTooShort(bytes, frame) {
      guard awaiting == .exchange, open.isOpen else {
        return strayAnswer(frame, sighting, bytes, into: &story)
      }
      noteShort(bytes, frame)
      markDamaged(sighting, .cut, bytes)
      return Reading(bytes.count == 0 ? .empty : .cut)
    }
    guard let body = body(of: bytes, frame, kind) else {
      guard awaiting == .exchange, open.isOpen else {
        return strayAnswer(frame, sighting, bytes, into: &story)
      }
      damagedAnswer(frame, sighting, bytes, kind, into: &story)
      return Reading(.iBlock, .bad)
    }
    guard let header = BlockHeader(pcb: bytes[0]) else {
      defects.append(
        Defect(
          .reservedBlock(pcb: bytes[0]),
          at: Place(frame: frame.number, derived: frame.derived, bytes: 0..<1), visit: 0,
          direction: .fromCard))
      return strayAnswer(frame, sighting, bytes, into: &story)
    }
    checkSize(body: body, frame, bytes, isFromReader: false)
    let inf = bytes.extracting(min(header.length, body)..<body)
    let verdict = verdict(frame)
    switch header.kind {
    case .information(let number, let chaining):
      readCardInformation(
        frame, sighting, inf, number: number, chaining: chaining, offset: header.length,
        into: &story)
      return Reading(chaining ? .iBlockChained : .iBlock, verdict)
    case .waitingTimeExtension:
      askForTime(inf, frame, sighting, bytes.extracting(0..<body), into: &story)
      return Reading(.sWTX, verdict)
    case .acknowledge(let number):
      readCardAcknowledge(number, frame, sighting, bytes.extracting(0..<body), into: &story)
      return Reading(.rAck, verdict)
    case .negativeAcknowledge, .deselect, .parameters:
      let name: FrameName =
        header.kind == .deselect ? .sDeselect : header.kind == .parameters ? .sParameters : .rNak
      settle(into: &story)
      addDamaged(frame, sighting, bytes, .unknown, into: &story)
      return Reading(name, verdict)
    }
  }

  /// An I-block: an answer, a part of one, or a repetition.
  private mutating func readCardInformation(
    _ frame: Frame, _ sighting: Sighting, _ inf: Span<UInt8>, number: UInt8, chaining: Bool,
    offset: Int, into story: inout Story
  ) {
    reopenAfterDamage()
    if !open.isOpen || open.state == .held { beginLoneAnswer(sighting, into: &story) }
    checkAnswerNumber(number, frame)
    seeAnswer(sighting)
    answered()
    if open.state == .receiving, blocks.card == number, blocks.repeatAsked {
      open.exchange.retries += 1
      if repeatRequests.isEmpty {
        defects.append(
          Defect(
            .repeatedBlock(number: number, firstFrame: blocks.cardFrame),
            at: Place(frame: frame.number, derived: frame.derived, bytes: 0..<1), visit: 0,
            direction: .fromCard))
      }
      repeatRequests.removeAll(keepingCapacity: true)
      blocks.repeatAsked = false
      return
    }
    if !repeatRequests.isEmpty { open.exchange.retries += 1 }
    repeatRequests.removeAll(keepingCapacity: true)
    blocks.repeatAsked = false
    open.isAnswerDamaged = false
    open.damage = nil
    blocks.card = number
    blocks.cardFrame = frame.number
    blocks.next = number ^ 1
    if open.state == .receiving { open.exchange.answerBlocks += 1 }
    appendAnswer(inf, frame: frame.number, offset: offset)
    if chaining {
      open.state = .receiving
    } else {
      finishAnswer(isCut: frame.flags.contains(.cut), into: &story)
    }
  }

  /// What the card sent last was no use, and here is what counts: the damaged bytes are left out.
  private mutating func reopenAfterDamage() {
    guard open.isOpen, open.state == .held, open.isAnswerDamaged else { return }
    buffers.clearAnswer()
    open.state = .waiting
  }

  /// The first block of an answer carries the number of the reader's last block (rule D).
  private mutating func checkAnswerNumber(_ number: UInt8, _ frame: Frame) {
    guard blocks.areKnown, !constantBlockNumber, open.state == .waiting, !blocks.repeatAsked,
      open.exchange.commandDamage == .none, let expected = blocks.reader, expected != number
    else { return }
    defects.append(
      Defect(
        .answerNumber(number: number, expected: expected),
        at: Place(frame: frame.number, derived: frame.derived, bytes: 0..<1), visit: 0,
        direction: .fromCard))
  }

  /// S(WTX): the card asks for WTXM times the waiting time.
  private mutating func askForTime(
    _ inf: Span<UInt8>, _ frame: Frame, _ sighting: Sighting, _ bytes: Span<UInt8>,
    into story: inout Story
  ) {
    let multiplier = inf.count > 0 ? inf[0] & 0x3F : 0
    if multiplier == 0 || multiplier > 59 {
      defects.append(
        Defect(
          .waitingTime(asked: multiplier, granted: multiplier),
          at: Place(
            frame: frame.number, derived: frame.derived,
            bytes: frame.bytes.count > 1 ? 1..<2 : 0..<1), visit: 0,
          direction: .fromCard))
    }
    reopenAfterDamage()
    guard open.isOpen, open.state != .held else {
      settle(into: &story)
      beginBlock(.waitingTimeExtension, number: multiplier, sighting, bytes, into: &story)
      request.answerFrame = sighting.number
      return
    }
    seeAnswer(sighting, isExtension: true)
    answered()
    repeatRequests.removeAll(keepingCapacity: true)
    open.exchange.waitingExtensions += 1
    if open.exchange.extensionFrame == 0 { open.exchange.extensionFrame = frame.number }
    open.extensionRequested = multiplier
    let counted = Int64(max(1, min(multiplier, 59)))
    if let waiting = agreed.parameters?.fwt { open.exchange.extensionAsked += waiting * counted }
  }

  /// R(ACK): the reader's chain may go on, or: I am here, and have not got your last block.
  private mutating func readCardAcknowledge(
    _ number: UInt8, _ frame: Frame, _ sighting: Sighting, _ bytes: Span<UInt8>,
    into story: inout Story
  ) {
    reopenAfterDamage()
    guard open.isOpen, open.state != .held else {
      settle(into: &story)
      addDamaged(frame, sighting, bytes, .unknown, into: &story)
      return
    }
    if open.state == .sending {
      seeAnswer(sighting)
      // With the other number it asks for the last block again.
      if blocks.reader == number || constantBlockNumber || !blocks.areKnown {
        open.isAcknowledged = true
        blocks.next = number ^ 1
      }
    } else {
      // To R(NAK): the command did not arrive. That is no answer to it.
      open.see(sighting)
    }
    answered()
    if !repeatRequests.isEmpty { open.exchange.retries += 1 }
    repeatRequests.removeAll(keepingCapacity: true)
  }

  /// The answer to an R-block or S-block that stands outside an exchange.
  mutating func answerBlock(
    _ block: BlockStep, _ frame: Frame, _ sighting: Sighting, _ bytes: Span<UInt8>, body: Int,
    into story: inout Story
  ) -> Reading {
    var block = block
    let answer = bytes.extracting(0..<body)
    let header = answer.count > 0 ? BlockHeader(pcb: answer[0]) : nil
    var name: FrameName = .unknown
    switch header?.kind {
    case .information(let number, let chaining):
      name = chaining ? .iBlockChained : .iBlock
      let inf = answer.count - (header?.length ?? 1)
      if block.kind == .emptyInformation, inf > 0 || chaining {
        turnIntoExchange(into: &story)
        return readCardBlock(frame, sighting, bytes, into: &story)
      }
      blocks.card = number
      blocks.cardFrame = frame.number
      blocks.next = number ^ 1
    case .acknowledge:
      name = .rAck
      if block.kind == .negativeAcknowledge { block.kind = .presenceCheck }
    case .negativeAcknowledge: name = .rNak
    case .waitingTimeExtension: name = .sWTX
    case .parameters: name = .sParameters
    case .deselect: name = .sDeselect
    case nil: break
    }
    request.content = .block(block)
    answerRequest(sighting, answer, into: &story)
    return Reading(name, verdict(frame))
  }

  /// An empty I-block that was answered with data was a command after all.
  private mutating func turnIntoExchange(into story: inout Story) {
    let asked = request.sighting
    request.isOpen = false
    beginExchange(.iso7816, asked, into: &story)
    open.state = .waiting
    awaitAnswer(asked)
  }

  /// Whether a frame is too short for the block that its PCB opens.
  func isTooShort(_ bytes: Span<UInt8>, _ frame: Frame) -> Bool {
    guard bytes.count > 0 else { return true }
    let least = BlockHeader(pcb: bytes[0])?.leastLength ?? 3
    return bytes.count + (frame.flags.lacksCRC ? 2 : 0) < least
  }

  /// Says what a short frame lacks.
  mutating func noteShort(_ bytes: Span<UInt8>, _ frame: Frame, needs: Int? = nil) {
    if let needs {
      defects.append(
        Defect(
          .truncatedFrame(needs: needs, captured: bytes.count, block: .none),
          at: Place(frame: frame.number, derived: frame.derived, bytes: bytes.count..<bytes.count),
          visit: 0, direction: frame.direction))
      return
    }
    let header = bytes.count > 0 ? BlockHeader(pcb: bytes[0]) : nil
    defects.append(
      Defect(
        .truncatedFrame(
          needs: header?.leastLength ?? 3, captured: bytes.count,
          block: header?.name ?? (phase == .isoDEP && bytes.count == 0 ? .information : .none)),
        at: Place(frame: frame.number, derived: frame.derived, bytes: bytes.count..<bytes.count),
        visit: 0,
        direction: frame.direction))
  }

  /// A block above what the other side said it takes.
  mutating func checkSize(
    body: Int, _ frame: Frame, _ bytes: Span<UInt8>, isFromReader: Bool
  ) {
    guard blocks.areKnown, let parameters = agreed.parameters, !frame.flags.contains(.crcStripped)
    else { return }
    let limit = isFromReader ? Int(parameters.fsc) : Int(agreed.fsd)
    guard limit > 0, bytes.count > limit else { return }
    defects.append(
      Defect(
        .frameSize(limit: limit, actual: bytes.count, isFSD: !isFromReader),
        at: Place(frame: frame.number, derived: frame.derived, bytes: limit..<bytes.count),
        visit: 0,
        direction: frame.direction))
  }
}
