import Dispatch
import Playback
package import Synchronization
import TraceFormat

/// The phone that sessions run on: a field with tags, a sheet, a clock, an app's rights.
///
/// Whatever an app asks for is done at once and in the order in which it was asked; what it is told
/// comes later, on its session's queue. Time is the phone's own: it passes with what goes over the
/// air, and when a test says so.
package final class Phone: Sendable {
  package let state: Mutex<PhoneState>
  /// What of the app's is still to be called.
  private let work = Atomic<Int>(0)

  package init(_ state: consuming sending PhoneState) { self.state = Mutex(state) }

  private static let slot = Mutex<Phone?>(nil)

  /// The phone that is there; there is none in a simulator.
  package static var current: Phone? { slot.withLock { $0 } }

  /// Puts a phone there.
  package func becomeCurrent() { Self.slot.withLock { $0 = self } }

  var canRead: Bool { state.withLock { $0.hasNFC } }
  var canReadPayment: Bool { state.withLock { $0.hasNFC && $0.isInRegionForPayment } }

  /// Whether nothing of the app's is still to be called.
  package var isQuiet: Bool { work.load(ordering: .acquiring) <= 0 }

  /// Something of the app's is to be called, or was.
  func hasWork(_ count: Int) { work.add(count, ordering: .acquiringAndReleasing) }

  /// Adds a line to the story.
  package func note(_ text: String) { state.withLock { $0.note(text) } }

  /// The sheet says something else.
  func show(_ message: String) {
    state.withLock { state in
      state.alerts.append(message)
      state.note("the sheet says “\(message)”")
    }
  }
}

/// What sessions ask for.
extension Phone {
  func begin(_ core: SessionCore) {
    state.withLock { state in
      guard !state.beginRefused(core) else { return }
      state.session = ActiveSession(core, begin: state.air.time)
      let message = core.alertMessage
      let words = message.isEmpty ? "" : "; the sheet says “\(message)”"
      state.note("the app begins \(core.kind.words)\(words)")
      if !message.isEmpty { state.alerts.append(message) }
      state.air.note(.fieldOn)
      core.open(after: state.sheetComes)
      state.poll(self)
    }
  }

  func invalidate(_ core: SessionCore, message: String?) {
    state.withLock { state in
      guard state.session?.core === core else { return }
      if let message {
        let isMarked = state.session?.readsOnly == false
        state.alerts.append(message)
        state.note(
          "the app ends the session; the sheet says “\(message)”"
            + (isMarked ? " with the mark of an error" : ""))
      } else {
        state.note("the app ends the session")
      }
      state.end(.readerSessionInvalidationErrorUserCanceled)
    }
  }

  func restartPolling(
    _ core: SessionCore, with configuration: NFCTagReaderSession.Configuration?
  ) {
    let round = state.withLock { state -> Int? in
      guard state.session?.core === core, state.session?.readsOnly == false else { return nil }
      state.note("the app looks for tags anew")
      state.forgetTags()
      state.session?.configuration = configuration ?? ActiveSession.configuration(of: core)
      return state.session?.round
    }
    if let round { pollSoon(core, round) }
  }

  /// Looks for tags as soon as a phone would: with tags that stay where they are, an app that starts
  /// anew each time gets a moment's rest, and so does the test.
  private func pollSoon(_ core: SessionCore, _ round: Int) {
    hasWork(1)
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(20)) { [self] in
      state.withLock { state in
        guard state.session?.core === core, state.session?.round == round else { return }
        state.air.wait(PhoneState.roundOfPolling)
        state.session?.isPolling = true
        state.poll(self)
        state.checkTime()
      }
      hasWork(-1)
    }
  }

  /// The delegate hears that its session is over.
  func hasClosed(_ core: SessionCore, _ error: NFCReaderError) {
    state.withLock { state in
      if state.closing === core { state.closing = nil }
      state.note("→ didInvalidateWithError: \(error.code.rawValue), \(error.code)")
    }
  }

  func connectedHandle(of core: SessionCore) -> TagHandle? {
    state.withLock { state in
      guard let session = state.session, session.core === core, let connected = session.connected
      else { return nil }
      return session.found.first { $0.tag == connected.tag }
    }
  }

  func isAvailable(_ handle: TagHandle) -> Bool {
    state.withLock { state in
      guard let session = state.session, session.core === handle.session,
        session.round == handle.round,
        let tag = state.tags.first(where: { $0.id == handle.tag }), !tag.isGone
      else { return false }
      return session.connected == nil || session.connected?.tag == handle.tag
    }
  }
}

extension SessionCore.Kind {
  /// What the story calls it.
  var words: String {
    switch self {
    case .ndef(true): "an NDEF session that ends with the first message"
    case .ndef(false): "an NDEF session"
    case .tags(let configuration): "a tag session for \(configuration.pollingOption.words)"
    case .payment: "a session for payment cards"
    case .passes: "a session for passes"
    }
  }
}

extension NFCTagReaderSession.PollingOption {
  fileprivate var words: String {
    let names: [(Self, String)] = [
      (.iso14443, "ISO 14443"), (.iso15693, "ISO 15693"), (.iso18092, "FeliCa"), (.pace, "PACE"),
    ]
    return names.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
  }
}
