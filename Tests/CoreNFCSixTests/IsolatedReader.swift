import CoreNFC

/// A delegate whose methods are the main actor's, as they are by default in newer projects.
@MainActor
final class IsolatedReader: NSObject, @MainActor NFCNDEFReaderSessionDelegate {
  private var session: NFCNDEFReaderSession?
  private(set) var count = 0

  func scan(on queue: DispatchQueue?) {
    session = NFCNDEFReaderSession(delegate: self, queue: queue, invalidateAfterFirstRead: true)
    session?.begin()
  }

  func readerSession(_ session: NFCNDEFReaderSession, didInvalidateWithError error: any Error) {}

  func readerSession(_ session: NFCNDEFReaderSession, didDetectNDEFs messages: [NFCNDEFMessage]) {
    count += messages.count
  }
}
