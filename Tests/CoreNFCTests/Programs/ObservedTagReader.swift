import CoreNFC

/// An object that a view observes, as apps have them: it imports CoreNFC alone, which on a phone brings
/// Foundation, and with it what observes and what localizes.
final class ObservedTagReader: NSObject, ObservableObject {
  @Published var isScanning = false
  @Published private(set) var link: URL?
  @Published private(set) var problem: String? {
    didSet { problems += 1 }
  }
  private(set) var problems = 0
  private var session: NFCNDEFReaderSession?

  func scan() {
    objectWillChange.send()
    session = NFCNDEFReaderSession(delegate: self, queue: nil, invalidateAfterFirstRead: false)
    session?.alertMessage = String(localized: "Hold tag number \(1) to the phone.")
    isScanning = true
    session?.begin()
  }

  private func read(_ tag: NFCNDEFTag, in session: NFCNDEFReaderSession) async {
    do {
      try await session.connect(to: tag)
      // Nobody wants what this brings: that it does not throw is enough.
      try await tag.queryNDEFStatus()
      link = try await tag.readNDEF().records.first?.wellKnownTypeURIPayload()
      session.alertMessage = String(localized: "read", defaultValue: "The tag was read.")
      session.invalidate()
    } catch let error as NSError
      where error.domain == NFCErrorDomain
      && error.code == NFCReaderError.ndefReaderSessionErrorZeroLengthMessage.rawValue
    {
      problem = String(localized: "The tag is empty.", comment: "Shown below the button.")
      session.invalidate(errorMessage: problem ?? "")
    } catch {
      problem = error.localizedDescription
      session.invalidate()
    }
  }
}

extension ObservedTagReader: NFCNDEFReaderSessionDelegate {
  func readerSession(_ session: NFCNDEFReaderSession, didInvalidateWithError error: Error) {
    DispatchQueue.main.async { self.isScanning = false }
  }

  func readerSession(_ session: NFCNDEFReaderSession, didDetectNDEFs messages: [NFCNDEFMessage]) {}

  func readerSession(_ session: NFCNDEFReaderSession, didDetect tags: [NFCNDEFTag]) {
    guard let tag = tags.first else { return }
    Task { await read(tag, in: session) }
  }
}

/// The same in the newer way.
@Observable final class ObservedState {
  var links: [URL] = []
}
