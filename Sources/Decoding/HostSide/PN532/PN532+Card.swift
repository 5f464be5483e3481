import Bytes
import TraceFormat

/// As what a PN532 plays a card.
enum PN532Emulation: Equatable {
  /// A card with ISO-DEP, whose blocks the chip makes.
  case isoDEP
  /// A card whose program sees frames.
  case frames(Link)
  /// A target of NFC-DEP.
  case peer

  /// The link of what TgGetData and TgSetData carry.
  var link: Link {
    switch self {
    case .isoDEP: .apdu
    case .frames(let link): link
    case .peer: .llcp
    }
  }
}

/// TgInitAsTarget and what follows it: the chip plays a card, and what comes from the reader
/// outside goes to the card.
extension PN532 {
  /// TgInitAsTarget's answer: Mode, then the first command of the reader outside.
  ///
  ///     Mode: b7 b6 b5 bit rate | b4 ISO-DEP | b3 NFC-DEP | b2 b1 0 Type A, 1 active, 2 FeliCa
  mutating func becomeCard(_ body: Span<UInt8>, into derived: inout DerivedFrames) {
    guard body.count >= 1 else { return }
    let mode = body[0]
    targets.removeAll(keepingCapacity: true)
    let link: Link = mode & 0x03 == 0 ? .nfcA : .nfcF
    emulation = mode & 0x08 != 0 ? .isoDEP : mode & 0x04 != 0 ? .peer : .frames(link)
    if mode & 0x03 == 0 { addActivation(into: &derived) }
    if mode & 0x03 == 2 { addFelicaActivation(into: &derived) }
    let first = body.extracting(1..<body.count)
    guard first.count > 0 else { return }
    if emulation == .peer {
      derived.peer = PeerActivation(
        rate: 106 << Int(mode >> 4 & 0x07), isActive: mode & 0x03 == 1)
    }
    derived.add(
      emulation == .peer ? .llcp : link, .toCard, captured: first, at: 3, flags: .crcStripped)
    // The chip answers RATS itself, with TA 75h and the host's historical bytes.
    guard emulation == .isoDEP, first[0] == 0xE0 else { return }
    let historical = historicalBytes
    derived.add(
      .nfcA, .fromCard, [UInt8(5 + historical.count), 0x75, 0x33, 0x92, 0x03] + historical,
      crc: .a)
  }

  /// Poll and anticollision of the card that TgInitAsTarget described: Mode, SENS_RES (2),
  /// NFCID1t (3, behind 08), SEL_RES.
  private func addActivation(into derived: inout DerivedFrames) {
    guard request.count >= 8, request.span[0] == 0x8C else { return }
    let told = request.span
    derived.add(.nfcA, .toCard, [0x26], lastBits: 7)
    derived.add(.nfcA, .fromCard, [told[2], told[3]])
    let uid: [UInt8] = [0x08, told[4], told[5], told[6]]
    derived.addSelection(uid.span, sak: told[7])
  }

  /// The same for FeliCa: NFCID2t (8), PAD (8), system code (2), behind the six bytes of Type A.
  private func addFelicaActivation(into derived: inout DerivedFrames) {
    guard request.count >= 26, request.span[0] == 0x8C else { return }
    derived.add(.nfcF, .toCard, [0x06, 0x00, 0xFF, 0xFF, 0x00, 0x00], crc: .f)
    var answer: [UInt8] = [0x12, 0x01]
    for index in 8..<24 { answer.append(request.span[index]) }
    derived.add(.nfcF, .fromCard, answer, crc: .f)
  }

  /// The historical bytes that TgInitAsTarget gave: behind NFCID3t (10) and the general bytes, each
  /// run with its length before it.
  private var historicalBytes: [UInt8] {
    var cursor = ByteCursor(request.span)
    do throws(Truncated) {
      try cursor.skip(36)
      try cursor.skip(Int(try cursor.readByte()))
      let count = min(Int(try cursor.readByte()), 48)
      return Array(copying: try cursor.read(count))
    } catch { return [] }
  }

  /// TgGetData and TgGetInitiatorCommand: status, and what the reader outside sent.
  mutating func receiveAsCard(
    _ body: Span<UInt8>, isRaw: Bool, into derived: inout DerivedFrames
  ) {
    guard body.count >= 1 else { return }
    guard body[0] & 0x3F == 0 else { return leave(body[0], into: &derived) }
    let data = body.extracting(1..<body.count)
    if body[0] & 0x40 != 0 {
      Self.keep(data, in: &received)
      return
    }
    let played = emulation ?? (Self.looksLikeLLCP(data) ? .peer : .isoDEP)
    if received.count > 0 {
      Self.keep(data, in: &received)
      derived.base = nil
      derived.add(played.link, .toCard, captured: received.span, at: 0)
      received.clear()
    } else if isRaw {
      derived.add(
        registers.link, .toCard, captured: data, at: 3,
        flags: registers.takesCRC ? .crcStripped : [])
    } else if data.count > 0 {
      derived.add(played.link, .toCard, captured: data, at: 3)
    }
  }

  /// Without its activation: a PDU of LLCP has two bytes, or more than an APDU's class allows.
  private static func looksLikeLLCP(_ data: Span<UInt8>) -> Bool {
    data.count >= 2 && data.count < 4
  }

  /// TgSetData and TgResponseToInitiator: what the card answers.
  mutating func sendAsCard(
    _ body: Span<UInt8>, isRaw: Bool, into derived: inout DerivedFrames
  ) {
    guard body.count > 0 else { return }
    if isRaw {
      derived.add(
        registers.link, .fromCard, captured: body, at: 2,
        flags: registers.addsCRC ? .crcStripped : [])
    } else if sent.count > 0 {
      Self.keep(body, in: &sent)
      derived.base = nil
      derived.add((emulation ?? .isoDEP).link, .fromCard, captured: sent.span, at: 0)
      sent.clear()
    } else {
      derived.add((emulation ?? .isoDEP).link, .fromCard, captured: body, at: 2)
    }
  }

  /// TgSetMetaData: a part of what the card answers.
  mutating func keepAsCard(_ body: Span<UInt8>) { Self.keep(body, in: &sent) }

  /// Whether the reader outside was still there to get it.
  mutating func checkAsCard(_ body: Span<UInt8>, into derived: inout DerivedFrames) {
    guard body.count >= 1, body[0] & 0x3F != 0 else { return }
    leave(body[0], into: &derived)
  }

  /// The reader outside has let go of the card, or its field is gone.
  private mutating func leave(_ status: UInt8, into derived: inout DerivedFrames) {
    if emulation != nil { derived.add(.targetLost) }
    emulation = nil
    received.clear()
    sent.clear()
  }
}
