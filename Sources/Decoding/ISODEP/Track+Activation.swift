import Bytes
import TraceFormat

/// RATS and ATS, PPS and its answer (ISO/IEC 14443-4): how Type A comes to ISO-DEP.
extension Track {
  /// RATS: `E0`, then FSDI in the high and CID in the low half of a byte.
  mutating func readRATS(
    _ frame: Frame, _ sighting: Sighting, _ bytes: Span<UInt8>, into story: inout Story
  ) -> Reading? {
    guard let body = body(of: bytes, frame, .a), body == 2 else { return nil }
    noteIncompleteUID(sighting, frame)
    let index = Int(bytes[1] >> 4)
    beginRequest(
      .protocolActivation(
        ProtocolActivation(
          request: .none, answer: .none,
          fsd: index < AnswerToSelect.frameSizes.count ? AnswerToSelect.frameSizes[index] : 256,
          cid: bytes[1] & 0x0F, attempts: 1)),
      sighting, bytes.extracting(0..<2), into: &story)
    return Reading(.rats, verdict(frame))
  }

  /// The SAK asked for another cascade level, and the reader goes on without it.
  mutating func noteIncompleteUID(_ sighting: Sighting, _ frame: Frame) {
    guard activation.isOpen, activation.levels > 0, !activation.isWhole, let sak = activation.sak
    else { return }
    defects.append(
      Defect(
        .uidIncomplete(sak: sak, sakFrame: activation.sakFrame, level: activation.levels + 1),
        at: Place(frame: sighting.number, derived: sighting.derived, bytes: 0..<1), visit: 0,
        direction: frame.direction))
  }

  /// PPS: `D` and CID, PPS0 (01, or 11 with PPS1), PPS1 with DSI in b4 b3 and DRI in b2 b1.
  mutating func readPPS(
    _ frame: Frame, _ sighting: Sighting, _ bytes: Span<UInt8>, into story: inout Story
  ) -> Reading? {
    guard let body = body(of: bytes, frame, .a), body == 2 || body == 3 else { return nil }
    guard bytes[1] & 0xEF == 0x01 else { return nil }
    let rates = body == 3 && bytes[1] & 0x10 != 0 ? bytes[2] : 0
    beginRequest(
      .parameterSelection(
        ParameterSelection(
          cid: bytes[0] & 0x0F, sendDivisor: 1 << (rates >> 2 & 3),
          receiveDivisor: 1 << (rates & 3), accepted: false)),
      sighting, bytes.extracting(0..<body), into: &story)
    return Reading(.pps, verdict(frame))
  }

  /// The answer to RATS, PPS, HLTA, ATTRIB or a lone block.
  mutating func readRequestAnswer(
    _ frame: Frame, _ sighting: Sighting, _ bytes: Span<UInt8>, into story: inout Story
  ) -> Reading {
    let kind: CRCKind = technology == .nfcB ? .b : .a
    guard request.isOpen else { return strayAnswer(frame, sighting, bytes, into: &story) }
    guard let body = body(of: bytes, frame, kind) else {
      return damagedRequestAnswer(frame, sighting, bytes, kind, into: &story)
    }
    let answer = bytes.extracting(0..<body)
    let name: FrameName
    switch request.content {
    case .protocolActivation(var activation) where technology == .nfcB:
      name = .attribAnswer
      activation.parameters = agreed.parameters
      agreed.fsd = activation.fsd
      enterISODEP()
      keepCard(cid: activation.cid)
      answerRequest(sighting, answer, into: &story)
    case .protocolActivation(let activation):
      name = .ats
      takeATS(
        activation, sighting, answer, isCut: frame.flags.contains(.cut), into: &story)
    case .parameterSelection(var selection):
      name = .ppsAnswer
      selection.accepted = body == 1 && bytes[0] & 0xF0 == 0xD0
      request.content = .parameterSelection(selection)
      answerRequest(sighting, answer, into: &story)
      if selection.accepted {
        agreed.sendDivisor = selection.sendDivisor
        agreed.receiveDivisor = selection.receiveDivisor
      }
    case .halt:
      name = .unknown
      answerRequest(sighting, answer, into: &story)
    case .deselect:
      name = .sDeselect
      answerRequest(sighting, answer, into: &story)
      earlierPhase = .isoDEP
      cards.forget(agreed.cid)
      phase = cards.isEmpty ? .halted : .isoDEP
    case .block(let block):
      return answerBlock(block, frame, sighting, bytes, body: body, into: &story)
    default: return strayAnswer(frame, sighting, bytes, into: &story)
    }
    return Reading(name, verdict(frame))
  }

  private mutating func takeATS(
    _ activation: ProtocolActivation, _ sighting: Sighting, _ answer: Span<UInt8>, isCut: Bool,
    into story: inout Story
  ) {
    let ats = AnswerToSelect(answer)
    var activation = activation
    activation.parameters = ats.faults.isEmpty ? ats.parameters : nil
    // What the capture cut off, the card may have sent.
    for fault in ats.faults where !isCut {
      defects.append(
        Defect(
          fault.kind,
          at: Place(
            frame: sighting.number, derived: sighting.derived,
            bytes: fault.offset..<fault.offset + 1),
          visit: 0, direction: .fromCard))
    }
    agreed.parameters = ats.parameters
    agreed.fsd = activation.fsd
    request.content = .protocolActivation(activation)
    enterISODEP()
    keepCard(cid: activation.cid)
    answerRequest(sighting, answer, into: &story)
  }

  /// The card speaks ISO-DEP from here on.
  mutating func enterISODEP() {
    phase = .isoDEP
    blocks = BlockNumbers()
    blocks.areKnown = true
    channels.reset()
  }

  /// An answer whose CRC is wrong or missing: the reader may ask again.
  private mutating func damagedRequestAnswer(
    _ frame: Frame, _ sighting: Sighting, _ bytes: Span<UInt8>, _ kind: CRCKind,
    into story: inout Story
  ) -> Reading {
    guard bytes.count >= 3 else { return strayAnswer(frame, sighting, bytes, into: &story) }
    noteBadCRC(frame, bytes, kind)
    request.answerFrame = sighting.number
    request.lastTime = sighting.time
    requestBytes.answer.append(bytes)
    answered()
    settleRequest(into: &story)
    return Reading(.unknown, .bad)
  }
}
