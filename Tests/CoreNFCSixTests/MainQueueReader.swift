import CoreNFC

/// Everything on the main actor, and the session on the main queue: handlers are made where the actor is,
/// and called where the session is.
@MainActor
final class MainQueueReader: NSObject, @preconcurrency NFCNDEFReaderSessionDelegate {
  private var session: NFCNDEFReaderSession?
  private(set) var count = 0
  private(set) var hasEnded = false

  func scan() {
    session = NFCNDEFReaderSession(delegate: self, queue: .main, invalidateAfterFirstRead: false)
    session?.begin()
  }

  func readerSession(_ session: NFCNDEFReaderSession, didInvalidateWithError error: any Error) {
    hasEnded = true
  }

  func readerSession(_ session: NFCNDEFReaderSession, didDetectNDEFs messages: [NFCNDEFMessage]) {}

  func readerSession(_ session: NFCNDEFReaderSession, didDetect tags: [any NFCNDEFTag]) {
    guard let tag = tags.first else { return }
    session.connect(to: tag) { error in
      guard error == nil else { return }
      tag.readNDEF { message, _ in
        self.count += message?.records.count ?? 0
        session.invalidate()
      }
    }
  }
}
