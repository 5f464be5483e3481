import Dispatch
import Synchronization

/// What a session shares with the phone: where it stands, and what its delegate has to be told.
///
/// The phone never touches the session itself, which belongs to the app's threads. It leaves events
/// here and wakes the session on its own queue.
package final class SessionCore: Sendable {
  /// What kind of session it is.
  enum Kind: Sendable {
    case ndef(invalidatesAfterFirstRead: Bool)
    case tags(NFCTagReaderSession.Configuration)
    case payment
    case passes
  }

  let kind: Kind
  let queue: DispatchQueue
  private let inside = Mutex(Inside())
  /// Wakes the session, and keeps it alive while it runs.
  private let wake = Wake()

  private struct Inside: Sendable {
    var stage: Stage = .fresh
    var alertMessage = ""
    var phone: Phone?
    var events: [SessionEvent] = []
    /// When the sheet is there, where one is shown.
    var opening: DispatchTime?
  }

  private enum Stage { case fresh, running, over }

  init(_ kind: Kind, queue: DispatchQueue?) {
    self.kind = kind
    self.queue = queue ?? DispatchQueue(label: "CoreNFC.session")
  }

  var isRunning: Bool { inside.withLock { $0.stage == .running } }
  var alertMessage: String { inside.withLock { $0.alertMessage } }
  private var phone: Phone? { inside.withLock { $0.phone } }

  /// Adds a line to the phone's story.
  func note(_ text: String) { phone?.note(text) }

  /// Changes what the sheet says.
  func show(_ message: String) {
    let phone = inside.withLock { inside in
      inside.alertMessage = message
      return inside.stage == .running ? inside.phone : nil
    }
    phone?.show(message)
  }

  /// Begins on the phone that is there; a second time does nothing.
  func begin(_ hear: DispatchWorkItem) {
    let current = Phone.current
    let isFirst = inside.withLock { inside in
      guard inside.stage == .fresh else { return false }
      inside.stage = .running
      inside.phone = current
      return true
    }
    guard isFirst else {
      return current?.note("begin() of a session that was begun before does nothing") ?? ()
    }
    wake.set(hear)
    guard let current else {
      return end(NFCReaderError(.readerErrorUnsupportedFeature), after: nil)
    }
    current.begin(self)
  }

  /// Ends by the app's wish.
  func invalidate(message: String?) { phone?.invalidate(self, message: message) }

  func restartPolling() { phone?.restartPolling(self, with: nil) }

  func restartPolling(with configuration: NFCTagReaderSession.Configuration) {
    phone?.restartPolling(self, with: configuration)
  }

  /// Reads the messages of tags that the delegate did not want.
  func readMessages(of handles: [TagHandle]) { phone?.readMessages(of: handles, in: self) }

  /// The tag that is connected.
  var connectedHandle: TagHandle? { phone?.connectedHandle(of: self) }

  /// Connects a tag and tells how that went.
  func connect(_ handle: TagHandle?, _ completion: @escaping ((any Error)?) -> Void) {
    let refusal: Refusal? =
      if let phone, isRunning { phone.connect(handle, in: self) } else { .sessionOver }
    let error = refusal?.error
    deliver { completion(error) }
  }

  /// Calls a handler of the app on the session's queue.
  func deliver(_ handler: @escaping () -> Void) {
    let phone = phone
    phone?.hasWork(1)
    queue.async(
      execute: DispatchWorkItem {
        handler()
        phone?.hasWork(-1)
      })
  }
}

extension SessionCore {
  /// The sheet comes, and until it is there the delegate hears nothing: an app has time to keep whom
  /// it is to tell, which many do after `begin()`.
  func open(after sheet: DispatchTimeInterval?) {
    inside.withLock { $0.opening = sheet.map { .now() + $0 } }
    post(.becameActive)
  }

  /// Tells the delegate something, as soon as its queue is free and the sheet is there.
  func post(_ event: SessionEvent, after delay: DispatchTimeInterval? = nil) {
    let opening = inside.withLock { inside in
      inside.events.append(event)
      return inside.opening
    }
    phone?.hasWork(1)
    let now = DispatchTime.now()
    let earliest = delay.map { now + $0 } ?? now
    let time = max(earliest, opening ?? now)
    wake.ring(on: queue, at: time > now ? time : nil)
  }

  /// The session is over: nothing runs any more, and the delegate hears why, once the sheet has left
  /// where there was one. Until then an app that ended the session has time to forget it, as many do on
  /// another queue.
  func end(_ error: NFCReaderError, after sheet: DispatchTimeInterval?) {
    inside.withLock { $0.stage = .over }
    post(.invalidated(error), after: sheet)
  }

  /// What is to be told next. Once the delegate hears of its end, another session may begin.
  func nextEvent() -> SessionEvent? {
    let event = inside.withLock { $0.events.isEmpty ? nil : $0.events.removeFirst() }
    if case .invalidated(let error) = event { phone?.hasClosed(self, error) }
    return event
  }

  /// The delegate has heard it.
  func isDone(with event: SessionEvent) {
    if case .invalidated = event { wake.clear() }
    phone?.hasWork(-1)
  }
}
