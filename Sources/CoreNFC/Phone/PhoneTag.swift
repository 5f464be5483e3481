import Decoding
package import Playback

/// A tag in the phone's field, and how far the phone has come with it.
package struct PhoneTag: Sendable {
  /// Which of the phone's tags it is.
  package let id: Int
  /// What the story calls it.
  package let name: String
  var device: CouplingDevice
  /// The blocks, where the tag is selected and speaks ISO-DEP.
  var blocks: BlockSender?
  /// Whether it listens to commands now.
  var isSelected = false
  /// It has refused a command of its own, and so will not hear the next one.
  var hasRefused = false
  /// UID, PUPI or IDm by which it is woken again.
  private var levels: [UInt8] = []

  package init(id: Int, name: String, _ card: TornCard) {
    self.id = id
    self.name = name
    device = CouplingDevice([card], keepsLog: true)
  }

  private var torn: TornCard? { device.cards.first as? TornCard }

  /// It was taken away in the middle of what was done with it.
  var isGone: Bool { torn?.isGone ?? true }

  /// The card, as it has become.
  package var card: (any Card)? { torn?.card }

  /// The field went away.
  mutating func losePower() {
    device.fieldOff()
    blocks = nil
    isSelected = false
    hasRefused = false
  }

  /// Sends it to sleep, so that another tag can be spoken to.
  mutating func halt() {
    guard isSelected else { return }
    if var blocks {
      blocks.deselect(over: &device)
    } else if device.cards.first?.technology == .nfcA {
      _ = device.send(AirFrame(.nfcA, payload: [0x50, 0x00]))
    }
    blocks = nil
    isSelected = false
  }
}

extension PhoneTag {
  /// Looks whether it answers to NFC-A, and selects it.
  mutating func selectTypeA() -> TagFacts? {
    guard let target = device.selectTypeA() ?? device.selectTypeA(levels: levels) else {
      return nil
    }
    levels = Self.levels(of: target.uid)
    isSelected = true
    var facts = TagFacts(.miFare, .nfcA, target.uid)
    facts.family = target.uid.first == 0x04 ? .ultralight : .unknown
    guard target.sak & 0x20 != 0 else {
      // Without a way to speak MIFARE Classic's cipher, the phone passes it over.
      return target.sak & 0x18 == 0 ? facts : nil
    }
    guard let answer = device.requestAnswerToSelect(parameter: 0x80) else { return nil }
    blocks = BlockSender(.nfcA, frameSizeCode: BlockSender.frameSizeCode(ofAnswerToSelect: answer))
    facts.speaksInBlocks = true
    facts.kind = .iso7816
    facts.historical = AnswerToReset.historical(ofAnswerToSelect: answer)
    return facts
  }

  /// Looks whether it answers to NFC-B, and selects it.
  mutating func selectTypeB() -> TagFacts? {
    guard let answer = device.requestTypeB(family: 0x00),
      device.transceive([0x1D] + answer[1...4] + [0x00, 0x08, 0x01, 0x00], .nfcB) != nil
    else { return nil }
    isSelected = true
    blocks = BlockSender(.nfcB, frameSizeCode: answer[10] >> 4)
    var facts = TagFacts(.iso7816, .nfcB, Array(answer[1...4]))
    facts.speaksInBlocks = true
    facts.applicationData = Array(answer[5...8])
    facts.isProprietary = answer[11] & 0x0C == 0
    return facts
  }

  /// Looks whether it has a FeliCa system.
  mutating func poll(system: UInt16, request: UInt8 = 0x01, slots: UInt8 = 0x00) -> FeliCaAnswer? {
    let code = [UInt8(system >> 8), UInt8(system & 0xFF)]
    guard let answer = device.pollTypeF([0x00] + code + [request, slots]), answer.count >= 18,
      answer[1] == 0x01
    else { return nil }
    isSelected = true
    return FeliCaAnswer(
      idm: Array(answer[2..<10]), pmm: Array(answer[10..<18]), data: Array(answer[18...]))
  }

  /// Looks whether it answers to NFC-V: one slot, no mask.
  mutating func inventory() -> TagFacts? {
    guard let answer = device.transceive([0x26, 0x01, 0x00], .nfcV), answer.count == 10,
      answer[0] & 1 == 0
    else { return nil }
    isSelected = true
    return TagFacts(.iso15693, .nfcV, answer[2...9].reversed())
  }

  /// Selects it once more, after it was halted or has refused something.
  mutating func selectAgain(_ facts: TagFacts) -> Bool {
    hasRefused = false
    switch facts.technology {
    case .nfcA:
      blocks = nil
      guard device.selectTypeA(levels: levels) != nil || device.selectTypeA(levels: levels) != nil
      else { return false }
      if facts.speaksInBlocks {
        guard let answer = device.requestAnswerToSelect(parameter: 0x80) else { return false }
        blocks = BlockSender(
          .nfcA, frameSizeCode: BlockSender.frameSizeCode(ofAnswerToSelect: answer))
      }
      isSelected = true
      return true
    case .nfcB:
      device.fieldOff()
      return selectTypeB() != nil
    case .nfcF:
      let code = UInt16(facts.systemCode.first ?? 0xFF) << 8 | UInt16(facts.systemCode.last ?? 0xFF)
      return poll(system: code) != nil
    case .nfcV:
      return inventory() != nil
    case .apdu, .unknown:
      return false
    }
  }

  /// The four bytes of each cascade level: 88h stands before a UID that goes on.
  private static func levels(of uid: [UInt8]) -> [UInt8] {
    var rest = uid[...]
    var levels: [UInt8] = []
    while !rest.isEmpty {
      let goesOn = rest.count > 4
      levels += goesOn ? [0x88] + rest.prefix(3) : Array(rest)
      rest = rest.dropFirst(goesOn ? 3 : 4)
    }
    return levels
  }
}

/// What a FeliCa card answers to a poll.
struct FeliCaAnswer: Equatable {
  var idm: [UInt8]
  var pmm: [UInt8]
  var data: [UInt8]
}
