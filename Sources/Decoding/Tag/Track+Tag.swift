import Bytes
import Tags
import TraceFormat

/// Commands of cards without ISO-DEP: Type 2 tags, MIFARE Classic, and what is not known.
///
/// A command and its answer are one frame each. Answers of one byte are the 4-bit ACK and NAK,
/// which have no CRC; so has the nonce of MIFARE Classic, after which everything is ciphertext.
extension Track {
  mutating func readTagCommand(
    _ form: Exchange.Form, _ frame: Frame, _ sighting: Sighting, _ bytes: Span<UInt8>,
    into story: inout Story
  ) -> Reading {
    guard let body = body(of: bytes, frame, .a) else {
      return damagedCommand(frame, sighting, bytes, .a, into: &story)
    }
    if form == .classic, expectsData(body) {
      appendCommand(bytes.extracting(0..<body), frame: frame.number, offset: 0)
      open.see(sighting)
      open.expectsData = false
      open.isSilenceRight = body == 4
      open.state = .waiting
      awaitAnswer(sighting)
      return Reading(.classicCommand, verdict(frame))
    }
    noteIncompleteUID(sighting, frame)
    beginTagCommand(form, sighting, bytes.extracting(0..<body), frame.number, into: &story)
    open.exchange.inferred = form == .unknown
    return Reading(form == .classic ? .classicCommand : .type2Command, verdict(frame))
  }

  private mutating func beginTagCommand(
    _ form: Exchange.Form, _ sighting: Sighting, _ command: Span<UInt8>, _ number: Int,
    into story: inout Story
  ) {
    if form == .type2, isSecondPacket(command) {
      joinPart(.secondPacket, sighting)
    } else {
      beginExchange(form, sighting, into: &story)
    }
    appendCommand(command, frame: number, offset: 0)
    awaitAnswer(sighting)
  }

  /// PWD_AUTH where no activation says what it is, as people paste it, perhaps with a CRC.
  ///
  /// As an APDU it would promise secure messaging in a chain and have nothing in it, or another
  /// number of bytes than it says; and whatever reads it as one would print the password.
  /// So would WRITE of a page that takes a password, or a key.
  static func isBarePassword(_ bytes: Span<UInt8>) -> Bool {
    if bytes.count == 6 || bytes.count == 8, bytes[0] == 0xA2,
      SecretPages().kind(of: Int(bytes[1])) != nil
    {
      return bytes.count == 6 || bytes[4] != 3
    }
    guard bytes.count == 5 || bytes.count == 7, bytes[0] == 0x1B else { return false }
    return bytes.count == 5 || !(1...2).contains(bytes[4])
  }

  mutating func readBarePassword(
    _ frame: Frame, _ sighting: Sighting, _ bytes: Span<UInt8>, into story: inout Story
  ) -> Reading {
    beginTagCommand(.type2, sighting, bytes, frame.number, into: &story)
    open.exchange.inferred = true
    return Reading(.type2Command, .absent)
  }

  mutating func readTagAnswer(
    _ frame: Frame, _ sighting: Sighting, _ bytes: Span<UInt8>, into story: inout Story
  ) -> Reading {
    if bytes.count == 1, open.exchange.form == .classic {
      seeAnswer(sighting)
      answered()
      appendAnswer(bytes, frame: frame.number, offset: 0)
      return endPlainAnswer(into: &story)
    }
    if !isProtocolKnown, bytes.count == 0 || body(of: bytes, frame, .a) == nil {
      completeAnswer(sighting, bytes, frame: frame.number, offset: 0, into: &story)
      return Reading(bytes.count == 0 ? .empty : .unknown)
    }
    if bytes.count == 0 {
      noteShort(bytes, frame)
      markDamaged(sighting, .cut, bytes)
      settleExchange(broken: false, into: &story)
      return Reading(.empty)
    }
    if bytes.count == 1 {
      completeAnswer(sighting, bytes, frame: frame.number, offset: 0, into: &story)
      return Reading(bytes[0] & 0x0F == 0x0A ? .ack : .nak)
    }
    if bytes.count == 4, isAuthentication, !frame.flags.contains(.crcStripped) {
      open.exchange.authentication = .first
      classic.cipher = nil
      takeNonce(frame, sighting, bytes)
      return Reading(.classicAnswer)
    }
    guard let body = body(of: bytes, frame, .a) else {
      if bytes.count < 3 {
        noteShort(bytes, frame)
        markDamaged(sighting, .cut, bytes)
        settleExchange(broken: false, into: &story)
        return Reading(.cut)
      }
      damagedAnswer(frame, sighting, bytes, .a, into: &story)
      return Reading(.type2Answer, .bad)
    }
    completeAnswer(
      sighting, bytes.extracting(0..<body), frame: frame.number, offset: 0, into: &story)
    return Reading(.type2Answer, verdict(frame))
  }

  /// AUTHENTICATE with key A or B, and a block: its answer is a nonce of four bytes.
  var isAuthentication: Bool {
    buffers.command.count == 2
      && (buffers.command.span[0] == 0x60 || buffers.command.span[0] == 0x61)
  }

  /// A bare APDU from a host-side source.
  mutating func readAPDU(
    _ frame: Frame, _ bytes: Span<UInt8>, into story: inout Story
  ) -> Reading {
    // Behind an activation that a reader's chip tells of, the card's technology is known.
    if frame.derived == 0 || technology == .unknown { technology = .apdu }
    let sighting = Sighting(
      number: frame.number, derived: frame.derived, time: frame.time,
      end: frame.time + max(0, frame.duration ?? 0))
    if frame.direction == .toCard {
      if frame.derived == 0, Self.isBarePassword(bytes) {
        return readBarePassword(frame, sighting, bytes, into: &story)
      }
      beginCommand(bytes, sighting, into: &story)
      appendCommand(bytes, frame: frame.number, offset: 0)
      open.state = .waiting
      awaitAnswer(sighting)
      return Reading(.apduCommand)
    }
    if awaiting != .exchange || !open.isOpen { beginLoneAnswer(sighting, into: &story) }
    completeAnswer(sighting, bytes, frame: frame.number, offset: 0, into: &story)
    return Reading(.apduAnswer)
  }
}
