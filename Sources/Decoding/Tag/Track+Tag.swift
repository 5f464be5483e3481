import Bytes
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
    noteIncompleteUID(sighting, frame)
    beginExchange(form, sighting, into: &story)
    appendCommand(bytes.extracting(0..<body), frame: frame.number, offset: 0)
    open.exchange.inferred = form == .unknown
    awaitAnswer(sighting)
    return Reading(form == .classic ? .classicCommand : .type2Command, verdict(frame))
  }

  mutating func readTagAnswer(
    _ frame: Frame, _ sighting: Sighting, _ bytes: Span<UInt8>, into story: inout Story
  ) -> Reading {
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
      completeAnswer(sighting, bytes, frame: frame.number, offset: 0, into: &story)
      phase = .encrypted
      return Reading(.type2Answer)
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
  private var isAuthentication: Bool {
    buffers.command.count == 2
      && (buffers.command.span[0] == 0x60 || buffers.command.span[0] == 0x61)
  }

  /// A frame after MIFARE Classic authentication: no CRC and no meaning without the key.
  mutating func readCiphertext(
    _ frame: Frame, _ sighting: Sighting, _ bytes: Span<UInt8>, into story: inout Story
  ) -> Reading {
    beginExchange(.classic, sighting, into: &story)
    appendCommand(bytes, frame: frame.number, offset: 0)
    open.exchange.isEncrypted = true
    awaitAnswer(sighting)
    return Reading(.ciphertext)
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
