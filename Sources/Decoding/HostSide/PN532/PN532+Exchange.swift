import Bytes
import TraceFormat

/// InDataExchange, InCommunicateThru, and how the chip lets go of cards.
extension PN532 {
  /// InDataExchange: Tg, with b7 for "more to come", and what the card is to get.
  mutating func sendData(_ body: Span<UInt8>, into derived: inout DerivedFrames) {
    guard body.count >= 1 else { return }
    let data = body.extracting(1..<body.count)
    if body[0] & 0x40 != 0 {
      Self.keep(data, in: &sent)
      return
    }
    // Without data the host only asks for the rest of the answer.
    if data.count == 0, sent.count == 0 { return }
    if sent.count > 0 {
      Self.keep(data, in: &sent)
      derived.base = nil
      let kind =
        target(body[0])?.kind
        ?? Self.remember(body[0], by: PN532Target.kind(of: sent.span), &targets)
      Self.add(sent.span, at: 0, .toCard, as: kind, into: &derived)
      sent.clear()
    } else {
      let kind =
        target(body[0])?.kind ?? Self.remember(body[0], by: PN532Target.kind(of: data), &targets)
      Self.add(data, at: 3, .toCard, as: kind, into: &derived)
    }
  }

  /// InDataExchange's answer: status, with b7 for "more to come", and what the card sent.
  mutating func takeData(_ body: Span<UInt8>, into derived: inout DerivedFrames) {
    guard body.count >= 1 else { return }
    note(body[0], at: 2, into: &derived)
    guard body[0] & 0x3F == 0 else {
      received.clear()
      sent.clear()
      return
    }
    let number = request.count >= 2 ? request.span[1] : 0x01
    // A part of a command was taken; the card has not answered it.
    if number & 0x40 != 0 { return }
    let data = body.extracting(1..<body.count)
    if body[0] & 0x40 != 0 {
      Self.keep(data, in: &received)
      return
    }
    let kind = target(number)?.kind ?? .isoDEP
    if received.count > 0 {
      Self.keep(data, in: &received)
      derived.base = nil
      Self.add(received.span, at: 0, .fromCard, as: kind, into: &derived)
      received.clear()
    } else if data.count == 0, kind == .tag {
      // The chip tells an acknowledgement by success without data.
      derived.add(.nfcA, .fromCard, [0x0A], lastBits: 4)
    } else {
      Self.add(data, at: 3, .fromCard, as: kind, into: &derived)
    }
  }

  private func target(_ number: UInt8) -> PN532Target? {
    targets.first { $0.number == number & 0x0F }
  }

  /// A card whose activation was not captured is told by its first command.
  private static func remember(
    _ number: UInt8, by kind: PN532Target.Kind, _ targets: inout [PN532Target]
  ) -> PN532Target.Kind {
    targets.append(
      PN532Target(number: number & 0x0F, kind: kind, type: kind == .felica ? 1 : 0, data: []))
    if targets.count > 8 { targets.removeFirst() }
    return kind
  }

  private static func add(
    _ data: Span<UInt8>, at offset: Int, _ direction: Direction, as kind: PN532Target.Kind,
    into derived: inout DerivedFrames
  ) {
    switch kind {
    case .isoDEP: derived.add(.apdu, direction, captured: data, at: offset)
    case .felica:
      derived.add(.nfcF, direction, captured: data, at: offset, flags: .crcStripped)
    case .peer: derived.add(.llcp, direction, captured: data, at: offset)
    case .tag:
      // Authentication of MIFARE Classic: block, key and UID are for the chip, code and block for
      // the card.
      let isKey = direction == .toCard && data.count >= 8 && data[0] & 0xFE == 0x60
      derived.add(
        .nfcA, direction, captured: isKey ? data.extracting(0..<2) : data, at: offset,
        flags: .crcStripped)
    }
  }

  /// InCommunicateThru: bytes as they go out, but for the CRC that the chip may add.
  mutating func sendRaw(_ body: Span<UInt8>, into derived: inout DerivedFrames) {
    guard body.count > 0 else { return }
    derived.add(
      registers.link, .toCard, captured: body, at: 2, lastBits: registers.bitFraming & 0x07,
      flags: registers.addsCRC ? .crcStripped : [])
  }

  /// InCommunicateThru's answer: status and bytes as they came.
  mutating func takeRaw(_ body: Span<UInt8>, into derived: inout DerivedFrames) {
    guard body.count >= 1 else { return }
    note(body[0], at: 2, into: &derived)
    guard body[0] & 0x3F == 0, body.count > 1 else { return }
    derived.add(
      registers.link, .fromCard, captured: body.extracting(1..<body.count), at: 3,
      flags: registers.takesCRC ? .crcStripped : [])
  }

  /// InDeselect and InRelease: S(DESELECT) or HLTA to one card, or with Tg 0 to all.
  mutating func letGo(
    _ code: UInt8, _ body: Span<UInt8>, into derived: inout DerivedFrames
  ) {
    let number = body.count > 0 ? body[0] : 0
    for target in targets
    where target.isSelected && !target.data.isEmpty
      && (number == 0 || number == target.number)
    {
      switch (target.kind, target.type) {
      case (.isoDEP, 3): derived.add(.nfcB, .toCard, [0xC2], crc: .b)
      case (.isoDEP, _): derived.add(.nfcA, .toCard, [0xC2], crc: .a)
      case (.tag, 0): derived.add(.nfcA, .toCard, [0x50, 0x00], crc: .a)
      default: break
      }
    }
  }

  /// The chip has let go.
  mutating func confirmLetGo(
    _ answer: UInt8, _ body: Span<UInt8>, into derived: inout DerivedFrames
  ) {
    guard body.count >= 1 else { return }
    note(body[0], at: 2, into: &derived)
    let number = request.count >= 2 ? request.span[1] : 0
    for index in targets.indices
    where targets[index].isSelected && (number == 0 || number == targets[index].number) {
      targets[index].isSelected = false
      guard body[0] & 0x3F == 0, targets[index].kind == .isoDEP, !targets[index].data.isEmpty
      else { continue }
      let isTypeB = targets[index].type == 3
      derived.add(isTypeB ? .nfcB : .nfcA, .fromCard, [0xC2], crc: isTypeB ? .b : .a)
    }
    if answer == 0x53 { targets.removeAll { number == 0 || $0.number == number } }
  }

  /// InATR and InJumpForDEP: a peer of NFC-DEP, to which LLCP goes from here on.
  mutating func takePeer(
    _ body: Span<UInt8>, hasTarget: Bool, into derived: inout DerivedFrames
  ) {
    guard body.count >= 2 else { return }
    note(body[0], at: 2, into: &derived)
    guard body[0] & 0x3F == 0 else { return }
    isFieldOn = true
    let number = request.count > 0 && request.span[0] == 0x50 ? request.span.last ?? 1 : body[1]
    targets.removeAll { $0.number == number }
    targets.append(PN532Target(number: number, kind: .peer, type: 0xFF, data: []))
  }
}

extension Span where Element == UInt8 {
  /// The last byte.
  fileprivate var last: UInt8? { count > 0 ? self[count - 1] : nil }
}
