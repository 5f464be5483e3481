/// Who reads when the chip plays a card: a phone that looks for the NDEF message of a Type 4 tag.
struct VirtualPhone: Sendable {
  private var stage: Stage = .selectApplication
  /// The phone lies on the reader.
  private(set) var isThere = false

  private enum Stage {
    case selectApplication, selectContainer, readContainer, selectFile, readLength
    case readMessage(offset: Int, left: Int)
    case leave
  }

  /// The phone comes near.
  mutating func arrive() {
    isThere = true
    stage = .selectApplication
  }

  /// What the phone asks next; nil once it is gone.
  mutating func ask() -> [UInt8]? {
    guard isThere else { return nil }
    switch stage {
    case .selectApplication:
      return [0x00, 0xA4, 0x04, 0x00, 0x07] + NDEFApplication.identifier + [0x00]
    case .selectContainer: return [0x00, 0xA4, 0x00, 0x0C, 0x02, 0xE1, 0x03]
    case .readContainer: return [0x00, 0xB0, 0x00, 0x00, 0x0F]
    case .selectFile: return [0x00, 0xA4, 0x00, 0x0C, 0x02, 0xE1, 0x04]
    case .readLength: return [0x00, 0xB0, 0x00, 0x00, 0x02]
    case .readMessage(let offset, let left):
      return [0x00, 0xB0, UInt8(offset >> 8 & 0x7F), UInt8(offset & 0xFF), UInt8(min(left, 32))]
    case .leave:
      isThere = false
      return nil
    }
  }

  /// What the phone does with an answer: on to the next question, or away.
  mutating func hear(_ answer: [UInt8]) {
    guard answer.suffix(2) == [0x90, 0x00] else {
      stage = .leave
      return
    }
    let data = answer.dropLast(2)
    switch stage {
    case .selectApplication: stage = .selectContainer
    case .selectContainer: stage = .readContainer
    case .readContainer: stage = .selectFile
    case .selectFile: stage = .readLength
    case .readLength:
      let length = data.count == 2 ? Int(data[0]) << 8 | Int(data[1]) : 0
      stage = length > 0 ? .readMessage(offset: 2, left: length) : .leave
    case .readMessage(let offset, let left):
      let got = data.count
      let isDone = got == 0 || got >= left || offset + got > 0x7FFF
      stage = isDone ? .leave : .readMessage(offset: offset + got, left: left - got)
    case .leave: break
    }
  }
}

/// The chip as a card: TgInitAsTarget and what follows.
extension PN532 {
  /// The phone comes, selects the chip, and sends RATS, ATR_REQ or READ as the mode has it.
  mutating func becomeTarget(_ data: [UInt8]) -> Outcome {
    guard let mode = data.first else { return .syntaxError }
    loseTargetRole()
    phone.arrive()
    if mode & 0x04 != 0 { return .answer([0x08, 0xE0, 0x80]) }
    // Nobody here starts peer-to-peer.
    if mode & 0x02 != 0 { return .pending }
    return .answer([0x00, 0x30, 0x04])
  }

  private mutating func loseTargetRole() {
    device.fieldOff()
    forgetTarget()
  }

  /// TgGetData and TgGetInitiatorCommand.
  mutating func phoneSpeaks() -> Outcome {
    .answer(phone.ask().map { [ChipStatus.done] + $0 } ?? [ChipStatus.released])
  }

  /// TgSetData and TgResponseToInitiator.
  mutating func phoneHears(_ data: [UInt8]) -> Outcome {
    guard phone.isThere else { return .answer([ChipStatus.released]) }
    phone.hear(data)
    return .answer([ChipStatus.done])
  }
}
