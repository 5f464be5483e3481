import CoreNFC
import Foundation
import os.log

/// Closures in a model that a view would observe.
class ScannerModel: NSObject {
  private let logger = Logger(subsystem: "example.scanner", category: "nfc")
  private var session: NFCNDEFReaderSession?
  private var completion: ((Result<[String], Error>) -> Void)?
  private var recordToWrite: NFCNDEFPayload?
  var items: [String] = []

  func scan(writing text: String? = nil, completion: @escaping (Result<[String], Error>) -> Void) {
    self.completion = completion
    recordToWrite = text.flatMap {
      NFCNDEFPayload.wellKnownTypeTextPayload(string: $0, locale: Locale(identifier: "en"))
    }
    session = NFCNDEFReaderSession(
      delegate: self, queue: DispatchQueue(label: "scanner"), invalidateAfterFirstRead: false)
    session?.alertMessage = "Hold a tag to the top of the phone."
    session?.begin()
  }

  private func finish(_ result: Result<[String], Error>) {
    completion?(result)
    completion = nil
  }

  private func lines(of message: NFCNDEFMessage) -> [String] {
    message.records.map { record in
      switch record.typeNameFormat {
      case .nfcWellKnown:
        if let url = record.wellKnownTypeURIPayload() { return url.absoluteString }
        let (text, locale) = record.wellKnownTypeTextPayload()
        return "\(text ?? "?") [\(locale?.identifier ?? "?")]"
      case .media, .absoluteURI, .nfcExternal:
        return String(data: record.type, encoding: .utf8) ?? "?"
      case .empty, .unknown, .unchanged:
        return "-"
      @unknown default:
        return "?"
      }
    }
  }
}

extension ScannerModel: NFCNDEFReaderSessionDelegate {
  func readerSession(_ session: NFCNDEFReaderSession, didInvalidateWithError error: Error) {
    logger.debug("ended: \(error.localizedDescription, privacy: .public)")
    finish(.failure(error))
  }

  func readerSession(_ session: NFCNDEFReaderSession, didDetectNDEFs messages: [NFCNDEFMessage]) {}

  func readerSession(_ session: NFCNDEFReaderSession, didDetect tags: [NFCNDEFTag]) {
    guard let tag = tags.first else { return }
    session.connect(to: tag) { error in
      if let error = error {
        self.finish(.failure(error))
        return
      }
    }
    // Not waiting for the connection: what follows is done behind it.
    tag.queryNDEFStatus { status, _, error in
      guard error == nil, status != .notSupported else {
        session.invalidate(errorMessage: "Not a tag for this.")
        return
      }
      if let record = self.recordToWrite {
        tag.writeNDEF(NFCNDEFMessage(records: [record])) { error in
          self.finish(error.map { .failure($0) } ?? .success([]))
          session.invalidate()
        }
      } else {
        tag.readNDEF { message, error in
          if let message = message {
            self.items = self.lines(of: message)
            self.finish(.success(self.items))
          } else if let error = error {
            self.finish(.failure(error))
          }
          session.invalidate()
        }
      }
    }
  }
}
