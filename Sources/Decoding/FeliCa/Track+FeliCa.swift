import Bytes
import TraceFormat

/// FeliCa frames (JIS X 6319-4): LEN, data, CRC_F. LEN counts itself and the data. The sync code that
/// some tools leave in front is passed over.
extension Track {
  /// Whether LEN and CRC_F both fit, which is what tells FeliCa on a link that does not say.
  func isFelica(_ frame: Frame, _ bytes: Span<UInt8>) -> Bool {
    if frame.link == .nfcF { return true }
    guard frame.link == .iso14443, bytes.count >= 4 else { return false }
    let start = bytes[0] == FelicaSync.first ? FelicaSync.length(in: bytes) : 0
    guard Int(bytes[start]) + 2 == bytes.count - start, phase != .isoDEP, phase != .encrypted
    else { return false }
    let (found, computed) = Self.check(bytes.extracting(start..<bytes.count), .f)
    return found == computed
  }

  /// A command: SENSF_REQ is a poll, everything else an exchange.
  mutating func readFelicaCommand(
    _ frame: Frame, _ bytes: Span<UInt8>, into story: inout Story
  ) -> Reading {
    frameStart = FelicaSync.length(in: bytes)
    defer { frameStart = 0 }
    let packet = bytes.extracting(frameStart..<bytes.count)
    let sighting = sight(frame, packet, isFelica: true)
    guard let body = felicaBody(frame, packet) else {
      return damagedCommand(frame, sighting, packet, .f, into: &story)
    }
    let command = packet.extracting(0..<body)
    let lacksLength = Self.lacksLength(command)
    let code = lacksLength ? 0 : 1
    if body > code, command[code] == FelicaCode.polling {
      poll(sighting, awaits: .felicaPolling, into: &story)
      pollBytes.clear()
      if lacksLength { pollBytes.append(UInt8(clamping: body + 1)) }
      pollBytes.append(command)
      checkLength(frame, command, isMissing: lacksLength)
      return Reading(.felicaCommand, verdict(frame))
    }
    settle(atEnd: true, into: &story)
    technology = .nfcF
    phase = .felica
    if frame.bitRate != 0 { bitRate = frame.bitRate }
    if body >= code + 9, FelicaCode.namesCard(command[code]) {
      turn(
        toIDm: Identifier(command.extracting(code + 1..<code + 9)), sighting, into: &story)
    }
    beginExchange(.felica, sighting, into: &story)
    if lacksLength { appendMissingLength(body + 1, frame) }
    appendCommand(command, frame: frame.number, offset: frameStart)
    checkLength(frame, command, isMissing: lacksLength)
    if frame.derived == 0 { open.limit = felicaLimit() }
    awaitAnswer(sighting)
    return Reading(.felicaCommand, verdict(frame))
  }

  /// A response, to SENSF_REQ or to the open exchange.
  mutating func readFelicaAnswer(
    _ frame: Frame, _ bytes: Span<UInt8>, into story: inout Story
  ) -> Reading {
    frameStart = FelicaSync.length(in: bytes)
    defer { frameStart = 0 }
    let packet = bytes.extracting(frameStart..<bytes.count)
    let sighting = sight(frame, packet, isFelica: true)
    guard let body = felicaBody(frame, packet) else {
      if awaiting == .exchange, packet.count >= 4 {
        damagedAnswer(frame, sighting, packet, .f, into: &story)
        return Reading(.felicaAnswer, .bad)
      }
      return strayAnswer(frame, sighting, packet, .f, into: &story)
    }
    let answer = packet.extracting(0..<body)
    if frame.bitRate != 0 { bitRate = frame.bitRate }
    let isPollAnswer = body >= 18 && answer[1] == FelicaCode.answer(to: FelicaCode.polling)
    if awaiting == .felicaPolling, let reader = lastReader, isPollAnswer {
      let begun = beginActivation(sighting, technology: .nfcF, from: reader)
      take(begun, answer, of: frame, into: &story)
    } else if awaiting == .nothing, phase == .felica, isPollAnswer {
      // A later time slot of the same poll: another card.
      technology = .nfcF
      activationBytes.clear()
      var begun = OpenActivation(technology: .nfcF, from: sighting)
      begun.see(sighting, waited: nil)
      take(begun, answer, of: frame, into: &story)
    } else if awaiting == .exchange {
      checkLength(frame, answer, isMissing: false)
      completeAnswer(sighting, answer, frame: frame.number, offset: frameStart, into: &story)
    } else {
      return strayAnswer(frame, sighting, packet, .f, into: &story)
    }
    return Reading(.felicaAnswer, verdict(frame))
  }

  /// The answer to a poll is a card.
  private mutating func take(
    _ activation: OpenActivation, _ answer: Span<UInt8>, of frame: Frame,
    into story: inout Story
  ) {
    var begun = activation
    begun.isWhole = true
    begun.levels = 1
    begun.identifier = Identifier(answer.extracting(2..<10))
    begun.parameters = ByteOrder.big.number64(answer, at: 10)
    activationBytes.answer.append(answer)
    answered()
    checkLength(frame, answer, isMissing: false)
    emitActivation(begun, into: &story)
  }

  /// The length without CRC_F, or nil when the CRC is wrong or there is no room for LEN.
  private func felicaBody(_ frame: Frame, _ bytes: Span<UInt8>) -> Int? {
    guard bytes.count >= 2 else { return nil }
    guard !frame.flags.lacksCRC else {
      return bytes.count
    }
    return body(of: bytes, frame, .f)
  }

  /// How long the card may take for the open command, by the PMm of the card that it names.
  private func felicaLimit() -> Int64? {
    let command = buffers.command.span
    guard command.count >= 10, FelicaCode.namesCard(command[1]) else { return nil }
    let idm = Identifier(command.extracting(2..<10))
    guard let card = felicaCards.last(where: { Self.isSameCard($0.identifier, idm) }),
      let pmm = card.parameters
    else { return nil }
    return FelicaTiming.limit(for: command, pmm: pmm)
  }

  /// A command names another card than the last one: that card's visit begins, or begins again.
  private mutating func turn(
    toIDm idm: Identifier, _ sighting: Sighting, into story: inout Story
  ) {
    if let current = visit {
      // Whose visit it is, where nothing told, this command does not tell either.
      if current.identifier.isEmpty { return }
      if current.technology == .nfcF, Self.isSameCard(current.identifier, idm) { return }
      endVisit(.otherCard, into: &story)
    }
    let known = felicaCards.last { Self.isSameCard($0.identifier, idm) }
    var other = known ?? OpenActivation(technology: .nfcF, from: sighting)
    other.isWhole = true
    other.identifier = idm
    other.isUnseen = known == nil
    openVisit(frame: sighting.number, time: sighting.time, who: other, into: &story)
    lastActivation = other
  }

  /// The systems of one FeliCa card have IDms that differ in the first four bits alone.
  static func isSameCard(_ one: Identifier, _ other: Identifier) -> Bool {
    one.count == 8 && other.count == 8 && (one.high ^ other.high) << 4 == 0
  }

  /// So many cards in one field are told apart by their IDm: a poll has 16 time slots.
  static let felicaCardLimit = 16
}

// LEN.
extension Track {
  /// Says that LEN does not count what is there.
  private mutating func checkLength(_ frame: Frame, _ packet: Span<UInt8>, isMissing: Bool) {
    guard Int(packet[0]) != packet.count || isMissing, !frame.flags.contains(.cut) else { return }
    defects.append(
      Defect(
        .felicaLength(claimed: Int(packet[0]), present: packet.count, isMissing: isMissing),
        at: Place(
          frame: frame.number, derived: frame.derived, bytes: frameStart..<frameStart + 1),
        visit: 0, direction: frame.direction))
  }

  /// Whether a command begins with its code: what would be LEN does not count it, and is a code whose
  /// IDm follows. An IDm's first byte is odd (01, behind the system's number), no command's code is.
  private static func lacksLength(_ command: Span<UInt8>) -> Bool {
    guard Int(command[0]) != command.count else { return false }
    if command.count == 5 { return command[0] == FelicaCode.polling }
    return command.count >= 9 && FelicaCode.namesCard(command[0]) && command[1] & 1 == 1
  }

  /// Puts the LEN that is missing in front of a command, so that the rest can be read.
  private mutating func appendMissingLength(_ length: Int, _ frame: Frame) {
    var made = ByteBuffer(capacity: 1)
    made.append(UInt8(clamping: length))
    appendCommand(made.span, frame: frame.number, offset: frameStart)
  }
}

/// The sync code between preamble and LEN (JIS X 6319-4), which some tools record.
enum FelicaSync {
  static let first: UInt8 = 0xB2
  private static let second: UInt8 = 0x4D

  /// 2 where a frame begins with it, and LEN behind it fits better than one in front.
  static func length(in bytes: Span<UInt8>) -> Int {
    guard bytes.count > 4, bytes[0] == first, bytes[1] == second else { return 0 }
    let claimed = Int(bytes[0])
    if claimed == bytes.count || claimed + 2 == bytes.count { return 0 }
    return 2
  }
}
