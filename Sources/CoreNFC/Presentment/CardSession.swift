public import Foundation

/// A session in which the phone is a card. There is no reader here that could ask it: it is refused with
/// `systemNotAvailable`, as on a device that has it not.
@preconcurrency open class CardSession {
  /// Why there is no session, or not any more.
  public enum Error: Swift.Error, Sendable {
    /// The session is over.
    case invalidated
    /// The user has ended it.
    case userInvalidated
    /// It lasted as long as one may.
    case maxSessionDurationReached
    /// An answer did not get through.
    case transmissionError
    /// The system cannot now.
    case systemNotAvailable
    /// The user did not accept it.
    case accessNotAccepted
    /// The app, its owner or the device may not.
    case systemEligibilityFailed
    /// The phone is no card now.
    case emulationStopped
    /// The radio is switched off.
    case radioDisabled
  }

  /// What happens in a session.
  public enum Event: Sendable {
    /// It has begun.
    case sessionStarted
    /// A reader is there.
    case readerDetected
    /// A reader has sent a command.
    case received(CardSession.APDU)
    /// The reader has let go of the card.
    case readerDeselected
    /// It is over.
    case sessionInvalidated(reason: CardSession.Error)
  }

  /// A command of a reader's.
  public final class APDU: Sendable, Equatable, CustomDebugStringConvertible {
    /// Its bytes.
    public let payload: Data

    private init(_ payload: Data) { self.payload = payload }

    /// Answers it; here nobody waits for that.
    public func respond(response: Data) async throws { throw Error.transmissionError }

    /// Two commands are equal where their bytes are.
    public static func == (lhs: CardSession.APDU, rhs: CardSession.APDU) -> Bool {
      lhs.payload == rhs.payload
    }

    /// The bytes.
    public var debugDescription: String { "\(payload)" }
  }

  /// How the sheet leaves.
  public enum EmulationUIStatus: Sendable {
    /// With a tick.
    case success
    /// With the mark of an error.
    case failure
  }

  /// What happens in the session, as it happens.
  public final class EventStream: AsyncSequence {
    /// What it is made of.
    public typealias Element = CardSession.Event

    fileprivate init() {}

    /// Gives the events one after the other.
    public class Iterator: AsyncIteratorProtocol {
      fileprivate init() {}
      /// The next one: none.
      public func next() async throws -> CardSession.Event? { nil }
    }

    /// Begins with the next event.
    public func makeAsyncIterator() -> Iterator { Iterator() }
  }

  /// Whether the phone is a card now.
  public var isEmulationInProgress: Bool { get async { false } }
  /// Whether the app and its owner may have such a session.
  public static var isEligible: Bool { get async { false } }
  /// Whether the device can be a card.
  public class var isSupported: Bool { false }

  /// Asks for a session, and is refused: `systemNotAvailable`.
  public init() async throws { throw Error.systemNotAvailable }

  /// Begins to be a card.
  public func startEmulation() async throws { throw Error.systemNotAvailable }

  /// Ends being a card.
  public func stopEmulation(status: CardSession.EmulationUIStatus) async {}

  /// Ends the session.
  public func invalidate() {}

  /// What the sheet says.
  public var alertMessage = ""

  /// What happens in the session.
  public var eventStream: CardSession.EventStream { EventStream() }
}
