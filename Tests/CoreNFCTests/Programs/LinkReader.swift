import CoreNFC

/// Reads a link once. It has no `didDetect tags:`, and so its session only reads.
class LinkReader: NSObject, NFCNDEFReaderSessionDelegate {
  var session: NFCNDEFReaderSession?
  var links: [URL] = []
  var errors: [Int] = []
  var wasRead = false

  func start(once: Bool) {
    session = NFCNDEFReaderSession(delegate: self, queue: nil, invalidateAfterFirstRead: once)
    session?.alertMessage = "Touch a poster."
    session?.begin()
  }

  func readerSession(_ session: NFCNDEFReaderSession, didDetectNDEFs messages: [NFCNDEFMessage]) {
    wasRead = true
    for message in messages {
      for record in message.records {
        if let url = record.wellKnownTypeURIPayload() { links.append(url) }
      }
    }
  }

  func readerSession(_ session: NFCNDEFReaderSession, didInvalidateWithError error: Error) {
    guard let readerError = error as? NFCReaderError else { return }
    errors.append(readerError.code.rawValue)
    switch readerError.code {
    case .readerSessionInvalidationErrorFirstNDEFTagRead,
      .readerSessionInvalidationErrorUserCanceled:
      break
    default:
      print("reading failed: \(readerError.localizedDescription)")
    }
  }
}
