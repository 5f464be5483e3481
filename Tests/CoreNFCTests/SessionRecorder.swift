import CoreNFC
import Foundation

/// Notes everything that a session tells.
final class SessionRecorder: NSObject, NFCTagReaderSessionDelegate {
  let queue = DispatchQueue(label: "recorder")
  var session: NFCTagReaderSession?
  var calls: [String] = []
  var tags: [NFCTag] = []
  var option: NFCTagReaderSession.PollingOption = .iso14443

  func begin() {
    session = NFCTagReaderSession(
      configuration: .init(pollingOption: option), delegate: self, queue: queue)
    session?.begin()
  }

  /// The code of the error that a handler gets; nil where it gets none.
  func error(_ start: (@escaping (Error?) -> Void) -> Void) async throws -> Int? {
    await withCheckedContinuation { continuation in
      start { continuation.resume(returning: ($0 as? NFCReaderError)?.code.rawValue) }
    }
  }

  func ndef(_ tag: NFCTag) -> NFCNDEFTag {
    switch tag {
    case .feliCa(let tag): return tag
    case .iso7816(let tag): return tag
    case .iso15693(let tag): return tag
    case .miFare(let tag): return tag
    @unknown default: preconditionFailure()
    }
  }

  func read(_ tag: NFCTag, _ done: @escaping (Error?) -> Void) {
    ndef(tag).readNDEF { done($1) }
  }

  func tagReaderSessionDidBecomeActive(_ session: NFCTagReaderSession) { calls.append("active") }

  func tagReaderSession(_ session: NFCTagReaderSession, didInvalidateWithError error: Error) {
    calls.append("over \((error as NSError).code)")
  }

  func tagReaderSession(_ session: NFCTagReaderSession, didDetect tags: [NFCTag]) {
    self.tags = tags
    calls.append("found \(tags.count)")
  }
}
