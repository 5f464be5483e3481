import Decoding

/// A contactless reader as PC/SC knows it (PC/SC Part 3): it selects the card, names it with an ATR
/// that it makes up, and turns some APDUs of class FFh into the commands of storage cards.
package struct ContactlessReader: Sendable {
  private var device: CouplingDevice
  private var card: Selected?

  /// The card that was selected.
  private struct Selected {
    let technology: Technology
    let identifier: [UInt8]
    let reset: [UInt8]
    var historical: [UInt8] = []
    var blocks: BlockSender?
  }

  /// A reader with a card on it.
  package init(_ card: any Card) { device = CouplingDevice([card]) }

  /// The ATR of the card; the card is selected first if it is not yet.
  package mutating func answerToReset() -> [UInt8] {
    if card == nil { powerOn() }
    return card?.reset ?? []
  }

  /// Selects the card, in whatever technology it answers.
  package mutating func powerOn() {
    if card == nil { card = selectTypeA() ?? selectTypeB() ?? selectTypeF() }
  }

  /// Takes the field away.
  package mutating func powerOff() {
    card = nil
    device.fieldOff()
  }

  /// Brings a command to the card, or answers it as readers do.
  package mutating func answer(_ command: [UInt8]) -> [UInt8] {
    powerOn()
    guard var card else { return [0x64, 0x00] }
    if command.first == 0xFF { return pseudo(command, card) }
    guard var blocks = card.blocks else { return StatusWord.instructionUnsupported }
    let answer = blocks.exchange(command, over: &device)
    card.blocks = blocks
    self.card = card
    // 64 00: nothing came from the card (PC/SC Part 3, 3.2.2.1.3).
    return answer ?? [0x64, 0x00]
  }
}

extension ContactlessReader {
  private mutating func selectTypeA() -> Selected? {
    var found = device.selectTypeA()
    if found == nil { found = device.selectTypeA() }
    guard let found else { return nil }
    guard found.sak & 0x20 != 0, let ats = device.requestAnswerToSelect(parameter: 0x80) else {
      return Selected(
        technology: .nfcA, identifier: found.uid, reset: AnswerToReset.storage(found.sak))
    }
    let historical = AnswerToReset.historical(ofAnswerToSelect: ats)
    let code = BlockSender.frameSizeCode(ofAnswerToSelect: ats)
    return Selected(
      technology: .nfcA, identifier: found.uid, reset: AnswerToReset.bytes(historical),
      historical: historical, blocks: BlockSender(.nfcA, frameSizeCode: code))
  }

  private mutating func selectTypeB() -> Selected? {
    guard let answer = device.requestTypeB(family: 0x00),
      let accepted = device.transceive([0x1D] + answer[1...4] + [0x00, 0x08, 0x01, 0x00], .nfcB)
    else { return nil }
    // Application data, protocol information, and MBLI in the high nibble.
    let historical = answer[5...11] + [(accepted.first ?? 0) & 0xF0]
    return Selected(
      technology: .nfcB, identifier: Array(answer[1...4]),
      reset: AnswerToReset.bytes(Array(historical)),
      historical: Array(historical), blocks: BlockSender(.nfcB, frameSizeCode: answer[10] >> 4))
  }

  private mutating func selectTypeF() -> Selected? {
    guard let answer = device.pollTypeF([0x00, 0xFF, 0xFF, 0x00, 0x00]), answer.count >= 18 else {
      return nil
    }
    return Selected(
      technology: .nfcF, identifier: Array(answer[2..<10]), reset: AnswerToReset.felica)
  }

  /// GET DATA, READ BINARY and UPDATE BINARY of storage cards.
  private mutating func pseudo(_ command: [UInt8], _ card: Selected) -> [UInt8] {
    guard command.count >= 5 else { return StatusWord.wrongLength }
    switch (command[1], command[2]) {
    case (0xCA, 0x00): return Self.limited(card.identifier, command[4])
    case (0xCA, 0x01):
      return card.blocks == nil
        ? StatusWord.functionUnsupported : Self.limited(card.historical, command[4])
    case (0xB0, 0x00) where card.blocks == nil && card.technology == .nfcA:
      return readTag(command[3], count: command[4])
    case (0xD6, 0x00) where card.blocks == nil && card.technology == .nfcA:
      return writeTag(command[3], Array(command[5...]), count: command[4])
    default:
      // A recorded card may know what its reader answered.
      guard var blocks = card.blocks else { return StatusWord.functionUnsupported }
      let answer = blocks.exchange(command, over: &device)
      self.card?.blocks = blocks
      return answer ?? StatusWord.functionUnsupported
    }
  }

  /// Le 0 asks for all; a wrong one is answered with the right one.
  private static func limited(_ bytes: [UInt8], _ expected: UInt8) -> [UInt8] {
    if expected == 0 || Int(expected) == bytes.count { return bytes + StatusWord.done }
    if Int(expected) > bytes.count { return bytes + StatusWord.endOfFile }
    return [0x6C, UInt8(clamping: bytes.count)]
  }

  private mutating func readTag(_ page: UInt8, count: UInt8) -> [UInt8] {
    let wanted = count == 0 ? 16 : Int(count)
    guard wanted <= 16 else { return StatusWord.wrongLength }
    if let bytes = device.transceive([0x30, page], .nfcA), bytes.count == 16 {
      return bytes.prefix(wanted) + StatusWord.done
    }
    wakeAgain()
    return StatusWord.notFound
  }

  private mutating func writeTag(_ page: UInt8, _ bytes: [UInt8], count: UInt8) -> [UInt8] {
    guard count == 4, bytes.count == 4 else { return StatusWord.wrongLength }
    let answer = device.send(AirFrame(.nfcA, payload: [0xA2, page] + bytes))
    if answer == .bits(0x0A, count: 4) { return StatusWord.done }
    wakeAgain()
    return [0x65, 0x81]
  }

  /// A tag that refused has to be selected again.
  private mutating func wakeAgain() {
    if device.selectTypeA() == nil { _ = device.selectTypeA() }
  }
}

/// ATRs of contactless cards (PC/SC Part 3, 3.1.3.2.3).
package enum AnswerToReset {
  /// 3B 8n 80 01, the n historical bytes, and the check byte over all behind 3B.
  static func bytes(_ historical: [UInt8]) -> [UInt8] {
    let kept = historical.prefix(15)
    let body = [0x80 | UInt8(kept.count), 0x80, 0x01] + kept
    return [0x3B] + body + [body.reduce(0, ^)]
  }

  /// What a card of NFC-A without ISO-DEP is: MIFARE Classic 1K (0001) or 4K (0002), or an
  /// Ultralight (0003), each of ISO/IEC 14443 A, part 3.
  static func storage(_ sak: UInt8) -> [UInt8] {
    let name: UInt8 = sak & 0x08 == 0 ? 0x03 : sak & 0x10 == 0 ? 0x01 : 0x02
    return bytes(identifier + [0x03, 0x00, name, 0, 0, 0, 0])
  }

  /// FeliCa: standard 11h, card name 003Bh.
  static let felica = bytes(identifier + [0x11, 0x00, 0x3B, 0, 0, 0, 0])

  /// The historical bytes of an ATS: what follows T0 and the interface bytes that it announces.
  package static func historical(ofAnswerToSelect ats: [UInt8]) -> [UInt8] {
    guard ats.count >= 2, ats[0] >= 2 else { return [] }
    let interfaceBytes = (ats[1] >> 4 & 7).nonzeroBitCount
    return Array(ats.prefix(Int(ats[0])).dropFirst(2 + interfaceBytes))
  }

  /// An application identifier follows, that of PC/SC.
  private static let identifier: [UInt8] = [0x80, 0x4F, 0x0C, 0xA0, 0x00, 0x00, 0x03, 0x06]
}
