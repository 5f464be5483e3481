public import Dispatch
public import Foundation

/// A session that reads and writes the NDEF messages of tags of any type.
@preconcurrency open class NFCNDEFReaderSession: NFCReaderSession {
  /// Set by the delegate's default `didDetect`, which is there for those who have none.
  var readsOnly = false

  /// Makes a session. With `invalidateAfterFirstRead` it ends behind the first message, which is
  /// for sessions that only read.
  public init(
    delegate: any NFCNDEFReaderSessionDelegate, queue: DispatchQueue?,
    invalidateAfterFirstRead: Bool
  ) {
    super.init(
      .ndef(invalidatesAfterFirstRead: invalidateAfterFirstRead), delegate: delegate, queue: queue)
  }

  /// Looks for tags anew; those found before are not valid any more. It does nothing in a session
  /// that only reads.
  open func restartPolling() { core.restartPolling() }

  /// Connects a tag, so that it may be asked and written.
  open func connect(
    to tag: any NFCNDEFTag, completionHandler: @escaping ((any Error)?) -> Void
  ) {
    core.connect((tag as? any PlayedTag)?.handle, completionHandler)
  }

  /// Connects a tag, so that it may be asked and written.
  nonisolated(nonsending) open func connect(to tag: any NFCNDEFTag) async throws {
    try await finished { connect(to: tag, completionHandler: $0) }
  }

  override func tell(_ event: SessionEvent) {
    guard let delegate = delegate as? any NFCNDEFReaderSessionDelegate else { return }
    switch event {
    case .becameActive:
      delegate.readerSessionDidBecomeActive(self)
    case .detected(let handles):
      readsOnly = false
      delegate.readerSession(self, didDetect: handles.map { $0.tag(of: self) })
      if readsOnly { core.readMessages(of: handles) }
    case .messages(let messages):
      delegate.readerSession(self, didDetectNDEFs: messages.map { NFCNDEFMessage($0) })
    case .invalidated(let error):
      delegate.readerSession(self, didInvalidateWithError: error)
    }
  }
}

/// Who hears of a session that reads and writes NDEF messages.
///
/// Implementing `readerSession(_:didDetect:)` makes the session one that reads and writes: then tags
/// are delivered, and `didDetectNDEFs` is not called.
@preconcurrency public protocol NFCNDEFReaderSessionDelegate: NSObjectProtocol {
  /// The session is over.
  func readerSession(_ session: NFCNDEFReaderSession, didInvalidateWithError error: any Error)
  /// The session has read messages.
  func readerSession(_ session: NFCNDEFReaderSession, didDetectNDEFs messages: [NFCNDEFMessage])
  /// The session has found tags. It may be left out.
  func readerSession(_ session: NFCNDEFReaderSession, didDetect tags: [any NFCNDEFTag])
  /// The session looks for tags. It may be left out.
  func readerSessionDidBecomeActive(_ session: NFCNDEFReaderSession)
}

/// Linux has no optional requirements. These stand for what a delegate does not have.
extension NFCNDEFReaderSessionDelegate {
  /// A delegate without this method has a session that only reads.
  public func readerSession(_ session: NFCNDEFReaderSession, didDetect tags: [any NFCNDEFTag]) {
    session.readsOnly = true
  }

  /// A delegate need not hear of it.
  public func readerSessionDidBecomeActive(_ session: NFCNDEFReaderSession) {}
}
