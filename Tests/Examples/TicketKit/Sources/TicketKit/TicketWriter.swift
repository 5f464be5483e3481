import CoreNFC
import Foundation

/// Writes a ticket to a tag, step by step: status, capacity, message. Moved out of the view controller
/// that it was in; what it has to say, it says through closures.
final class TicketWriter: NSObject {
  var onMessage: (String) -> Void = { _ in }
  var onFinish: (Error?) -> Void = { _ in }

  private var session: NFCNDEFReaderSession?
  private var ticket: NFCNDEFMessage?

  func write(_ number: String) {
    guard NFCNDEFReaderSession.readingAvailable else {
      onMessage("This device cannot read tags.")
      return
    }
    guard
      let link = NFCNDEFPayload.wellKnownTypeURIPayload(string: "https://ticket.example/" + number)
    else { return }
    ticket = NFCNDEFMessage(records: [link])
    session = NFCNDEFReaderSession(delegate: self, queue: nil, invalidateAfterFirstRead: false)
    session?.alertMessage = "Hold a ticket to the phone."
    session?.begin()
  }
}

extension TicketWriter: NFCNDEFReaderSessionDelegate {
  func readerSessionDidBecomeActive(_ session: NFCNDEFReaderSession) {}

  func readerSession(_ session: NFCNDEFReaderSession, didDetectNDEFs messages: [NFCNDEFMessage]) {}

  func readerSession(_ session: NFCNDEFReaderSession, didInvalidateWithError error: Error) {
    if let error = error as? NFCReaderError,
      error.code == .readerSessionInvalidationErrorUserCanceled
    {
      onFinish(nil)
    } else {
      onFinish(error)
    }
    self.session = nil
  }

  func readerSession(_ session: NFCNDEFReaderSession, didDetect tags: [NFCNDEFTag]) {
    guard tags.count == 1, let tag = tags.first, let ticket = ticket else {
      session.alertMessage = "One ticket at a time, please."
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(200)) {
        session.restartPolling()
      }
      return
    }
    session.connect(to: tag) { error in
      guard error == nil else {
        session.invalidate(errorMessage: "Hold the ticket still.")
        return
      }
      tag.queryNDEFStatus { status, capacity, error in
        guard error == nil, status != .notSupported else {
          session.invalidate(errorMessage: "This is no ticket.")
          return
        }
        guard status == .readWrite else {
          session.invalidate(errorMessage: "This ticket is closed.")
          return
        }
        guard ticket.length <= capacity else {
          session.invalidate(errorMessage: "This ticket has no room left.")
          return
        }
        tag.writeNDEF(ticket) { error in
          if error == nil {
            session.alertMessage = "Done."
            session.invalidate()
          } else {
            session.invalidate(errorMessage: "Writing failed. Try again.")
          }
        }
      }
    }
  }
}
