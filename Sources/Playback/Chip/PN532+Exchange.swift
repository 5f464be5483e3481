import Decoding

/// Talking to the card that was found: InDataExchange and InCommunicateThru.
extension PN532 {
  /// InDataExchange: a command as its protocol has it, without blocks, CRC or retries.
  mutating func exchange(_ data: [UInt8]) -> Outcome {
    guard let first = data.first else { return .syntaxError }
    guard let current = target, first & 0x3F == 1 else {
      return .answer([ChipStatus.wrongContext])
    }
    if data.count == 1, !remaining.isEmpty { return nextPiece() }
    held += data.dropFirst()
    guard held.count <= Self.longestCommand else {
      held = []
      return .answer([ChipStatus.wrongContext])
    }
    // b7 of the target's number: the command goes on in the next frame.
    if first & 0x40 != 0 { return .answer([ChipStatus.done]) }
    let command = held
    held = []
    if var blocks = current.blocks {
      let answer = blocks.exchange(command, over: &device)
      target?.blocks = blocks
      guard let answer else { return .answer([ChipStatus.timeout]) }
      remaining = answer[...]
      return nextPiece()
    }
    if current.technology == .nfcF {
      let answer = device.transceive(command, .nfcF)
      return .answer(answer.map { [ChipStatus.done] + $0 } ?? [ChipStatus.timeout])
    }
    return .answer(exchangeTag(command))
  }

  private mutating func nextPiece() -> Outcome {
    let piece = remaining.prefix(Self.longestPiece)
    remaining = remaining.dropFirst(piece.count)
    return .answer([remaining.isEmpty ? ChipStatus.done : ChipStatus.more] + piece)
  }

  /// A command of a tag without blocks, as the chip's firmware knows those of MIFARE.
  private mutating func exchangeTag(_ command: [UInt8]) -> [UInt8] {
    switch command.first {
    case 0x60, 0x61:
      // AUTHENTICATE to the chip, whatever the host meant; the tag takes it for something else.
      _ = device.send(AirFrame(.nfcA, payload: Array(command.prefix(2))))
      forgetTarget()
      return [ChipStatus.authentication]
    case 0xA0 where command.count == 18:
      guard isAcknowledged(Array(command.prefix(2))), isAcknowledged(Array(command.dropFirst(2)))
      else { return [ChipStatus.timeout] }
      return [ChipStatus.done]
    default:
      guard let answer = device.send(AirFrame(.nfcA, payload: command)) else {
        return [ChipStatus.timeout]
      }
      if answer.lastBits == 4 {
        return [answer.bytes == [0x0A] ? ChipStatus.done : ChipStatus.timeout]
      }
      return answer.payload.map { [ChipStatus.done] + $0 } ?? [ChipStatus.wrongCRC]
    }
  }

  private mutating func isAcknowledged(_ command: [UInt8]) -> Bool {
    device.send(AirFrame(.nfcA, payload: command)) == .bits(0x0A, count: 4)
  }

  /// InCommunicateThru: bytes and bits as they are, with a CRC where the registers ask for one.
  mutating func communicate(_ data: [UInt8]) -> Outcome {
    .answer(transmit(data).map { [ChipStatus.done] + $0 } ?? [lastError])
  }

  private var lastError: UInt8 { registers.hasWrongCRC ? ChipStatus.wrongCRC : ChipStatus.timeout }

  /// Sends bytes with the modulation and the CRCs that the registers are set to, and gives what
  /// was heard; nil for silence, or for what has no CRC where one is expected.
  mutating func transmit(_ bytes: [UInt8]) -> [UInt8]? {
    registers.hasWrongCRC = false
    guard !bytes.isEmpty, let technology = registers.technology else { return nil }
    let bits = registers.transmittedLastBits
    let frame =
      registers.addsCRC && bits == 8
      ? AirFrame(technology, payload: bytes)
      : AirFrame(technology, bytes: bytes, lastBits: bits)
    guard let answer = device.send(frame) else { return nil }
    registers.receivedLastBits = UInt8(answer.lastBits % 8)
    guard registers.checksCRC else { return answer.bytes }
    guard let payload = answer.payload else {
      // ATQA, UIDs and acknowledges have no CRC: checking it is the host's mistake.
      registers.hasWrongCRC = true
      return nil
    }
    return payload
  }

  /// What fits behind the status into the longest frame.
  private static let longestPiece = 262
  private static let longestCommand = 65_544
}
