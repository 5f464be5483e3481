import Foundation

/// A tag of ISO/IEC 7816-4 on the phone.
final class PlayedISO7816Tag: PlayedObject, NFCISO7816Tag {
  var type: __NFCTagType { .iso7816Compatible }
  var initialSelectedAID: String { handle.facts.initialAID }
  var identifier: Data { Data(handle.facts.identifier) }
  var historicalBytes: Data? { handle.facts.historical.map { Data($0) } }
  var applicationData: Data? { handle.facts.applicationData.map { Data($0) } }
  var proprietaryApplicationDataCoding: Bool { handle.facts.isProprietary }
  var supportsPACE: Bool { false }

  func sendCommand(
    apdu: NFCISO7816APDU, completionHandler: @escaping (Data, UInt8, UInt8, (any Error)?) -> Void
  ) {
    let bytes = apdu.bytes
    perform("sendCommand") { (link) throws(Refusal) in
      try link.command(bytes)
    } then: {
      $0.hand(to: completionHandler)
    }
  }
}

extension Result where Success == APDUAnswer, Failure == any Error {
  /// Gives data and status, or the error.
  func hand(to handler: (Data, UInt8, UInt8, (any Error)?) -> Void) {
    switch self {
    case .success(let answer): handler(Data(answer.data), answer.first, answer.second, nil)
    case .failure(let error): handler(Data(), 0, 0, error)
    }
  }
}
