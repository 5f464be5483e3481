import CoreNFC

/// Gives up by its own timer, long before the phone does.
@MainActor
final class ImpatientReader: NSObject, @preconcurrency NFCNDEFReaderSessionDelegate {
  private var session: NFCNDEFReaderSession?
  private var timer: Timer?
  private(set) var hasGivenUp = false

  func scan() {
    session = NFCNDEFReaderSession(delegate: self, queue: .main, invalidateAfterFirstRead: true)
    session?.begin()
    timer = Timer.scheduledTimer(withTimeInterval: 0.02, repeats: false) { [weak self] _ in
      MainActor.assumeIsolated {
        self?.hasGivenUp = true
        self?.session?.invalidate(errorMessage: "No tag came.")
      }
    }
  }

  func readerSession(_ session: NFCNDEFReaderSession, didInvalidateWithError error: any Error) {
    timer?.invalidate()
  }

  func readerSession(_ session: NFCNDEFReaderSession, didDetectNDEFs messages: [NFCNDEFMessage]) {}
}
