import CoreNFC

/// Tells what came of a read once, as it thinks: success first, and what ended the session only if
/// nothing was told before. It forgets its listener on the main queue, a moment after it told it.
final class OnceTeller: NSObject, NFCTagReaderSessionDelegate {
  private var session: NFCTagReaderSession?
  private var listener: ((Result<Int, Error>) -> Void)?

  func read(_ listener: @escaping (Result<Int, Error>) -> Void) {
    self.listener = listener
    session = NFCTagReaderSession(pollingOption: .iso14443, delegate: self, queue: nil)
    session?.begin()
  }

  private func finish() {
    DispatchQueue.main.async {
      self.listener = nil
      self.session = nil
    }
  }

  func tagReaderSessionDidBecomeActive(_ session: NFCTagReaderSession) {}

  func tagReaderSession(_ session: NFCTagReaderSession, didInvalidateWithError error: Error) {
    listener?(.failure(error))
    finish()
  }

  func tagReaderSession(_ session: NFCTagReaderSession, didDetect tags: [NFCTag]) {
    guard case .miFare(let tag)? = tags.first else { return }
    session.connect(to: tags[0]) { _ in
      tag.sendMiFareCommand(commandPacket: Data([0x30, 0x04])) { data, _ in
        session.invalidate()
        self.listener?(.success(data.count))
        self.finish()
      }
    }
  }
}
