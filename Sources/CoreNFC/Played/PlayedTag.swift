import Foundation
import Tags

/// A tag of the phone's, as the app has it in hand.
class PlayedObject: NSObject {
  let handle: TagHandle
  weak var session: (any NFCReaderSessionProtocol)?

  init(_ handle: TagHandle, _ session: any NFCReaderSessionProtocol) {
    self.handle = handle
    self.session = session
  }

  /// A tag is not kept in an archive.
  required init?(coder: NSCoder) { nil }
  func encode(with coder: NSCoder) {}
  class var supportsSecureCoding: Bool { true }
  func copy(with zone: NSZone? = nil) -> Any { self }

  var isAvailable: Bool { handle.isAvailable }

  override var description: String { "<\(Self.self): \(handle.facts.words)>" }
}

/// What is done with a tag of the phone's.
protocol PlayedTag: NSObjectProtocol {
  var handle: TagHandle { get }
}

extension PlayedObject: PlayedTag {}

extension PlayedTag {
  /// Does something with the tag, and tells how it went on the session's queue. `isApps` says whether
  /// the app itself has made the command.
  func perform<Value: Sendable>(
    _ name: String, isApps: Bool = true, _ body: (inout TagLink) throws(Refusal) -> Value,
    then handler: @escaping (Result<Value, any Error>) -> Void
  ) {
    let result = handle.phone.run(name, on: handle, isApps: isApps, body).mapError {
      $0.error as any Error
    }
    handle.session.deliver { handler(result) }
  }
}

extension Result where Failure == any Error {
  /// The value, or what stands for none where there is an error.
  func value(or nothing: Success) -> Success {
    if case .success(let value) = self { value } else { nothing }
  }
}

/// What all tags do with their message.
extension PlayedObject {
  func queryNDEFStatus(completionHandler: @escaping (NFCNDEFStatus, Int, (any Error)?) -> Void) {
    perform("queryNDEFStatus", isApps: false) { (link) throws(Refusal) in
      try link.statusOfNDEF()
    } then: { result in
      let (status, capacity) = result.value(or: (.notSupported, 0))
      completionHandler(status, capacity, result.failure)
    }
  }

  func readNDEF(completionHandler: @escaping (NFCNDEFMessage?, (any Error)?) -> Void) {
    perform("readNDEF", isApps: false) { (link) throws(Refusal) in
      try link.readNDEF()
    } then: { result in
      switch result {
      case .failure(let error):
        completionHandler(nil, error)
      case .success(let bytes):
        guard let message = NFCNDEFMessage(data: Data(bytes)) else {
          return completionHandler(nil, NFCReaderError(.readerTransceiveErrorTagResponseError))
        }
        completionHandler(message, nil)
      }
    }
  }

  func writeNDEF(
    _ ndefMessage: NFCNDEFMessage, completionHandler: @escaping ((any Error)?) -> Void
  ) {
    let bytes = ndefMessage.encoded
    let fits = ndefMessage.records.allSatisfy { $0.record.fits }
    perform("writeNDEF", isApps: false) { (link) throws(Refusal) in
      guard fits else {
        throw Refusal(
          .readerErrorInvalidParameterLength, "a record's type and identifier have up to 255 bytes")
      }
      try link.writeNDEF(bytes)
    } then: {
      completionHandler($0.failure)
    }
  }

  func writeLock(completionHandler: @escaping ((any Error)?) -> Void) {
    perform("writeLock", isApps: false) { (link) throws(Refusal) in
      try link.lockNDEF()
    } then: {
      completionHandler($0.failure)
    }
  }
}
