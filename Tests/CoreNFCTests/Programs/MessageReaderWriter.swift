import CoreNFC
import Foundation

/// Reads and writes NDEF messages with a delegate, as a view controller's NFC half does it.
final class MessageReaderWriter: NSObject, NFCNDEFReaderSessionDelegate {
  enum Task {
    case read
    case write(NFCNDEFMessage)
    case waitForRemoval
  }

  private var session: NFCNDEFReaderSession?
  private var task = Task.read
  private(set) var calls: [String] = []
  private(set) var readMessage: NFCNDEFMessage?
  private(set) var presenceChecks = 0

  func start(_ task: Task) {
    guard NFCNDEFReaderSession.readingAvailable else {
      calls.append("not available")
      return
    }
    self.task = task
    session = NFCNDEFReaderSession(delegate: self, queue: nil, invalidateAfterFirstRead: false)
    session?.alertMessage = "Hold your iPhone near a tag."
    session?.begin()
  }

  func readerSessionDidBecomeActive(_ session: NFCNDEFReaderSession) {
    calls.append("didBecomeActive")
  }

  func readerSession(_ session: NFCNDEFReaderSession, didDetectNDEFs messages: [NFCNDEFMessage]) {
    calls.append("didDetectNDEFs")
  }

  func readerSession(_ session: NFCNDEFReaderSession, didInvalidateWithError error: Error) {
    calls.append("didInvalidate \((error as NSError).code)")
    self.session = nil
  }

  func readerSession(_ session: NFCNDEFReaderSession, didDetect tags: [NFCNDEFTag]) {
    calls.append("didDetect \(tags.count)")
    guard tags.count == 1, let tag = tags.first else {
      session.alertMessage = "More than one tag was found. Present only one."
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50)) {
        session.restartPolling()
      }
      return
    }
    session.connect(to: tag) { [weak self] error in
      guard let self = self else { return }
      if error != nil {
        session.invalidate(errorMessage: "The tag could not be connected.")
        return
      }
      self.calls.append("connected")
      switch self.task {
      case .read: self.read(tag, session)
      case .write(let message): self.write(message, to: tag, session)
      case .waitForRemoval: self.waitForRemoval(of: tag, session)
      }
    }
  }

  private func read(_ tag: NFCNDEFTag, _ session: NFCNDEFReaderSession) {
    tag.readNDEF { message, error in
      guard let message = message else {
        if let error = error as? NFCReaderError,
          error.code == .ndefReaderSessionErrorZeroLengthMessage
        {
          session.invalidate(errorMessage: "The tag is empty.")
        } else {
          session.invalidate(errorMessage: "Reading failed.")
        }
        return
      }
      self.readMessage = message
      session.alertMessage = "Read \(message.records.count) records."
      session.invalidate()
    }
  }

  private func write(_ message: NFCNDEFMessage, to tag: NFCNDEFTag, _ session: NFCNDEFReaderSession)
  {
    tag.queryNDEFStatus { status, capacity, error in
      self.calls.append("status \(status.rawValue), \(capacity)")
      guard error == nil else {
        session.invalidate(errorMessage: "The tag does not answer.")
        return
      }
      switch status {
      case .notSupported:
        session.invalidate(errorMessage: "The tag is not NDEF formatted.")
      case .readOnly:
        session.invalidate(errorMessage: "The tag is read-only.")
      case .readWrite:
        guard message.length <= capacity else {
          session.invalidate(errorMessage: "The tag is too small.")
          return
        }
        tag.writeNDEF(message) { error in
          if let error = error {
            session.invalidate(errorMessage: "Writing failed: \(error.localizedDescription)")
          } else {
            session.alertMessage = "Written."
            session.invalidate()
          }
        }
      @unknown default:
        session.invalidate(errorMessage: "Unknown status.")
      }
    }
  }

  private func waitForRemoval(of tag: NFCNDEFTag, _ session: NFCNDEFReaderSession) {
    presenceChecks += 1
    guard tag.isAvailable else {
      calls.append("removed")
      session.restartPolling()
      return
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(20)) {
      session.connect(to: tag) { error in
        if error == nil {
          self.waitForRemoval(of: tag, session)
        } else {
          self.calls.append("removed")
          session.restartPolling()
        }
      }
    }
  }
}
