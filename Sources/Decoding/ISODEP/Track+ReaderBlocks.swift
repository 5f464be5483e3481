import Bytes
import TraceFormat

/// ISO-DEP blocks from the reader (ISO/IEC 14443-4, 7).
extension Track {
  mutating func readReaderBlock(
    _ frame: Frame, _ sighting: Sighting, _ bytes: Span<UInt8>, into story: inout Story
  ) -> Reading {
    let kind: CRCKind = technology == .nfcB ? .b : .a
    guard let body = body(of: bytes, frame, kind), !isTooShort(bytes, frame),
      let header = BlockHeader(pcb: bytes[0])
    else {
      if body(of: bytes, frame, kind) != nil, !isTooShort(bytes, frame) {
        return readReservedBlock(frame, sighting, bytes, into: &story)
      }
      return damagedCommand(frame, sighting, bytes, kind, into: &story)
    }
    settleActivation(into: &story)
    if header.hasCID, bytes.count > 1 { turn(to: bytes[1] & 0x0F, into: &story) }
    checkSize(body: body, frame, bytes, isFromReader: true)
    let verdict = verdict(frame)
    let inf = bytes.extracting(min(header.length, body)..<body)
    switch header.kind {
    case .information(let number, let chaining):
      readReaderInformation(
        frame, sighting, bytes.extracting(0..<body), number: number, chaining: chaining,
        offset: header.length,
        into: &story)
      return Reading(chaining ? .iBlockChained : .iBlock, verdict)
    case .acknowledge(let number):
      acknowledge(number, frame, sighting, bytes.extracting(0..<body), into: &story)
      return Reading(.rAck, verdict)
    case .negativeAcknowledge(let number):
      askAgain(number, sighting, bytes.extracting(0..<body), into: &story)
      return Reading(.rNak, verdict)
    case .waitingTimeExtension:
      grantTime(inf, frame, sighting, bytes.extracting(0..<body), into: &story)
      return Reading(.sWTX, verdict)
    case .deselect:
      beginRequest(.deselect(count: 1), sighting, bytes.extracting(0..<body), into: &story)
      return Reading(.sDeselect, verdict)
    case .parameters:
      beginBlock(.parameters, number: 0, sighting, bytes.extracting(0..<body), into: &story)
      return Reading(.sParameters, verdict)
    }
  }

  /// A step for a block that belongs to no exchange.
  mutating func beginBlock(
    _ kind: BlockStep.Kind, number: UInt8, _ sighting: Sighting, _ bytes: Span<UInt8>,
    into story: inout Story
  ) {
    beginRequest(
      .block(BlockStep(kind: kind, number: number, count: 1, request: .none, answer: .none)),
      sighting, bytes, into: &story)
  }

  private mutating func readReservedBlock(
    _ frame: Frame, _ sighting: Sighting, _ bytes: Span<UInt8>, into story: inout Story
  ) -> Reading {
    defects.append(
      Defect(
        .reservedBlock(pcb: bytes[0]),
        at: Place(frame: frame.number, derived: frame.derived, bytes: 0..<1), visit: 0,
        direction: frame.direction))
    beginBlock(
      .reserved, number: 0, sighting, bytes.extracting(0..<max(1, bytes.count - 2)), into: &story)
    return Reading(.reservedBlock, verdict(frame))
  }

  /// An I-block: a command, a part of one, a repetition, or empty to see whether the card is there.
  private mutating func readReaderInformation(
    _ frame: Frame, _ sighting: Sighting, _ block: Span<UInt8>, number: UInt8, chaining: Bool,
    offset: Int, into story: inout Story
  ) {
    let inf = block.extracting(min(offset, block.count)..<block.count)
    settleRequest(into: &story)
    if repeats(inf, number: number) {
      open.exchange.retries += 1
      open.see(sighting)
      awaitAnswer(sighting)
      return
    }
    if open.isOpen, open.state == .sending, open.isAcknowledged || number != blocks.reader {
      appendCommand(inf, frame: frame.number, offset: offset)
      open.exchange.commandBlocks += 1
      open.see(sighting)
    } else {
      checkNumber(number, Self.address(of: block), frame)
      if inf.count == 0, !chaining {
        beginBlock(.emptyInformation, number: number, sighting, block, into: &story)
        remember(number, Self.address(of: block), frame)
        return
      }
      beginCommand(inf, sighting, into: &story)
      appendCommand(inf, frame: frame.number, offset: offset)
    }
    if frame.flags.contains(.cut) { open.exchange.commandDamage = .cut }
    remember(number, Self.address(of: block), frame)
    open.state = chaining ? .sending : .waiting
    open.isAcknowledged = false
    awaitAnswer(sighting)
  }

  /// The card that a block is for; one without a CID is for the card with CID 0.
  private static func address(of block: Span<UInt8>) -> UInt8 {
    block.count > 1 && BlockHeader(pcb: block[0])?.hasCID == true ? block[1] & 0x0F : 0
  }

  private mutating func remember(_ number: UInt8, _ address: UInt8, _ frame: Frame) {
    if let last = blocks.reader, last != number { blocks.areKnown = true }
    blocks.reader = number
    blocks.readerFrame = frame.number
    blocks.address = address
    blocks.repeatAsked = false
  }

  /// The last block once more, because nothing (or nothing usable) came back.
  private func repeats(_ inf: Span<UInt8>, number: UInt8) -> Bool {
    guard open.isOpen,
      open.state == .waiting || open.state == .sending || open.isAnswerDamaged,
      blocks.reader == number, !constantBlockNumber, !open.isAcknowledged,
      open.exchange.commandDamage == .none
    else { return false }
    return buffers.lastBlockIs(inf)
  }

  /// A new I-block carries another number than the one before it to the same card.
  private mutating func checkNumber(_ number: UInt8, _ address: UInt8, _ frame: Frame) {
    guard blocks.areKnown, !constantBlockNumber, let next = blocks.next, next != number,
      blocks.reader == number, blocks.address == address
    else { return }
    defects.append(
      Defect(
        .blockNumber(number: number, previousFrame: blocks.readerFrame),
        at: Place(frame: frame.number, derived: frame.derived, bytes: 0..<1), visit: 0,
        direction: .toCard))
  }

  /// R(ACK): the next block of the card's chain, please.
  private mutating func acknowledge(
    _ number: UInt8, _ frame: Frame, _ sighting: Sighting, _ bytes: Span<UInt8>,
    into story: inout Story
  ) {
    guard open.isOpen, open.state == .receiving else {
      settleExchange(broken: false, into: &story)
      beginBlock(.acknowledge, number: number, sighting, bytes, into: &story)
      return
    }
    if blocks.card == number, !constantBlockNumber {
      defects.append(
        Defect(
          .acknowledgesTooEarly(number: number),
          at: Place(frame: frame.number, derived: frame.derived, bytes: 0..<1),
          visit: 0, direction: .toCard))
      blocks.repeatAsked = true
    }
    open.see(sighting)
    awaitAnswer(sighting)
  }

  /// R(NAK): that was not understood, or nothing came.
  private mutating func askAgain(
    _ number: UInt8, _ sighting: Sighting, _ bytes: Span<UInt8>, into story: inout Story
  ) {
    settleRequest(into: &story)
    guard open.isOpen, open.state != .held || open.isAnswerDamaged else {
      beginBlock(.negativeAcknowledge, number: number, sighting, bytes, into: &story)
      return
    }
    if repeatRequests.count < Track.repeatRequestLimit { repeatRequests.append(sighting) }
    blocks.repeatAsked = true
    awaiting = .exchange
    lastReader = sighting
  }

  /// R(NAK)s in a row that are remembered one by one; more are counted with the last.
  static let repeatRequestLimit = 64

  /// The reader's S(WTX): the card gets the time it asked for.
  private mutating func grantTime(
    _ inf: Span<UInt8>, _ frame: Frame, _ sighting: Sighting, _ bytes: Span<UInt8>,
    into story: inout Story
  ) {
    let granted = inf.count > 0 ? inf[0] & 0x3F : 0
    guard open.isOpen, let asked = open.extensionRequested else {
      grantLoneTime(granted, frame, sighting, bytes, into: &story)
      return
    }
    checkGrant(granted, asked: asked, frame)
    open.extensionRequested = nil
    open.extensionGranted = true
    open.see(sighting)
    let multiplier = Int64(max(1, min(granted, 59)))
    agreed.extendedWait = agreed.parameters.map {
      min($0.fwt * multiplier, AirTime.frameWaitingTime(14))
    }
    awaitAnswer(sighting)
  }

  /// An S(WTX) whose command was not captured: the card's and the reader's are one step.
  private mutating func grantLoneTime(
    _ granted: UInt8, _ frame: Frame, _ sighting: Sighting, _ bytes: Span<UInt8>,
    into story: inout Story
  ) {
    guard request.isOpen, request.answerFrame != 0, case .block(let block) = request.content,
      block.kind == .waitingTimeExtension
    else {
      settleExchange(broken: false, into: &story)
      beginBlock(.waitingTimeExtension, number: granted, sighting, bytes, into: &story)
      return
    }
    checkGrant(granted, asked: block.number, frame)
    swap(&requestBytes.asked, &requestBytes.answer)
    requestBytes.asked.clear()
    requestBytes.asked.append(bytes)
    request.sighting = sighting
    request.lastTime = sighting.time
    settleRequest(into: &story)
    awaiting = .nothing
    lastReader = sighting
  }

  private mutating func checkGrant(_ granted: UInt8, asked: UInt8, _ frame: Frame) {
    guard granted != asked else { return }
    defects.append(
      Defect(
        .waitingTime(asked: asked, granted: granted),
        at: Place(frame: frame.number, derived: frame.derived, bytes: 1..<2), visit: 0,
        direction: .toCard))
  }
}
