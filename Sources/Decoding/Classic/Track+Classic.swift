import Bytes
import TraceFormat

/// MIFARE Classic: authentication in three passes, and what is enciphered behind it.
///
///     > 60 block          AUTH with key A (61: key B), in clear or, nested, enciphered
///     < nT                the card's number; nested: enciphered with the new key
///     > nR aR             the reader's number and its proof, enciphered
///     < aT                the card's proof, enciphered
///
/// All of it is one exchange. Without the key everything behind nT is ciphertext, which has neither
/// CRC nor parity to judge.
extension Track {
  /// Whether a frame is none of the ciphertext that should come: selection, HLTA, or an authentication
  /// that begins anew.
  func isPlain(_ frame: Frame, _ bytes: Span<UInt8>) -> Bool {
    guard bytes.count >= 2 else { return false }
    switch (bytes[0], bytes.count) {
    case (0x93, 2), (0x95, 2), (0x97, 2): return bytes[1] == 0x20
    case (0x93, 9), (0x95, 9), (0x97, 9): return bytes[1] == 0x70 && Self.isRightCRCA(bytes)
    case (0x50, 4): return bytes[1] == 0 && Self.isRightCRCA(bytes)
    case (0x60, 4), (0x61, 4), (0xE0, 4):
      return classic.cipher == nil && !isProofDue && Self.isRightCRCA(bytes)
    default: return false
    }
  }

  /// 40 (seven bits), 43 and 41 alone: the back door of cards made to be changed, where a card answers.
  mutating func readBackDoor(
    _ frame: Frame, _ sighting: Sighting, _ bytes: Span<UInt8>, into story: inout Story
  ) -> Reading? {
    guard frame.link == .iso14443 || frame.link == .nfcA, (0x40...0x43).contains(bytes[0]),
      bytes[0] != 0x42, phase != .isoDEP
    else { return nil }
    beginExchange(.classic, sighting, into: &story)
    buffers.raw.append(bytes)
    open.commandDamage = .unknown
    appendCommand(bytes, frame: frame.number, offset: 0)
    awaitAnswer(sighting)
    return Reading(.classicCommand)
  }

  /// A frame of the reader after the first nonce.
  mutating func readCiphertext(
    _ frame: Frame, _ sighting: Sighting, _ bytes: Span<UInt8>, into story: inout Story
  ) -> Reading {
    if bytes.count == 8, isProofDue {
      if open.exchange.authentication == .none { open.exchange.authentication = .nested }
      appendCommand(bytes, frame: frame.number, offset: 0)
      open.see(sighting)
      open.state = .waiting
      awaitAnswer(sighting)
      return Reading(.ciphertext)
    }
    guard classic.cipher != nil else {
      beginExchange(.classic, sighting, into: &story)
      appendCommand(bytes, frame: frame.number, offset: 0)
      open.exchange.isEncrypted = true
      // What it is, and whether it must be answered, nobody can tell.
      open.isSilenceRight = true
      awaitAnswer(sighting)
      return Reading(.ciphertext)
    }
    decipher(bytes)
    let body = bytes.count - 2
    let isRight = body > 0 && Self.isRightCRCA(classic.plain.span)
    if isRight, expectsData(body) {
      appendPlain(body, frame, isCommand: true)
      open.see(sighting)
      open.state = .waiting
      open.expectsData = false
      // Behind a value there is no answer, unless it is refused.
      open.isSilenceRight = body == 4
      awaitAnswer(sighting)
      return Reading(.classicCommand, .good)
    }
    beginExchange(.classic, sighting, into: &story)
    guard isRight else {
      // Frames are missing, or this one is damaged: the cipher is no longer where the card's is.
      classic.cipher = nil
      open.exchange.isEncrypted = true
      appendCommand(bytes, frame: frame.number, offset: 0)
      awaitAnswer(sighting)
      return Reading(.ciphertext)
    }
    open.exchange.isDecrypted = true
    appendPlain(body, frame, isCommand: true)
    if isAuthentication { open.exchange.authentication = .nested }
    open.isSilenceRight = buffers.command.count == 2 && buffers.command.span[0] == 0x50
    awaitAnswer(sighting)
    return Reading(.classicCommand, .good)
  }

  /// A frame of the card after the first nonce.
  mutating func readEncipheredAnswer(
    _ frame: Frame, _ sighting: Sighting, _ bytes: Span<UInt8>, into story: inout Story
  ) -> Reading {
    let isStart = open.exchange.authentication == .nested && buffers.answer.count == 0
    if open.exchange.authentication != .none, !isStart {
      return readProof(frame, sighting, bytes, into: &story)
    }
    if bytes.count == 4, isStart || open.exchange.isEncrypted && buffers.command.count == 4 {
      // A nonce, as it seems: of a nested authentication, if the reader's proof follows.
      takeNonce(frame, sighting, bytes)
      return Reading(.ciphertext)
    }
    guard classic.cipher != nil, open.exchange.isDecrypted else {
      completeAnswer(sighting, bytes, frame: frame.number, offset: 0, into: &story)
      return Reading(.ciphertext)
    }
    decipher(bytes)
    let count = classic.plain.count
    if count == 1 {
      seeAnswer(sighting)
      answered()
      appendPlain(1, frame, isCommand: false)
      return endPlainAnswer(into: &story)
    }
    guard count >= 3, Self.isRightCRCA(classic.plain.span) else {
      noteDeciphered(frame)
      classic.cipher = nil
      markDamaged(sighting, .badCRC, bytes)
      settleExchange(broken: false, into: &story)
      return Reading(.ciphertext, .bad)
    }
    seeAnswer(sighting)
    answered()
    appendPlain(count - 2, frame, isCommand: false)
    finishAnswer(isCut: false, into: &story)
    return Reading(.classicAnswer, .good)
  }

  /// ACK or NAK, in clear: a command that is to be followed by data waits for it.
  mutating func endPlainAnswer(into story: inout Story) -> Reading {
    let code = buffers.answer.span[buffers.answer.count - 1] & 0x0F
    let isAccepted = code == 0x0A
    if isAccepted, buffers.command.count == 1 { phase = .classic }
    if isAccepted, buffers.answer.count == 1, buffers.command.count == 2,
      [0xA0, 0xC0, 0xC1, 0xC2].contains(buffers.command.span[0])
    {
      open.expectsData = true
      open.state = .held
    } else {
      finishAnswer(isCut: false, into: &story)
    }
    return Reading(isAccepted ? .ack : .nak)
  }

  /// Whether the open command was acknowledged and waits for so many bytes: a block, or a value.
  func expectsData(_ count: Int) -> Bool {
    guard open.isOpen, open.expectsData, open.state == .held, buffers.command.count == 2 else {
      return false
    }
    return count == (buffers.command.span[0] == 0xA0 ? 16 : 4)
  }

  /// The card's nonce: the exchange goes on with the reader's proof.
  mutating func takeNonce(_ frame: Frame, _ sighting: Sighting, _ bytes: Span<UInt8>) {
    seeAnswer(sighting)
    answered()
    appendAnswer(bytes, frame: frame.number, offset: 0)
    open.state = .held
    phase = .encrypted
  }

  /// Whether a nonce of the card waits for the reader's proof.
  private var isProofDue: Bool {
    open.isOpen && open.exchange.form == .classic && open.state == .held
      && buffers.answer.count == 4
      && (open.exchange.authentication != .none || open.exchange.isEncrypted)
  }

  /// The card's proof, or what it says instead.
  private mutating func readProof(
    _ frame: Frame, _ sighting: Sighting, _ bytes: Span<UInt8>, into story: inout Story
  ) -> Reading {
    seeAnswer(sighting)
    answered()
    appendAnswer(bytes, frame: frame.number, offset: 0)
    if bytes.count == 4, buffers.answer.count == 8, classic.hasKeys {
      let (proof, answer) = authentication
      let isFound = classic.find(
        nonce: UInt32(truncatingIfNeeded: answer >> 32), proof: proof,
        answer: UInt32(truncatingIfNeeded: answer), uid: classicUID,
        isNested: open.exchange.authentication == .nested)
      open.exchange.isDecrypted = isFound && !open.exchange.isEncrypted
      open.exchange.hasKey = isFound
    } else {
      classic.cipher = nil
    }
    finishAnswer(isCut: false, into: &story)
    return Reading(.ciphertext)
  }

  /// What the authentication brought: nR and aR, nT and aT.
  private var authentication: (proof: UInt64, answer: UInt64) {
    let command = buffers.command.span
    return (
      Self.number(command.extracting(command.count - 8..<command.count)),
      Self.number(buffers.answer.span.extracting(0..<8))
    )
  }

  /// The four bytes of the UID that an authentication mixes in: the last ones that were selected.
  private var classicUID: UInt32 {
    let identifier = visit?.identifier ?? Identifier()
    var number: UInt32 = 0
    for index in max(0, Int(identifier.count) - 4)..<Int(identifier.count) {
      number = number << 8 | UInt32(identifier[index])
    }
    return number
  }

  private static func number(_ bytes: Span<UInt8>) -> UInt64 {
    var number: UInt64 = 0
    for index in bytes.indices { number = number << 8 | UInt64(bytes[index]) }
    return number
  }

  static func isRightCRCA(_ bytes: Span<UInt8>) -> Bool {
    let (found, computed) = check(bytes, .a)
    return found == computed
  }

  // Deciphered bytes.

  /// Deciphers a frame into `classic.plain`; one byte is the four bits of ACK or NAK.
  private mutating func decipher(_ bytes: Span<UInt8>) {
    guard var cipher = classic.cipher else { return }
    classic.plain.removeAll(keepingCapacity: true)
    for index in bytes.indices {
      classic.plain.append(cipher.decipher(bytes[index], bits: bytes.count == 1 ? 4 : 8))
    }
    classic.cipher = cipher
  }

  /// Appends deciphered bytes of the frame under work.
  private mutating func appendPlain(_ count: Int, _ frame: Frame, isCommand: Bool) {
    let plain = classic.plain
    if isCommand {
      appendCommand(plain.span.extracting(0..<count), frame: frame.number, offset: 0)
    } else {
      appendAnswer(plain.span.extracting(0..<count), frame: frame.number, offset: 0)
    }
  }

  /// A frame that is enciphered with a known key, and whose CRC is wrong.
  private mutating func noteDeciphered(_ frame: Frame) {
    let plain = classic.plain
    if plain.count >= 3 { noteBadCRC(frame, plain.span, .a) }
  }
}
