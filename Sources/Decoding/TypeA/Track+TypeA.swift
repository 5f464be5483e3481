import Bytes
import TraceFormat

/// ISO/IEC 14443-3 Type A: polls, anticollision, SELECT and HLTA.
extension Track {
  /// A frame of the reader that Type A's activation knows; nil when it is something else.
  mutating func readTypeARequest(
    _ frame: Frame, _ sighting: Sighting, _ bytes: Span<UInt8>, into story: inout Story
  ) -> Reading? {
    guard bytes.count > 0 else { return nil }
    switch bytes[0] {
    case 0x26 where bytes.count == 1, 0x52 where bytes.count == 1:
      poll(sighting, awaits: .atqa, into: &story)
      return Reading(bytes[0] == 0x26 ? .reqa : .wupa)
    case 0x6A where bytes.count >= 5 && phase != .isoDEP && phase != .encrypted:
      guard let body = body(of: bytes, frame, .a) else { return nil }
      ecp(sighting, bytes.extracting(0..<body), into: &story)
      return Reading(.ecp, verdict(frame))
    case 0x93 where bytes.count >= 2, 0x95 where bytes.count >= 2, 0x97 where bytes.count >= 2:
      return readSelection(frame, sighting, bytes, into: &story)
    case 0x50 where bytes.count >= 2 && bytes[1] == 0:
      guard let body = body(of: bytes, frame, .a), body == 2 else { return nil }
      beginRequest(
        .halt(Halt(technology: .nfcA, answered: false)), sighting, bytes.extracting(0..<2),
        into: &story)
      return Reading(.hlta, verdict(frame))
    case 0xE0: return readRATS(frame, sighting, bytes, into: &story)
    case 0xD0...0xDE: return readPPS(frame, sighting, bytes, into: &story)
    default: return nil
    }
  }

  /// Anticollision (NVB 20 to 67) or SELECT (NVB 70) of a cascade level.
  private mutating func readSelection(
    _ frame: Frame, _ sighting: Sighting, _ bytes: Span<UInt8>, into story: inout Story
  ) -> Reading? {
    let isSelect = bytes[1] == 0x70
    let level = Int(bytes[0] - 0x93) / 2 + 1
    if isSelect {
      guard bytes.count >= 7 else { return nil }
    } else {
      guard bytes[1] & 0xF0 >= 0x20, bytes[1] & 0xF0 <= 0x60, bytes.count <= 7 else { return nil }
    }
    settleRequest(into: &story)
    settleExchange(broken: true, into: &story)
    let isGood = !isSelect || frame.flags.contains(.cut) || body(of: bytes, frame, .a) == 7
    if isSelect, !isGood { noteBadCRC(frame, bytes, .a) }
    if !activation.isOpen {
      activationBytes.clear()
      activation = OpenActivation(technology: .nfcA, from: sighting)
      technology = .nfcA
    }
    activation.see(sighting)
    lastReader = sighting
    if isSelect {
      activation.selected = Identifier(bytes.extracting(2..<7))
      judgeBCC(sighting)
      awaiting = .sak
      return Reading(.select, isGood ? verdict(frame) : .bad)
    }
    activation.asked = Identifier(bytes)
    // The reader goes on resolving: what came was a collision, and no UID with its BCC.
    activation.wrongBCC = nil
    if level == 1, activation.levels > 0 {
      // The reader begins again with the same card.
      activation.levels = 0
      activation.identifier = Identifier()
    }
    awaiting = .uidPart
    return Reading(.anticollision)
  }

  /// ATQA, UID part or SAK.
  mutating func readTypeAAnswer(
    _ frame: Frame, _ sighting: Sighting, _ bytes: Span<UInt8>, into story: inout Story
  ) -> Reading {
    switch awaiting {
    case .atqa:
      guard bytes.count == 2, let reader = lastReader else { break }
      var begun = beginActivation(sighting, technology: .nfcA, from: reader)
      begun.atqa = UInt16(bytes[1]) << 8 | UInt16(bytes[0])
      activation = begun
      answered()
      return Reading(.atqa)
    case .uidPart:
      guard bytes.count >= 1, bytes.count <= 5 else { break }
      let waited = wait(for: sighting, after: lastReader)
      activation.see(sighting, waited: waited)
      checkPart(sighting, bytes)
      answered()
      return Reading(.uidPart)
    case .sak:
      guard bytes.count == (frame.flags.contains(.crcStripped) ? 1 : 3) else { break }
      let isGood = body(of: bytes, frame, .a) != nil
      if !isGood { noteBadCRC(frame, bytes, .a) }
      let waited = wait(for: sighting, after: lastReader)
      activation.see(sighting, waited: waited)
      answered()
      takeSAK(bytes[0], sighting, into: &story)
      return Reading(.sak, isGood ? verdict(frame) : .bad)
    default: break
    }
    return strayAnswer(frame, sighting, bytes, into: &story)
  }

  /// Joins the reader's bits and the card's, and checks the BCC of a whole part.
  private mutating func checkPart(_ sighting: Sighting, _ bytes: Span<UInt8>) {
    let asked = activation.asked
    guard asked.count >= 2 else { return }
    let bits = asked[1] & 0x07
    var part = Identifier()
    var from = 0
    for index in 2..<max(2, Int(asked.count)) {
      if bits != 0, index == Int(asked.count) - 1, bytes.count > 0 {
        // This byte is whole in neither frame: its low bits went out, the rest came.
        let mask = UInt8(1) << bits - 1
        part.append(asked[index] & mask | bytes[0] & ~mask)
        from = 1
      } else {
        part.append(asked[index])
      }
    }
    for index in from..<bytes.count { part.append(bytes[index]) }
    guard part.count == 5 else { return }
    activation.uidReadFrame = sighting.number
    let computed = part[0] ^ part[1] ^ part[2] ^ part[3]
    guard computed != part[4], bits == 0 else { return }
    let over =
      UInt32(part[0]) << 24 | UInt32(part[1]) << 16 | UInt32(part[2]) << 8 | UInt32(part[3])
    activation.wrongBCC = OpenActivation.WrongBCC(
      place: Place(
        frame: sighting.number, derived: sighting.derived, bytes: bytes.count - 1..<bytes.count),
      found: part[4], computed: computed, over: over)
  }

  /// A SELECT was answered: one level more, and perhaps the whole UID.
  private mutating func takeSAK(_ sak: UInt8, _ sighting: Sighting, into story: inout Story) {
    guard activation.isOpen, activation.selected.count == 5 else { return }
    for index in (activation.selected[0] == 0x88 ? 1 : 0)..<4 {
      activation.identifier.append(activation.selected[index])
    }
    activation.levels += 1
    activation.sak = sak
    activation.sakFrame = sighting.number
    activation.isWhole = sak & 0x04 == 0
    if activation.isWhole { settleActivation(into: &story) }
  }

  /// The activation's step: its card is known as far as it will be.
  mutating func emitActivation(_ begun: OpenActivation, into story: inout Story) {
    noteWrongBCC(begun)
    takeIn(begun, into: &story)
    var activation = Activation(
      technology: begun.technology, identifier: begun.identifier, isWhole: begun.isWhole,
      isRandom: begun.isRandom, atqa: begun.atqa, sak: begun.sak)
    activation.levels = begun.levels
    activation.isSRI = begun.isSRI
    activation.request = story.store(activationBytes.asked.span)
    activation.answer = story.store(activationBytes.answer.span)
    var step = Step(
      frames: begun.first...begun.last, time: begun.time, content: .activation(activation))
    step.source = source
    step.commandFrame = begun.first
    step.answerFrame = begun.sakFrame != 0 ? begun.sakFrame : begun.last
    step.firstDerived = begun.firstDerived
    step.lastDerived = begun.lastDerived
    step.lastTime = begun.lastTime
    step.latency = begun.lastTime >= begun.time ? begun.lastTime - begun.time : nil
    step.wait = timesAreBelievable ? begun.wait : nil
    channels.reset()
    agreed = Agreement()
    blocks = BlockNumbers()
    phase = Self.phase(after: begun)
    earlierPhase = .idle
    emit(&step, into: &story)
    lastActivation = begun
    guard begun.technology == .nfcF else { return }
    felicaCards.removeAll { $0.identifier == begun.identifier }
    if felicaCards.count < Track.felicaCardLimit { felicaCards.append(begun) }
  }

  /// A SELECT repeats the part whose BCC is wrong, or another part: then what came was noise.
  private mutating func judgeBCC(_ sighting: Sighting) {
    guard let wrong = activation.wrongBCC else { return }
    var over: UInt32 = 0
    for index in 0..<4 { over = over << 8 | UInt32(activation.selected[index]) }
    if over == wrong.over, activation.selected[4] == wrong.found {
      activation.wrongBCC?.selectFrame = sighting.number
    } else {
      activation.wrongBCC = nil
    }
  }

  private mutating func noteWrongBCC(_ begun: OpenActivation) {
    guard let wrong = begun.wrongBCC else { return }
    defects.append(
      Defect(
        .bcc(
          found: wrong.found, computed: wrong.computed, over: wrong.over,
          selectFrame: wrong.selectFrame,
          agreed: wrong.selectFrame != 0 && begun.sakFrame > wrong.selectFrame),
        at: wrong.place, visit: 0, direction: .fromCard))
  }

  /// Finds the visit of the card that was activated: the open one, or a new one.
  private mutating func takeIn(_ begun: OpenActivation, into story: inout Story) {
    if let current = visit, !current.identifier.isEmpty, !begun.identifier.isEmpty,
      !Self.mayBeSame(current.identifier, begun)
    {
      // The activation's own times have been judged already.
      let areBelievable = timesAreBelievable
      endVisit(.otherCard, into: &story)
      timesAreBelievable = areBelievable
    }
    openVisit(frame: begun.first, time: begun.time, who: begun, into: &story)
    if begun.isWhole { visit?.identifier = begun.identifier }
    visit?.technology = begun.technology
  }

  /// A UID that is not whole fits every UID that begins with it. The systems of one FeliCa card
  /// have IDms that differ in the first four bits alone.
  private static func mayBeSame(_ known: Identifier, _ begun: OpenActivation) -> Bool {
    if begun.technology == .nfcF, known.count == 8 {
      return isSameCard(known, begun.identifier)
    }
    guard known.count >= begun.identifier.count else { return !begun.isWhole }
    if begun.isWhole { return known == begun.identifier }
    return (0..<Int(begun.identifier.count)).allSatisfy { known[$0] == begun.identifier[$0] }
  }

  /// What the card speaks, by its SAK (ISO/IEC 14443-3; bit 6 is ISO-DEP's).
  private static func phase(after begun: OpenActivation) -> Phase {
    switch begun.technology {
    case .nfcF: return .felica
    case .nfcB: return begun.isSRI ? .sri : .selected
    case .nfcV: return .vicinity
    default: break
    }
    guard let sak = begun.sak, begun.isWhole else { return .selected }
    if sak & 0x20 != 0 { return .selected }
    return sak & 0x19 != 0 ? .classic : .type2
  }
}
