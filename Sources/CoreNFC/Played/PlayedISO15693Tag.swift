import Foundation

/// A tag of ISO/IEC 15693 on the phone.
final class PlayedISO15693Tag: PlayedObject, NFCISO15693Tag {
  var type: __NFCTagType { .ISO15693 }
  var identifier: Data { Data(handle.facts.identifier) }
  var icManufacturerCode: Int { Int(handle.facts.identifier.dropFirst().first ?? 0) }
  var icSerialNumber: Data { Data(handle.facts.identifier.dropFirst(2)) }

  func stayQuiet(completionHandler: @escaping ((any Error)?) -> Void) {
    perform("stayQuiet") { (link) throws(Refusal) in
      try link.silence()
    } then: {
      completionHandler($0.failure)
    }
  }

  func readSingleBlock(
    requestFlags flags: NFCISO15693RequestFlag, blockNumber: UInt8,
    completionHandler: @escaping (Data, (any Error)?) -> Void
  ) {
    perform("readSingleBlock") { (link) throws(Refusal) in
      try link.request(flags, 0x20, [blockNumber])
    } then: {
      completionHandler(Data($0.value(or: [])), $0.failure)
    }
  }

  func writeSingleBlock(
    requestFlags flags: NFCISO15693RequestFlag, blockNumber: UInt8, dataBlock: Data,
    completionHandler: @escaping ((any Error)?) -> Void
  ) {
    perform("writeSingleBlock") { (link) throws(Refusal) in
      try link.write(flags, 0x21, [blockNumber] + dataBlock)
    } then: {
      completionHandler($0.failure)
    }
  }

  func lockBlock(
    requestFlags flags: NFCISO15693RequestFlag, blockNumber: UInt8,
    completionHandler: @escaping ((any Error)?) -> Void
  ) {
    perform("lockBlock") { (link) throws(Refusal) in
      try link.write(flags, 0x22, [blockNumber])
    } then: {
      completionHandler($0.failure)
    }
  }

  func readMultipleBlocks(
    requestFlags flags: NFCISO15693RequestFlag, blockRange: NSRange,
    completionHandler: @escaping ([Data], (any Error)?) -> Void
  ) {
    perform("readMultipleBlocks") { (link) throws(Refusal) in
      try link.readBlocks(flags, blockRange, code: 0x23)
    } then: {
      completionHandler($0.value(or: []), $0.failure)
    }
  }

  func writeMultipleBlocks(
    requestFlags flags: NFCISO15693RequestFlag, blockRange: NSRange, dataBlocks: [Data],
    completionHandler: @escaping ((any Error)?) -> Void
  ) {
    perform("writeMultipleBlocks") { (link) throws(Refusal) in
      try link.writeBlocks(flags, blockRange, dataBlocks, code: 0x24)
    } then: {
      completionHandler($0.failure)
    }
  }

  func select(
    requestFlags flags: NFCISO15693RequestFlag, completionHandler: @escaping ((any Error)?) -> Void
  ) {
    perform("select") { (link) throws(Refusal) in
      try link.write(flags.union(.address), 0x25, [])
    } then: {
      completionHandler($0.failure)
    }
  }

  func resetToReady(
    requestFlags flags: NFCISO15693RequestFlag, completionHandler: @escaping ((any Error)?) -> Void
  ) {
    perform("resetToReady") { (link) throws(Refusal) in
      try link.write(flags, 0x26, [])
    } then: {
      completionHandler($0.failure)
    }
  }

  func writeAFI(
    requestFlags flags: NFCISO15693RequestFlag, afi: UInt8,
    completionHandler: @escaping ((any Error)?) -> Void
  ) {
    perform("writeAFI") { (link) throws(Refusal) in
      try link.write(flags, 0x27, [afi])
    } then: {
      completionHandler($0.failure)
    }
  }

  func lockAFI(
    requestFlags flags: NFCISO15693RequestFlag, completionHandler: @escaping ((any Error)?) -> Void
  ) {
    perform("lockAFI") { (link) throws(Refusal) in
      try link.write(flags, 0x28, [])
    } then: {
      completionHandler($0.failure)
    }
  }

  func writeDSFID(
    requestFlags flags: NFCISO15693RequestFlag, dsfid: UInt8,
    completionHandler: @escaping ((any Error)?) -> Void
  ) {
    perform("writeDSFID") { (link) throws(Refusal) in
      try link.write(flags, 0x29, [dsfid])
    } then: {
      completionHandler($0.failure)
    }
  }

  func lockDSFID(
    requestFlags flags: NFCISO15693RequestFlag, completionHandler: @escaping ((any Error)?) -> Void
  ) {
    perform("lockDSFID") { (link) throws(Refusal) in
      try link.write(flags, 0x2A, [])
    } then: {
      completionHandler($0.failure)
    }
  }
}
