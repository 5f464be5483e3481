import Decoding

/// A PN532 on its cards: commands in, answers out, as its user manual (NXP UM0701-02) has them.
///
/// It is a real reader towards the card: it polls, selects, and speaks ISO-DEP in blocks; what it
/// hides from its host, as the chip does, still passes over the air.
package struct PN532: Sendable {
  /// The air, with the cards on it.
  var device: CouplingDevice
  /// What the chip was told by SetParameters: b5 asks for RATS after selecting.
  var parameters: UInt8 = 0x14
  /// Retries of activation; FFh is for ever.
  var passiveRetries: UInt8 = 0xFF
  var isFieldOn = true
  var registers = ChipRegisters()
  /// The card that InListPassiveTarget found.
  var target: Target?
  /// Parts of a command that the host sends in several.
  var held: [UInt8] = []
  /// What of an answer did not fit into one frame.
  var remaining: ArraySlice<UInt8> = []
  /// Who reads when the chip is a card itself.
  var phone = VirtualPhone()

  /// A card that is selected.
  struct Target: Sendable {
    let technology: Technology
    /// The blocks, where the card speaks ISO-DEP.
    var blocks: BlockSender?
  }

  /// What comes of a command.
  package enum Outcome: Equatable {
    /// Bytes behind D5h and the command code plus one.
    case answer([UInt8])
    /// The chip goes on looking until the host aborts.
    case pending
    /// The chip does not know the command, or not so.
    case syntaxError
  }

  /// A chip that has just been powered, with these cards in its field.
  package init(cards: [any Card]) { device = CouplingDevice(cards) }

  /// Does a command: its code and its parameters.
  package mutating func perform(_ code: UInt8, _ data: [UInt8]) -> Outcome {
    switch code {
    case 0x00: return diagnose(data)
    case 0x02: return .answer([0x32, 0x01, 0x06, 0x07])
    case 0x04: return .answer(status)
    case 0x06: return readRegisters(data)
    case 0x08: return writeRegisters(data)
    case 0x0C: return .answer([0x3F, 0x00, 0x01])
    case 0x0E, 0x10, 0x14: return .answer([])
    case 0x12: return setParameters(data)
    case 0x16: return .answer([0x00])
    case 0x32: return configure(data)
    case 0x40: return exchange(data)
    case 0x42: return communicate(data)
    case 0x44, 0x52: return release()
    case 0x4A: return listTargets(data)
    case 0x4E, 0x54: return .answer([target == nil ? ChipStatus.wrongContext : ChipStatus.done])
    case 0x60: return poll(data)
    // No card of ours is a peer: nobody answers ATR_REQ.
    case 0x46, 0x56: return passiveRetries == 0xFF ? .pending : .answer([ChipStatus.timeout])
    case 0x50: return .answer([ChipStatus.timeout])
    case 0x86, 0x88: return phoneSpeaks()
    case 0x8A: return .answer([phone.isThere ? 0x01 : 0x00, 0x00])
    case 0x8C: return becomeTarget(data)
    case 0x8E, 0x90: return phoneHears(data)
    case 0x92, 0x94: return .answer([ChipStatus.done])
    default: return .syntaxError
    }
  }

  private mutating func diagnose(_ data: [UInt8]) -> Outcome {
    switch data.first {
    case 0x00: return .answer(data)
    case 0x01, 0x02, 0x04, 0x07: return .answer([0x00])
    case 0x05: return .answer([])
    case 0x06: return .answer([isTargetPresent() ? 0x00 : 0x01])
    default: return .syntaxError
    }
  }

  private mutating func isTargetPresent() -> Bool {
    guard var blocks = target?.blocks else { return false }
    return blocks.isPresent(over: &device)
  }

  /// GetGeneralStatus: no error, the field, and the target with its rates and modulation.
  private var status: [UInt8] {
    let field: UInt8 = isFieldOn ? 1 : 0
    guard let target else { return [0x00, field, 0x00, 0x80] }
    let isFast = target.technology == .nfcF
    let rate: UInt8 = isFast ? 1 : 0
    return [0x00, field, 0x01, 0x01, rate, rate, isFast ? 0x10 : 0x00, 0x80]
  }

  private mutating func setParameters(_ data: [UInt8]) -> Outcome {
    guard let flags = data.first else { return .syntaxError }
    parameters = flags
    return .answer([])
  }

  private mutating func configure(_ data: [UInt8]) -> Outcome {
    switch (data.first, data.count) {
    case (0x01, 2):
      isFieldOn = data[1] & 1 == 1
      if !isFieldOn { loseField() }
    case (0x05, 4):
      passiveRetries = data[3]
    // Timings and analog settings: nothing here depends on them.
    case (0x02, 4), (0x04, 2), (0x0A, 2...), (0x0B, 2...), (0x0C, 2...), (0x0D, 2...):
      break
    default:
      return .syntaxError
    }
    return .answer([])
  }

  private mutating func loseField() {
    device.fieldOff()
    forgetTarget()
  }

  /// Forgets the card and what was half sent or received.
  mutating func forgetTarget() {
    target = nil
    held = []
    remaining = []
  }

  /// InDeselect and InRelease: the card is told, and halts.
  private mutating func release() -> Outcome {
    if var blocks = target?.blocks {
      blocks.deselect(over: &device)
    } else if target?.technology == .nfcA {
      _ = device.send(AirFrame(.nfcA, payload: [0x50, 0x00]))
    }
    forgetTarget()
    return .answer([ChipStatus.done])
  }
}

/// The first byte of many answers (UM0701-02, 7.1).
enum ChipStatus {
  static let done: UInt8 = 0x00
  static let timeout: UInt8 = 0x01
  static let wrongCRC: UInt8 = 0x02
  static let authentication: UInt8 = 0x14
  /// The command does not fit what the chip is doing.
  static let wrongContext: UInt8 = 0x27
  /// The reader that the chip was a card for is gone.
  static let released: UInt8 = 0x29
  /// More follows.
  static let more: UInt8 = 0x40
}
