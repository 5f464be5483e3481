import Bytes
import GrammarLanguage

/// A payment card as a test needs one: directory, one application, records, and a cryptogram that is
/// new each time. The flow is EMV's (Book 3, and the contactless specifications' Entry Point); the
/// cryptograms are chance, and no key is behind them.
package struct PaymentApplication: CardApplication {
  private let data: PaymentData
  private var stage: Stage = .nothing
  private var transactionCounter: UInt16

  private enum Stage { case nothing, directory, selected, initiated, finished }

  /// Makes the card of its data.
  package init(_ data: PaymentData) {
    self.data = data
    transactionCounter = data.transactionCounter
  }

  package mutating func reset() { stage = .nothing }

  package mutating func answer(_ command: [UInt8]) -> [UInt8]? {
    let apdu = CommandAPDU(command.span)
    if let fault = apdu.fault {
      return fault == .invalidClass ? StatusWord.classUnsupported : StatusWord.wrongLength
    }
    let field = Array(command[apdu.data.range])
    switch (apdu.cla, apdu.ins) {
    case (0x00, 0xA4): return select(apdu, field)
    case (0x00, 0xB2): return readRecord(apdu)
    case (0x80, 0xA8): return getProcessingOptions(apdu, field)
    case (0x80, 0xAE): return generateCryptogram(apdu, field)
    case (0x80, 0xCA): return getData(apdu)
    case (0x00, 0x84): return field.isEmpty ? chance(8) + StatusWord.done : StatusWord.wrongLength
    case (0x00, 0x88): return authenticate(field)
    case (0x00, _), (0x80, _): return StatusWord.instructionUnsupported
    default: return StatusWord.classUnsupported
    }
  }

  private mutating func select(_ apdu: CommandAPDU, _ name: [UInt8]) -> [UInt8] {
    guard apdu.p1 == 0x04, apdu.p2 == 0x00 else { return StatusWord.wrongParameters }
    if name == Self.directory {
      stage = .directory
      let entry =
        TLV.bytes(0x4F, data.identifier) + TLV.bytes(0x50, data.label)
        + TLV.bytes(0x87, [0x01])
      return TLV.bytes(
        0x6F,
        TLV.bytes(0x84, Self.directory)
          + TLV.bytes(0xA5, TLV.bytes(0xBF0C, TLV.bytes(0x61, entry)))) + StatusWord.done
    }
    // A beginning of the identifier selects as well (EMV Book 1, partial selection).
    guard name.count >= 5, data.identifier.starts(with: name) else { return StatusWord.notFound }
    stage = .selected
    let proprietary =
      TLV.bytes(0x50, data.label) + TLV.bytes(0x87, [0x01])
      + TLV.bytes(0x9F38, data.processingList) + TLV.bytes(0x5F2D, Array("en".utf8))
    return TLV.bytes(
      0x6F, TLV.bytes(0x84, data.identifier) + TLV.bytes(0xA5, proprietary)) + StatusWord.done
  }

  private mutating func getProcessingOptions(_ apdu: CommandAPDU, _ field: [UInt8]) -> [UInt8] {
    guard stage == .selected else { return StatusWord.conditionsNotSatisfied }
    guard apdu.p1 == 0, apdu.p2 == 0 else { return StatusWord.wrongParameters }
    let wanted = TLV.length(ofList: data.processingList)
    guard field.count == wanted + 2, field[0] == 0x83, Int(field[1]) == wanted else {
      return StatusWord.wrongLength
    }
    stage = .initiated
    transactionCounter &+= 1
    return TLV.bytes(0x77, TLV.bytes(0x82, data.profile) + TLV.bytes(0x94, data.locator))
      + StatusWord.done
  }

  private func readRecord(_ apdu: CommandAPDU) -> [UInt8] {
    guard apdu.p2 & 0x07 == 0x04 else { return StatusWord.wrongParameters }
    guard stage != .nothing, stage != .directory else { return StatusWord.conditionsNotSatisfied }
    let file = apdu.p2 >> 3
    guard data.records.keys.contains(where: { $0.file == file }) else {
      return StatusWord.notFound
    }
    let place = PaymentData.RecordPlace(file: file, number: apdu.p1)
    return data.records[place].map { $0 + StatusWord.done } ?? StatusWord.recordNotFound
  }

  /// GENERATE AC. What is asked for is given, except that an offline approval becomes a request to
  /// go online, as the card's risk management may decide.
  private mutating func generateCryptogram(_ apdu: CommandAPDU, _ field: [UInt8]) -> [UInt8] {
    guard stage == .initiated else { return StatusWord.conditionsNotSatisfied }
    guard field.count == TLV.length(ofList: data.cryptogramList) else {
      return StatusWord.wrongLength
    }
    stage = .finished
    let isRefusal = apdu.p1 & 0xC0 == 0
    let kind: UInt8 = isRefusal ? 0x00 : 0x80
    let issuerData: [UInt8] =
      [0x01, 0x10, isRefusal ? 0x00 : 0xA0, 0x00, 0x00, 0x00, 0x00, 0x00] + chance(2) + chance(8)
    return TLV.bytes(
      0x77,
      TLV.bytes(0x9F27, [kind]) + TLV.bytes(0x9F36, counterBytes)
        + TLV.bytes(0x9F26, chance(8)) + TLV.bytes(0x9F10, issuerData)) + StatusWord.done
  }

  private func getData(_ apdu: CommandAPDU) -> [UInt8] {
    guard stage != .nothing else { return StatusWord.conditionsNotSatisfied }
    switch (apdu.p1, apdu.p2) {
    case (0x9F, 0x36): return TLV.bytes(0x9F36, counterBytes) + StatusWord.done
    case (0x9F, 0x17): return TLV.bytes(0x9F17, [0x03]) + StatusWord.done
    default: return StatusWord.referenceNotFound
    }
  }

  private func authenticate(_ field: [UInt8]) -> [UInt8] {
    guard stage == .initiated else { return StatusWord.conditionsNotSatisfied }
    guard field.count == 4 else { return StatusWord.wrongLength }
    return TLV.bytes(0x77, TLV.bytes(0x9F4B, chance(128))) + StatusWord.done
  }

  private var counterBytes: [UInt8] {
    [UInt8(transactionCounter >> 8), UInt8(transactionCounter & 0xFF)]
  }

  private func chance(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255) }
  }

  private static let directory = Array("2PAY.SYS.DDF01".utf8)
}

/// What a payment card holds.
package struct PaymentData: Sendable {
  /// The AID.
  package var identifier: [UInt8] = []
  package var label: [UInt8] = []
  /// PDOL: tags and lengths that GET PROCESSING OPTIONS brings.
  package var processingList: [UInt8] = []
  /// CDOL1: tags and lengths that GENERATE AC brings. The same must stand in a record.
  package var cryptogramList: [UInt8] = []
  /// AIP.
  package var profile: [UInt8] = []
  /// AFL.
  package var locator: [UInt8] = []
  /// The ATC before the first transaction.
  package var transactionCounter: UInt16 = 0
  package var records: [RecordPlace: [UInt8]] = [:]

  /// Where a record lies: SFI and record number.
  package struct RecordPlace: Hashable, Sendable {
    package var file: UInt8
    package var number: UInt8
  }
}
