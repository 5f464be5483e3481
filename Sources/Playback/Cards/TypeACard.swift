package import Decoding

/// A card of NFC-A: ISO/IEC 14443-3's states, and behind them a tag's memory or ISO-DEP blocks.
package struct TypeACard: Card {
  package private(set) var identity: TypeAIdentity
  private var inside: Inside
  private var state: State = .idle
  /// It was halted before it was woken: what fails leads back there, and not to idle.
  private var wasHalted = false
  private var wasSelected = false

  /// What the card is once it is selected.
  package enum Inside: Sendable {
    case memory(any TagMemory)
    case application(any CardApplication)
  }

  private enum State {
    case idle, halted
    case ready(level: Int)
    case active
    case blocks(BlockResponder)
  }

  /// Makes a card that lies outside the field.
  package init(_ identity: TypeAIdentity, _ inside: Inside) {
    self.identity = identity
    self.inside = inside
    self.identity.draw()
  }

  package var technology: Technology { .nfcA }

  package var isUsedUp: Bool {
    guard wasSelected else { return false }
    switch inside {
    case .memory(let memory): return memory.isUsedUp
    case .application(let application): return application.isUsedUp
    }
  }

  package var memory: [UInt8]? {
    switch inside {
    case .memory(let memory): memory.memory
    case .application(let application): application.memory
    }
  }

  package mutating func losePower() {
    state = .idle
    wasHalted = false
    identity.draw()
    switch inside {
    case .memory(var memory):
      memory.losePower()
      inside = .memory(memory)
    case .application(var application):
      application.reset()
      inside = .application(application)
    }
  }

  package mutating func receive(_ frame: AirFrame) -> AirFrame? {
    guard frame.technology == .nfcA else { return nil }
    if frame.lastBits == 7, frame.bytes.count == 1 { return wake(frame.bytes[0]) }
    switch state {
    case .idle, .halted:
      return nil
    case .ready(let level):
      return anticollide(frame, level: level)
    case .active:
      guard let command = frame.payload else { return fallBack() }
      return answer(command)
    case .blocks(let responder):
      guard let block = frame.payload else { return nil }
      return exchange(block, responder)
    }
  }

  /// REQA (26h) wakes a card that is idle, WUPA (52h) a halted one too. Any other card that hears
  /// one leaves its state.
  private mutating func wake(_ request: UInt8) -> AirFrame? {
    switch state {
    case .idle where request == 0x26 || request == 0x52:
      wasHalted = false
    case .halted where request == 0x52:
      wasHalted = true
    case .idle, .halted, .blocks:
      return nil
    case .ready, .active:
      return fallBack()
    }
    state = .ready(level: 0)
    return AirFrame(.nfcA, bytes: identity.atqa)
  }

  private mutating func anticollide(_ frame: AirFrame, level: Int) -> AirFrame? {
    let levels = identity.levels
    let request = frame.bytes
    guard request.count >= 2, request[0] == 0x93 + 2 * UInt8(level) else { return fallBack() }
    let own = levels[level]
    if request[1] == 0x70 {
      guard let command = frame.payload, command.dropFirst(2).elementsEqual(own) else {
        return fallBack()
      }
      if level + 1 < levels.count {
        state = .ready(level: level + 1)
        return AirFrame(.nfcA, payload: [0x04])
      }
      state = .active
      wasSelected = true
      return AirFrame(.nfcA, payload: [identity.sak])
    }
    guard let rest = BitRun(own).rest(behind: BitRun(request.dropFirst(2), frame.lastBits)),
      BitRun.isCount(request[1], of: request, lastBits: frame.lastBits)
    else { return nil }
    return AirFrame(.nfcA, bytes: rest.bytes, lastBits: rest.lastBits)
  }

  /// A command to a selected card that does not speak in blocks yet.
  private mutating func answer(_ command: [UInt8]) -> AirFrame? {
    if command == [0x50, 0x00] {
      state = .halted
      return nil
    }
    switch inside {
    case .application(var application):
      guard command.count == 2, command[0] == 0xE0 else { return fallBack() }
      application.reset()
      inside = .application(application)
      state = .blocks(BlockResponder(requestForAnswer: command[1]))
      return AirFrame(.nfcA, payload: identity.ats)
    case .memory(var memory):
      let answer = memory.answer(command)
      inside = .memory(memory)
      switch answer {
      case .bytes(let bytes):
        return AirFrame(.nfcA, payload: bytes)
      case .acknowledge:
        return .bits(0x0A, count: 4)
      case .refusal(let reason):
        _ = fallBack()
        return .bits(reason, count: 4)
      case .silence:
        return fallBack()
      }
    }
  }

  private mutating func exchange(_ block: [UInt8], _ responder: BlockResponder) -> AirFrame? {
    guard case .application(var application) = inside else { return nil }
    var responder = responder
    let answer = responder.answer(block, from: &application)
    inside = .application(application)
    state = responder.isDeselected ? .halted : .blocks(responder)
    return answer.map { AirFrame(.nfcA, payload: $0) }
  }

  /// What is not understood ends the selection, without a word.
  private mutating func fallBack() -> AirFrame? {
    state = wasHalted ? .halted : .idle
    return nil
  }
}
