import Bytes
import TraceFormat

/// FeliCa frames (JIS X 6319-4): LEN, data, CRC_F. LEN counts itself and the data.
extension Track {
  /// Whether LEN and CRC_F both fit, which is what tells FeliCa on a link that does not say.
  func isFelica(_ frame: Frame, _ bytes: Span<UInt8>) -> Bool {
    if frame.link == .nfcF { return true }
    guard frame.link == .iso14443, bytes.count >= 4, Int(bytes[0]) + 2 == bytes.count,
      phase != .isoDEP, phase != .encrypted
    else { return false }
    let (found, computed) = Self.check(bytes, .f)
    return found == computed
  }

  /// A command: SENSF_REQ is a poll, everything else an exchange.
  mutating func readFelicaCommand(
    _ frame: Frame, _ bytes: Span<UInt8>, into story: inout Story
  ) -> Reading {
    let sighting = sight(frame, bytes, isFelica: true)
    guard let body = felicaBody(frame, bytes) else {
      return damagedCommand(frame, sighting, bytes, .f, into: &story)
    }
    if body >= 2, bytes[1] == 0x00 {
      poll(sighting, awaits: .felicaPolling, into: &story)
      pollBytes.clear()
      pollBytes.append(bytes.extracting(0..<body))
      return Reading(.felicaCommand, verdict(frame))
    }
    settle(atEnd: true, into: &story)
    technology = .nfcF
    phase = .felica
    if body >= 10 { turn(toIDm: Identifier(bytes.extracting(2..<10)), sighting, into: &story) }
    beginExchange(.felica, sighting, into: &story)
    appendCommand(bytes.extracting(0..<body), frame: frame.number, offset: 0)
    awaitAnswer(sighting)
    return Reading(.felicaCommand, verdict(frame))
  }

  /// A response, to SENSF_REQ or to the open exchange.
  mutating func readFelicaAnswer(
    _ frame: Frame, _ bytes: Span<UInt8>, into story: inout Story
  ) -> Reading {
    let sighting = sight(frame, bytes, isFelica: true)
    guard let body = felicaBody(frame, bytes) else {
      if awaiting == .exchange, bytes.count >= 4 {
        damagedAnswer(frame, sighting, bytes, .f, into: &story)
        return Reading(.felicaAnswer, .bad)
      }
      return strayAnswer(frame, sighting, bytes, .f, into: &story)
    }
    let answer = bytes.extracting(0..<body)
    if awaiting == .felicaPolling, let reader = lastReader, body >= 18, bytes[1] == 0x01 {
      var begun = beginFelica(sighting, from: reader)
      begun.identifier = Identifier(bytes.extracting(2..<10))
      activationBytes.answer.append(answer)
      answered()
      emitActivation(begun, into: &story)
    } else if awaiting == .nothing, phase == .felica, body >= 18, bytes[1] == 0x01 {
      // A later time slot of the same poll: another card.
      technology = .nfcF
      activationBytes.clear()
      var begun = OpenActivation(technology: .nfcF, from: sighting)
      begun.see(sighting, waited: nil)
      begun.identifier = Identifier(bytes.extracting(2..<10))
      begun.isWhole = true
      begun.levels = 1
      activationBytes.answer.append(answer)
      emitActivation(begun, into: &story)
    } else if awaiting == .exchange {
      completeAnswer(sighting, answer, frame: frame.number, offset: 0, into: &story)
    } else {
      return strayAnswer(frame, sighting, bytes, .f, into: &story)
    }
    return Reading(.felicaAnswer, verdict(frame))
  }

  private mutating func beginFelica(_ answer: Sighting, from reader: Sighting) -> OpenActivation {
    var begun = beginActivation(answer, technology: .nfcF, from: reader)
    begun.isWhole = true
    begun.levels = 1
    return begun
  }

  /// The length without CRC_F, or nil when the CRC is wrong or there is no room for LEN.
  private func felicaBody(_ frame: Frame, _ bytes: Span<UInt8>) -> Int? {
    guard bytes.count >= 2 else { return nil }
    guard !frame.flags.lacksCRC else {
      return bytes.count
    }
    return body(of: bytes, frame, .f)
  }

  /// A command names another card than the last one: that card's visit begins again.
  private mutating func turn(
    toIDm idm: Identifier, _ sighting: Sighting, into story: inout Story
  ) {
    guard let current = visit, current.identifier.count == 8,
      (current.identifier.high ^ idm.high) << 4 != 0,
      let other = felicaCards.first(where: { ($0.identifier.high ^ idm.high) << 4 == 0 })
    else { return }
    endVisit(.otherCard, into: &story)
    openVisit(frame: sighting.number, time: sighting.time, who: other, into: &story)
    lastActivation = other
  }

  /// So many cards in one field are told apart by their IDm: a poll has 16 time slots.
  static let felicaCardLimit = 16
}
