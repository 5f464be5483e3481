import Decoding

/// Finding cards: InListPassiveTarget and InAutoPoll.
extension PN532 {
  /// InListPassiveTarget: how many, which modulation, and what to ask with.
  mutating func listTargets(_ data: [UInt8]) -> Outcome {
    guard data.count >= 2, data[0] >= 1, data[0] <= 2, data[1] <= 4 else { return .syntaxError }
    let request = Array(data[2...])
    isFieldOn = true
    forgetTarget()
    // A card that was selected before may need a second poll: the first one ends its selection.
    let attempts = passiveRetries == 0xFF ? 3 : min(Int(passiveRetries) + 1, 3)
    for _ in 0..<attempts {
      if let found = find(data[1], request) { return .answer([0x01, 0x01] + found) }
    }
    return passiveRetries == 0xFF ? .pending : .answer([0x00])
  }

  /// Looks for a card of a modulation once, and describes it as InListPassiveTarget does.
  private mutating func find(_ modulation: UInt8, _ request: [UInt8]) -> [UInt8]? {
    switch modulation {
    case 0: findTypeA(levels: request, asksForAnswerToSelect: parameters & 0x10 != 0)
    case 1, 2: findTypeF(modulation, request)
    case 3: findTypeB(family: request.first ?? 0x00)
    default: nil
    }
  }

  private mutating func findTypeA(
    levels: [UInt8], asksForAnswerToSelect: Bool
  ) -> [UInt8]? {
    registers.select(.nfcA)
    guard var card = device.selectTypeA(levels: levels) else { return nil }
    target = Target(technology: .nfcA)
    if asksForAnswerToSelect, card.sak & 0x20 != 0,
      let ats = device.requestAnswerToSelect(parameter: Self.requestForAnswer)
    {
      card.ats = ats
      target?.blocks = BlockSender(
        .nfcA, frameSizeCode: BlockSender.frameSizeCode(ofAnswerToSelect: ats))
    }
    let uid = card.uid.prefix(10)
    return [card.atqa[1], card.atqa[0], card.sak, UInt8(uid.count)] + uid + card.ats
  }

  private mutating func findTypeF(_ modulation: UInt8, _ request: [UInt8]) -> [UInt8]? {
    registers.select(.nfcF, isFaster: modulation == 2)
    guard let answer = device.pollTypeF(request), answer.count >= 18 else { return nil }
    target = Target(technology: .nfcF)
    return answer
  }

  private mutating func findTypeB(family: UInt8) -> [UInt8]? {
    registers.select(.nfcB)
    guard let answer = device.requestTypeB(family: family) else { return nil }
    // The chip numbers a card of NFC-B with its target number, where the card takes a number.
    let cid: UInt8 = answer[11] & 0x01
    let attrib = [0x1D] + answer[1...4] + [0x00, Self.requestForAnswer >> 4, 0x01, cid]
    guard let accepted = device.transceive(attrib, .nfcB) else { return nil }
    target = Target(
      technology: .nfcB, blocks: BlockSender(.nfcB, frameSizeCode: answer[10] >> 4, cid: cid))
    return answer.prefix(12) + [UInt8(clamping: accepted.count)] + accepted.prefix(255)
  }

  /// InAutoPoll: how often, how long, and which kinds of card in turn.
  mutating func poll(_ data: [UInt8]) -> Outcome {
    guard data.count >= 3, data[0] >= 1 else { return .syntaxError }
    isFieldOn = true
    forgetTarget()
    for kind in data[2...] {
      guard let found = findKind(kind), let length = UInt8(exactly: found.count + 1) else {
        continue
      }
      return .answer([0x01, kind, length, 0x01] + found)
    }
    // Nothing will come where nothing is: the chip does not wait for its rounds to pass.
    return data[0] == 0xFF ? .pending : .answer([0x00])
  }

  private mutating func findKind(_ kind: UInt8) -> [UInt8]? {
    switch kind {
    case 0x00, 0x10: return findAgain(asksForAnswerToSelect: false)
    case 0x20:
      let found = findAgain(asksForAnswerToSelect: true)
      return target?.blocks == nil ? nil : found
    case 0x01, 0x11: return findTypeF(1, Self.anySystem)
    case 0x02, 0x12: return findTypeF(2, Self.anySystem)
    case 0x03, 0x23: return findTypeB(family: 0x00)
    default: return nil
    }
  }

  /// A card that the round before selected takes the first poll for a mistake.
  private mutating func findAgain(asksForAnswerToSelect: Bool) -> [UInt8]? {
    findTypeA(levels: [], asksForAnswerToSelect: asksForAnswerToSelect)
      ?? findTypeA(levels: [], asksForAnswerToSelect: asksForAnswerToSelect)
  }

  /// FSDI 5 (64 bytes), CID 0.
  private static let requestForAnswer: UInt8 = 0x50
  /// Polling for any system, which the answer shall name.
  private static let anySystem: [UInt8] = [0x00, 0xFF, 0xFF, 0x01, 0x00]
}
