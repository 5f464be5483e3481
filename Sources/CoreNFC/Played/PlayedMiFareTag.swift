import Foundation

/// A MIFARE card on the phone.
final class PlayedMiFareTag: PlayedObject, NFCMiFareTag {
  var type: __NFCTagType { .miFare }
  var mifareFamily: NFCMiFareFamily { handle.facts.family }
  var identifier: Data { Data(handle.facts.identifier) }
  var historicalBytes: Data? { handle.facts.historical.map { Data($0) } }

  func sendMiFareCommand(
    commandPacket command: Data, completionHandler: @escaping (Data, (any Error)?) -> Void
  ) {
    let bytes = Array(command)
    perform("sendMiFareCommand") { (link) throws(Refusal) in
      try link.mifare(bytes)
    } then: { result in
      completionHandler(Data(result.value(or: [])), result.failure)
    }
  }

  func sendMiFareISO7816Command(
    _ apdu: NFCISO7816APDU, completionHandler: @escaping (Data, UInt8, UInt8, (any Error)?) -> Void
  ) {
    let bytes = apdu.bytes
    perform("sendMiFareISO7816Command") { (link) throws(Refusal) in
      guard link.facts.speaksInBlocks else {
        throw Refusal(.readerErrorUnsupportedFeature, "only Plus and DESFire take APDUs")
      }
      link.allowed = nil
      return try link.command(bytes)
    } then: {
      $0.hand(to: completionHandler)
    }
  }
}
