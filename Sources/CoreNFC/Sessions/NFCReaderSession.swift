public import Dispatch
public import Foundation

/// What every reader session has.
@preconcurrency public protocol NFCReaderSessionProtocol: NSObjectProtocol {
  /// Whether the session runs.
  var isReady: Bool { get }
  /// What the sheet says to the user.
  var alertMessage: String { get set }
  /// Shows the sheet and starts looking for tags.
  func begin()
  /// Ends the session.
  func invalidate()
  /// Ends the session, and shows why.
  func invalidate(errorMessage: String)
}

/// The base of all reader sessions. It is made through its subclasses.
///
/// A session belongs to the phone that was there when it was begun; where there is none, as in a
/// simulator, nothing can be read and `begin` ends the session. It is kept alive while it runs, and
/// its delegate is not. Everything that it tells is told on `sessionQueue`.
@preconcurrency open class NFCReaderSession: NSObject, NFCReaderSessionProtocol {
  /// Who hears of the session.
  open private(set) weak var delegate: AnyObject?
  /// What the session shares with the phone.
  let core: SessionCore

  @available(*, unavailable)
  public override init() { core = SessionCore(.ndef(invalidatesAfterFirstRead: false), queue: nil) }

  init(_ kind: SessionCore.Kind, delegate: AnyObject, queue: DispatchQueue?) {
    self.delegate = delegate
    core = SessionCore(kind, queue: queue)
    super.init()
  }

  /// Whether this device can read tags at all. It must be asked before a session is begun.
  open class var readingAvailable: Bool { Phone.current?.canRead ?? false }

  /// The queue on which the delegate and the handlers of commands are called.
  open var sessionQueue: DispatchQueue { core.queue }

  /// Whether the session runs.
  open var isReady: Bool { core.isRunning }

  /// What the sheet says to the user. It may be changed while the sheet is there.
  open var alertMessage: String {
    get { core.alertMessage }
    set { core.show(newValue) }
  }

  /// Shows the sheet and starts looking for tags. A session that is over stays over.
  open func begin() {
    core.begin(DispatchWorkItem { self.hear() })
  }

  /// Ends the session. The delegate hears of it as if the user had cancelled.
  open func invalidate() { core.invalidate(message: nil) }

  /// Ends the session and shows a text with the mark of an error.
  open func invalidate(errorMessage: String) { core.invalidate(message: errorMessage) }

  /// Tells the delegate what has happened. Called on the session's queue.
  private func hear() {
    guard let event = core.nextEvent() else { return }
    if delegate == nil { core.note("nobody hears it: the session's delegate has been let go") }
    tell(event)
    core.isDone(with: event)
  }

  /// Tells the delegate of one event.
  func tell(_ event: SessionEvent) {}
}
